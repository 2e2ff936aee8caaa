// Stands for the adapter where there was no OpenBLAS.
#include "kernels/api/not_built.h"

namespace ulpgate::adapters {

std::unique_ptr<Implementation> make_openblas() {
  return std::make_unique<NotBuilt>("openblas", "OpenBLAS's sgemm and dgemm",
                                    "this was built without OpenBLAS");
}

}  // namespace ulpgate::adapters
