#include "kernels/api/implementation.h"

namespace ulpgate {

const Tensor* Call::tensor(std::string_view name) const {
  for (const Tensor& t : tensors) {
    if (t.name == name) return &t;
  }
  return nullptr;
}

}  // namespace ulpgate
