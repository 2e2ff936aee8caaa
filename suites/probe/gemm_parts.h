#pragma once
// Where a long sum starts again from zero: parts of k (split-K, promotion, blocks of k) that are summed
// apart and then added.
//
// A large product at i and its negative at j cancel within a part, before the part meets anything else; so
// every small product elsewhere survives exactly where i and j are in one part and nothing of it has been
// summed before. Asked of neighbours on a grid along k, this tells which grid points are the first of their
// parts; asked of a point x and a grid point, it finds the boundary between two parts.
#include <optional>
#include <string>
#include <vector>

#include "suites/probe/gemm_survivors.h"
#include "suites/probe/gemm_tree.h"

namespace ulpgate::probe::box {

/// Consecutive parts, as finely as the sum restarts.
struct Parts {
  std::int64_t k = 0;
  std::string trouble;               ///< why nothing is known; empty otherwise
  bool finer_end = false;            ///< behind the last grid point there may be one more part
  std::vector<std::int64_t> starts;  ///< of all parts, ascending; one part: {0}
  /// Up to 16 grid points in parts of their own, ascending, and the order in which those parts are added.
  std::vector<std::int64_t> members;
  std::optional<SumNode> join;
  std::optional<Shape> join_shape;
  /// Where the join has parts of parts: their starts, and the order in which they are added.
  std::vector<std::int64_t> outer_starts;
  std::string outer_join;

  std::int64_t count() const { return static_cast<std::int64_t>(starts.size()); }
};

/// What the order of the first products says of any order.
struct Rhythm {
  std::int64_t step = 1;   ///< distance in k of two products that are added one after the other
  std::int64_t block = 1;  ///< products that may be added in one step
  bool descending = false;
};
/// `size`: masks of one call.
Parts find_parts(const Survivors& survivors, std::int64_t k, std::int64_t size, const Rhythm& rhythm);

}  // namespace ulpgate::probe::box
