#include "reference/bounds/hadamard.h"

#include <algorithm>
#include <optional>

namespace ulpgate {

Exact hadamard_error(std::span<const Exact> x, const Format& accumulator) {
  Exact magnitudes;
  bool finite = true;
  std::optional<int> last_bit;
  for (const Exact& v : x) {
    if (!v.is_finite()) {
      finite = false;
      continue;
    }
    magnitudes += v.abs();
    if (!v.is_zero()) last_bit = std::min(last_bit.value_or(v.exponent()), v.exponent());
  }
  const Exact most = Exact::from_code(accumulator, max_finite_magnitude(accumulator));
  if (magnitudes > most) return Exact::infinity(false);
  // The class of the sum says it all.
  if (!finite || !last_bit) return Exact();
  const bool exact = magnitudes <= Exact::power_of_two(*last_bit + accumulator.precision());
  if (exact && *last_bit - 2 >= accumulator.quantum_exponent()) return Exact();
  // (1 + u)^16 - 1 <= 17 u for u <= 2^-8: its terms are 16 u + 120 u^2 + ..., and 120 u < 1/2.
  const Exact growth = Exact::from_integer(17).scaled(-accumulator.precision() - 2);
  const Exact underflow = Exact::from_integer(16).scaled(accumulator.quantum_exponent() - 1);
  return magnitudes * growth + underflow;
}

}  // namespace ulpgate
