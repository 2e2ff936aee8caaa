#include "suites/framework/text.h"

#include <bit>

#include "reference/formats/text.h"

namespace ulpgate {

report::Value shown(const Format& format, std::uint64_t code) {
  return {to_hex(format, code), to_decimal(format, code)};
}

std::string shown_text(const Format& format, std::uint64_t code) {
  return to_hex(format, code) + " (" + to_decimal(format, code) + ")";
}

std::string ulp_bin(const std::optional<std::int64_t>& distance) {
  if (!distance) return "NaN";
  if (*distance == 0) return "0";
  const char* sign = *distance < 0 ? "-" : "+";
  const std::uint64_t size =
      *distance < 0 ? 0 - static_cast<std::uint64_t>(*distance) : static_cast<std::uint64_t>(*distance);
  if (size == 1) return std::string(sign) + "1";
  const int low = 63 - std::countl_zero(size);
  return std::string(sign) + "[2^" + std::to_string(low) + ",2^" + std::to_string(low + 1) + ")";
}

std::string printable(std::string_view text, std::size_t limit) {
  std::string out;
  for (char c : text.substr(0, limit)) out += c >= ' ' && c <= '~' ? c : '?';
  if (text.size() > limit) out += "...";
  return out;
}

}  // namespace ulpgate
