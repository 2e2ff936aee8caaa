#pragma once
// Small pieces of text that several suites print.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "reference/formats/format.h"
#include "reports/record/row.h"

namespace ulpgate {

/// A code as a record shows it: hexadecimal bits and decimal.
report::Value shown(const Format& format, std::uint64_t code);

/// "0x3F80 (1.0)".
std::string shown_text(const Format& format, std::uint64_t code);

/// The signed power-of-two bin of a distance in ulps: 0 for 0, +-k for a size in [2^(k-1), 2^k), no_ulp_bin
/// for no distance.
int ulp_bin(const std::optional<std::int64_t>& distance);
inline constexpr int no_ulp_bin = 1000;
/// "0", "+1", "-[2^1,2^2)", ..., "NaN" for no_ulp_bin.
std::string ulp_bin_name(int bin);
/// "+3 codes", "-1 code": how far a code is from the right one, of a distance that is not 0. Not an error in
/// ulps: ulps differ where a binade ends.
std::string codes_away(std::int64_t distance);

/// A text from outside, printable (kernels/api/printable.h), and cut to `limit` bytes and "..." where it is
/// longer.
std::string excerpt(std::string_view text, std::size_t limit = 400);

}  // namespace ulpgate
