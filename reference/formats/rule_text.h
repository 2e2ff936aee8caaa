#pragma once
// Rules as text: comma-separated claims, each key=value.
//
//   rounding     nearest_even | toward_zero | nearest_away | up | down | stochastic | e8m0_nearest_field |
//                e8m0_up_field
//   overflow     infinity | saturate | nan | nan_signed
//   infinity     infinity | saturate | nan | nan_signed
//   nan          any | code:0xHH | code_signed:0xHH | payload | max_positive | max_signed | zero_flipped_sign
//   negative     magnitude | zero | nan
//   zero         smallest | nan
//   subnormals   kept | flushed
//   random_bits  a number, 0 to 32
//
// A key that is not given keeps the value it has in `Rule{}`.
#include <string>
#include <string_view>

#include "reference/formats/rule.h"

namespace ulpgate {

/// rounding, overflow, infinity and nan always; the others where they differ from `Rule{}`.
std::string to_text(const Rule& rule);

/// The inverse of to_text. Throws std::invalid_argument, with one sentence, for an unknown key or value and
/// for a key given twice.
Rule parse_rule(std::string_view text);

/// Sets one claim of `rule`. Empty when it did, else one sentence that says what is wrong, and `rule` is as
/// before.
std::string set_claim(Rule& rule, std::string_view key, std::string_view value);

}  // namespace ulpgate
