#pragma once
// Numbers as elements of a matrix.
#include <cstdint>
#include <string>

namespace fragment_test {

struct Format {
  int bits;
  int exponent_bits;  ///< 0: an integer
  int fraction_bits;  ///< stored in the highest bits below the exponent
};
/// By simt's tags and C++'s types.
Format format_of(const std::string& name);

/// The bits of a number that the format holds exactly, as a normal number, zero or an integer. Throws
/// std::domain_error for others.
std::uint64_t encode(const Format& format, double value);

}  // namespace fragment_test
