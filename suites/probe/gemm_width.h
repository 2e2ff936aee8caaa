#pragma once
// How many bits a sum keeps, and how it rounds: a large product, a small one and the large one's negative, at
// three chosen places. What is left of the small one says what the sum could hold while it held the large
// one (the inputs D2 and D5 of the field's probes: FTTN, MMA-Sim, Fasi et al.).
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "suites/probe/gemm_dots.h"
#include "suites/probe/gemm_reach.h"

namespace ulpgate::probe::box {

/// Where the large product, the small one and the negative one are.
struct Place {
  std::int64_t large = 0, small = 0, negative = 0;
};
std::string text(const Place& place);

/// The largest t for which 2^-t next to 1 is kept.
struct Kept {
  int bits = 0;
  bool limited = false;  ///< the formats reach no further: it may be more
};
/// "2^-23 kept next to 1, 2^-24 lost (k = 0, 32, 63)".
std::string text(const Kept& kept, const Place& place);
std::vector<Kept> kept_bits(Dots& dots, const Reach& reach, std::int64_t k, std::span<const Place> places);

/// The direction in which a sum at `place` that keeps `bits` below 1 rounds what is below: toward_zero,
/// nearest_even, nearest_away, up, down or other; nullopt where the formats cannot show it.
struct Direction {
  std::string name;
  std::string evidence;
};
std::optional<Direction> rounding_at(Dots& dots, const Reach& reach, std::int64_t k, const Place& place,
                                     int bits);

/// Recognises a direction by results, in ulps, of 1 + x and -1 - x, x = 1/4, 1/2, 3/4, 3/2 ulps.
std::string direction(std::span<const double> results);

/// "fp32" for 23 bits below 1 and so on, but for 10, which two formats have.
std::string width_name(const Kept& kept);
/// fp16 or tf32, by whether 2^16 overflows; "11 bits" where that is not known.
std::string eleven_bits_name(const std::optional<bool>& overflows);

}  // namespace ulpgate::probe::box
