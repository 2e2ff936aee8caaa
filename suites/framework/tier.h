#pragma once
// How much is judged. Sizes belong to the suites; the times are what a whole run aims at on two cores.
#include <array>
#include <optional>
#include <string_view>

namespace ulpgate {

enum class Tier {
  smoke,      ///< about 30 s
  standard,   ///< under 5 min
  full,       ///< under 1 h
  exhaustive  ///< as long as it takes
};

inline constexpr std::array<std::string_view, 4> tier_names{"smoke", "standard", "full", "exhaustive"};

constexpr std::string_view name(Tier tier) { return tier_names[static_cast<std::size_t>(tier)]; }

constexpr std::optional<Tier> tier_named(std::string_view text) {
  for (std::size_t i = 0; i < tier_names.size(); ++i) {
    if (tier_names[i] == text) return static_cast<Tier>(i);
  }
  return std::nullopt;
}

}  // namespace ulpgate
