#include "reference/oracles/quantize/hadamard.h"

namespace ulpgate::quantize {

Exact hadamard(std::span<const Exact, hadamard_size> x, std::uint32_t signs, int j) {
  Exact sum;
  for (int i = 0; i < hadamard_size; ++i) {
    const Exact& term = x[static_cast<std::size_t>(i)];
    sum += hadamard_sign(signs, i, j) < 0 ? -term : term;
  }
  return sum.scaled(-2);
}

}  // namespace ulpgate::quantize
