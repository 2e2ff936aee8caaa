#pragma once
// What the offers of an implementation share, so that a tier keeps its time however many there are.
#include <cstddef>
#include <string_view>

#include "suites/framework/tier.h"

namespace ulpgate {

/// An offer's part of cases that all offers of an implementation share: every `share`-th, beginning with the
/// `turn`-th, so that each is tried on some offer.
struct Share {
  std::size_t share = 1;
  std::size_t turn = 0;
};

/// Whether a tier judges what number `i` of `count` offers of an operation computes. Of a built-in
/// implementation that has more than twelve, `smoke` takes four, evenly spread; a plug-in's author wants to
/// know of all.
inline bool in_tier(Tier tier, std::string_view spec, std::size_t i, std::size_t count) {
  constexpr std::size_t all = 12, some = 4;
  return tier != Tier::smoke || count <= all || spec.starts_with("plugin:") ||
         i * some / count != (i + 1) * some / count;
}

}  // namespace ulpgate
