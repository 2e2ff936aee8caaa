#pragma once
// Cases that the offers of an implementation share.
#include <cstddef>

namespace ulpgate {

/// An offer's part of cases that all offers of an implementation share: every `share`-th, beginning with the
/// `turn`-th, so that each is tried on some offer.
struct Share {
  std::size_t share = 1;
  std::size_t turn = 0;
};

}  // namespace ulpgate
