#pragma once
// Codes as text, for messages and data files.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "reference/formats/format.h"

namespace ulpgate {

/// A decimal that identifies the value in its format: the shortest one among fp32 values for the formats that
/// fit into fp32 (448, 0.001953125, 0.099975586), among fp64 values for fp64. "NaN", "Inf", "-Inf", "-0".
std::string to_decimal(const Format& format, std::uint64_t code);

/// "0x" and upper-case digits, as many as an element has in memory.
std::string to_hex(const Format& format, std::uint64_t code);

/// The inverse of to_hex; the digits may be of either case and without leading zeros. nullopt when the text
/// is no hexadecimal number with "0x", or has bits that the format does not (tf32's padding bits are
/// allowed).
std::optional<std::uint64_t> parse_hex_code(const Format& format, std::string_view text);

}  // namespace ulpgate
