// Stands for the adapter where there was no CUDA toolkit with cuBLASLt.
#include "kernels/api/not_built.h"

namespace ulpgate::adapters {

std::unique_ptr<Implementation> make_cublaslt() {
  return std::make_unique<NotBuilt>("cublaslt", "cublasLtMatmul",
                                    "this was built without a CUDA toolkit that has cuBLASLt");
}

}  // namespace ulpgate::adapters
