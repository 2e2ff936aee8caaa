// Stands for the adapter where there was no CUDA toolkit with cuBLAS.
#include "kernels/api/not_built.h"

namespace ulpgate::adapters {

std::unique_ptr<Implementation> make_cublas() {
  return std::make_unique<NotBuilt>("cublas", "cuBLAS's GemmEx functions",
                                    "this was built without a CUDA toolkit that has cuBLAS");
}

}  // namespace ulpgate::adapters
