#include "reference/tensor_core/recorded_check.h"

#include <algorithm>
#include <vector>

#include "reference/tensor_core/mma.h"

namespace ulpgate {

RecordedResult check_recorded(const RecordedSet& set, const RecordedPlan& plan, const ProfileEntry& entry) {
  const Mma mma(entry, *plan.format, *plan.format);
  const int instruction_k = entry.largest_k();
  const std::size_t k = std::max(set.k, static_cast<std::size_t>(instruction_k));
  std::vector<std::uint64_t> a(k), b(k);
  RecordedResult result;
  for (std::size_t row = 0; row < set.rows(); ++row) {
    std::ranges::copy(set.a_row(row), a.begin());
    std::ranges::copy(set.b_row(row), b.begin());
    const std::uint64_t computed = mma.dot_chain(instruction_k, a, b, set.c[row]);
    ++result.rows;
    if (computed == set.d[row]) {
      ++result.equal;
    } else if (!result.first) {
      result.first = RecordedDifference{row, set.d[row], computed};
    }
  }
  return result;
}

}  // namespace ulpgate
