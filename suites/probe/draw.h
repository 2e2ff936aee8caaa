#pragma once
// Random numbers one after the other, and random codes.
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "reference/formats/format.h"
#include "suites/framework/random.h"
#include "suites/probe/numbers.h"

namespace ulpgate::probe {

/// Significands whose product is a power of two and one bit far below it: 2^14 + 1 = 113 * 145.
struct Sparse {
  Fraction a;
  Fraction b;
};
constexpr Fraction fraction_of(unsigned significand) {
  return Fraction{significand} << (std::countl_zero(Fraction{significand}) + 1);
}
inline constexpr Sparse sparse_products[] = {
    {fraction_of(19), fraction_of(27)},  {fraction_of(25), fraction_of(41)},
    {fraction_of(17), fraction_of(241)}, {fraction_of(113), fraction_of(145)},
    {fraction_of(99), fraction_of(331)}, {fraction_of(481), fraction_of(545)}};

class Draw {
 public:
  Draw(std::uint64_t seed, std::uint64_t stream) : random_(seed, stream) {}

  std::uint64_t word() {
    const std::uint64_t low = word32();
    return low | std::uint64_t{word32()} << 32;
  }
  /// In [0, n), n at most 2^16: bias below 2^-16.
  int below(int n) { return static_cast<int>(std::uint64_t{word32()} * static_cast<std::uint64_t>(n) >> 32); }
  /// In [low, high]; low where high is less.
  int between(int low, int high) { return high <= low ? low : low + below(high - low + 1); }
  bool one_in(int n) { return below(n) == 0; }

  /// Often few bits, so that ties and exact results are frequent.
  Fraction fraction() {
    switch (below(4)) {
      case 0:
        return no_fraction;
      case 1:
        return word() & word() & word();
      case 2:
        return all_fraction << below(64);
      default:
        return word();
    }
  }
  std::uint64_t code(const Format& f) { return (word() & Format::ones(f.width())) << f.padding_bits; }

 private:
  std::uint32_t word32() {
    const std::size_t at = next_ % words_.size();
    if (at == 0) random_.fill(next_, words_);
    ++next_;
    return words_[at];
  }

  CounterRandom random_;
  std::array<std::uint32_t, 64> words_ = {};
  std::uint64_t next_ = 0;
};

}  // namespace ulpgate::probe
