#pragma once
// Formats that only matrix instructions read: integer operands narrower than their accumulator.
#include <string_view>

#include "reference/formats/format.h"

namespace ulpgate {

namespace formats {
inline constexpr Format int8{"int8", FormatKind::integer, 8, 0, true, 0, 7, 0, false, NanCodes::none, false};
inline constexpr Format uint8{"uint8", FormatKind::integer, 8,    0, false, 0, 8, 0,
                              false,   NanCodes::none,      false};
inline constexpr Format int4{"int4", FormatKind::integer, 8, 0, true, 0, 3, 0, false, NanCodes::none, false};
inline constexpr Format uint4{"uint4", FormatKind::integer, 8,    0, false, 0, 4, 0,
                              false,   NanCodes::none,      false};
}  // namespace formats

/// find_format(), and these four; nullptr where no operand format has that name.
inline const Format* find_operand_format(std::string_view name) {
  for (const Format* f : {&formats::int8, &formats::uint8, &formats::int4, &formats::uint4}) {
    if (f->name == name) return f;
  }
  return find_format(name);
}

}  // namespace ulpgate
