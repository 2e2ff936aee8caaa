#include "suites/framework/text.h"

#include <bit>

#include "kernels/api/printable.h"
#include "reference/formats/text.h"

namespace ulpgate {

report::Value shown(const Format& format, std::uint64_t code) {
  return {to_hex(format, code), to_decimal(format, code)};
}

std::string shown_text(const Format& format, std::uint64_t code) {
  return to_hex(format, code) + " (" + to_decimal(format, code) + ")";
}

int ulp_bin(const std::optional<std::int64_t>& distance) {
  if (!distance) return no_ulp_bin;
  const auto bits = static_cast<std::uint64_t>(*distance);
  const std::uint64_t size = *distance < 0 ? 0 - bits : bits;
  const int k = 64 - std::countl_zero(size);
  return *distance < 0 ? -k : k;
}

std::string ulp_bin_name(int bin) {
  if (bin == no_ulp_bin) return "NaN";
  if (bin == 0) return "0";
  const std::string sign = bin < 0 ? "-" : "+";
  const int k = bin < 0 ? -bin : bin;
  if (k == 1) return sign + "1";
  return sign + "[2^" + std::to_string(k - 1) + ",2^" + std::to_string(k) + ")";
}

std::string codes_away(std::int64_t distance) {
  const bool one = distance == 1 || distance == -1;
  return (distance > 0 ? "+" : "") + std::to_string(distance) + (one ? " code" : " codes");
}

std::string excerpt(std::string_view text, std::size_t limit) {
  std::string whole = printable(text, text.size());
  return whole.size() <= limit ? whole : printable(text, limit) + "...";
}

}  // namespace ulpgate
