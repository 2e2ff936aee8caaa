#pragma once
// fp32 operations on rational numbers, for the twins: codes in, codes out.
#include <cstdint>

#include "reference/twins/values.h"

namespace ulpgate::twin {

inline constexpr std::uint32_t fp32_infinity = 0x7F800000;
inline constexpr std::uint32_t fp32_nan = 0x7FC00000;
inline constexpr std::uint32_t fp32_largest = 0x7F7FFFFF;
inline constexpr std::uint32_t fp32_one = 0x3F800000;

/// To nearest even; infinity at and beyond the middle between the largest number and what would follow it.
std::uint64_t nearest(const Format& format, bool negative, const Rational& magnitude);

bool is_nan32(std::uint32_t code);
bool is_zero32(std::uint32_t code);
/// a < b; neither is NaN.
bool less32(std::uint32_t a, std::uint32_t b);

class Fp32Steps {
 public:
  explicit Fp32Steps(bool flush_to_zero) : flush_(flush_to_zero) {}

  std::uint32_t kept(std::uint32_t code) const;
  std::uint32_t product(std::uint32_t a, std::uint32_t b) const;
  std::uint32_t quotient(std::uint32_t a, std::uint32_t b) const;

 private:
  bool flush_;
};

/// The largest k with 2^k <= magnitude, which is positive.
int floor_exponent(const Rational& magnitude);

/// The fp32 code of a value of any narrower format; NaN is the positive quiet one.
std::uint32_t widened(const Format& from, std::uint64_t code);

}  // namespace ulpgate::twin
