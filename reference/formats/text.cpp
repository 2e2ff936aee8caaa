#include "reference/formats/text.h"

#include <array>
#include <charconv>

#include "reference/formats/decode.h"
#include "reference/formats/ulp.h"

namespace ulpgate {
namespace {

template <typename Number>
std::string shortest(Number value) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  return {buffer.data(), end};
}

}  // namespace

std::string to_decimal(const Format& f, std::uint64_t code) {
  if (f.kind == FormatKind::integer) return shortest(*ordinal(f, code));
  if (is_nan(f, code)) return "NaN";
  if (is_infinity(f, code)) return (code & f.sign_mask()) != 0 ? "-Inf" : "Inf";
  const double value = to_double(f, code);
  return f.storage_bits > 32 ? shortest(value) : shortest(static_cast<float>(value));
}

std::string to_hex(const Format& f, std::uint64_t code) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string text = "0x";
  for (int shift = f.storage_bits - 4; shift >= 0; shift -= 4) text += digits[(code >> shift) & 0xF];
  return text;
}

std::optional<std::uint64_t> parse_hex_code(const Format& f, std::string_view text) {
  if (!text.starts_with("0x") && !text.starts_with("0X")) return std::nullopt;
  text.remove_prefix(2);
  std::uint64_t code = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, code, 16);
  const std::uint64_t allowed = f.code_mask() | Format::ones(f.padding_bits);
  if (error != std::errc{} || stop != end || (code & ~allowed) != 0) return std::nullopt;
  return code;
}

}  // namespace ulpgate
