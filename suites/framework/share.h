#pragma once
// What the offers of an implementation share, so that a tier keeps its time however many there are.
#include <cstddef>

#include "suites/framework/tier.h"

namespace ulpgate {

/// An offer's part of cases that all offers of an implementation share: every `share`-th, beginning with the
/// `turn`-th, so that each is tried on some offer.
struct Share {
  std::size_t share = 1;
  std::size_t turn = 0;
};

/// Whether a tier judges what number `i` of `count` offers of an operation computes. `smoke` takes sixteen,
/// evenly spread.
inline bool in_tier(Tier tier, std::size_t i, std::size_t count) {
  constexpr std::size_t most = 4;
  return tier != Tier::smoke || count <= most || i * most / count != (i + 1) * most / count;
}

}  // namespace ulpgate
