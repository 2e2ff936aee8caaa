#include "suites/framework/shard.h"

#include <charconv>

#include "suites/framework/random.h"

namespace ulpgate {
namespace {

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

std::optional<report::Shard> parse_shard(const std::string& text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos) return std::nullopt;
  const auto index = whole_number(std::string_view(text).substr(0, slash));
  const auto count = whole_number(std::string_view(text).substr(slash + 1));
  if (!index || !count || *index == 0 || *index > *count) return std::nullopt;
  return report::Shard{*index, *count, {}};
}

std::string shard_text(const report::Shard& shard) {
  return std::to_string(shard.index) + "/" + std::to_string(shard.count);
}

bool holds(const report::Shard& shard, std::string_view row_id) {
  return derive_seed(0, row_id) % shard.count == shard.index - 1;
}

}  // namespace ulpgate
