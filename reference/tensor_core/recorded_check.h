#pragma once
// The engine against recorded outputs.
#include <cstddef>
#include <cstdint>
#include <optional>

#include "reference/tensor_core/profile.h"
#include "reference/vectors/recorded_set.h"

namespace ulpgate {

struct RecordedDifference {
  std::size_t row = 0;  ///< from 0
  std::uint64_t recorded = 0;
  std::uint64_t computed = 0;
};

struct RecordedResult {
  std::size_t rows = 0;
  std::size_t equal = 0;
  std::optional<RecordedDifference> first;

  bool all_equal() const { return rows > 0 && equal == rows; }
};

/// Every row by the entry, bit for bit. A row shorter than the entry's largest shape is filled up with zeros,
/// as the recording programs did with their fragments.
RecordedResult check_recorded(const RecordedSet& set, const RecordedPlan& plan, const ProfileEntry& entry);

}  // namespace ulpgate
