#pragma once
// What every element of the outputs of a case may be.
#include <cstdint>
#include <vector>

#include "suites/quantize/blocks_case.h"

namespace ulpgate::blocks {

struct Wanted {
  std::uint64_t low = 0, high = 0;  ///< codes; where they differ, the line of values between them
  bool any_nan = false;             ///< every NaN is right
  bool anything_but_nan = false;
  bool anything = false;
  bool either_zero = false;  ///< a zero of either sign answers one
};

/// Codes as fp32 numbers; those of fp32 keep their bits.
std::vector<float> numbers(const Format& format, const std::vector<std::uint64_t>& codes);

bool accepts(const Format& format, const Wanted& wanted, std::uint64_t code);

/// By tensor, as many as are stored; empty for inputs and what the offer does not have. Of one call: a case
/// with `length` is one update of its rows.
std::vector<std::vector<Wanted>> wanted_outputs(const BlocksOffer& offer, const BlocksCase& c,
                                                const Inputs& inputs);

}  // namespace ulpgate::blocks
