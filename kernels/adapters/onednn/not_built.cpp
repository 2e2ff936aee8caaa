// Stands for the adapter where there was no oneDNN.
#include "kernels/api/not_built.h"

namespace ulpgate::adapters {

std::unique_ptr<Implementation> make_onednn() {
  return std::make_unique<NotBuilt>("onednn", "oneDNN's primitives", "this was built without oneDNN 2");
}

}  // namespace ulpgate::adapters
