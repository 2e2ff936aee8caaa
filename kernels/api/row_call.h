#pragma once
// For adapters: a call of an operation on rows (kernels/api/row_operations.h), checked.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/api/implementation.h"

namespace ulpgate {

/// A tensor by (outer, i, inner): i along the row, outer and inner which row. What a tensor does not have of
/// these has the stride 0: gamma {n} is the same for every row, mean {rows} has one element for each.
/// Statistics {outer, groups} lie at (outer, 0, group).
struct RowView {
  const Format* format = nullptr;
  std::byte* data = nullptr;
  std::int64_t outer_stride = 0, stride = 0, inner_stride = 0;  ///< in elements

  std::byte* at(std::int64_t outer, std::int64_t i = 0, std::int64_t inner = 0) const {
    return data + (outer * outer_stride + i * stride + inner * inner_stride) *
                      static_cast<std::int64_t>(format->bytes());
  }
};

class RowCall {
 public:
  std::int64_t outer = 0;  ///< rows, of operations on matrices
  std::int64_t n = 0;
  std::int64_t inner = 1;
  std::int64_t d = 0;        ///< of attention
  std::int64_t reduced = 0;  ///< elements of a loss: one for each row, or one
  std::int64_t groups = 1;   ///< that n is cut into

  /// nullptr where the call has no such tensor.
  const RowView* find(std::string_view role) const;
  /// A tensor that the operation, or the offer that serves the call, has.
  const RowView& view(std::string_view role) const { return *find(role); }
  /// The scalar's value, exact but for int64, which is rounded.
  std::optional<double> scalar(std::string_view name) const;
  std::int64_t rows() const { return outer * inner; }
  /// Puts a tensor that the call has elsewhere, with the same strides.
  void move(std::string_view role, void* data);

 private:
  friend Reply understand_rows(const Call& call, RowCall& rows);

  const Call* call_ = nullptr;
  std::vector<std::pair<std::string_view, RowView>> views_;
};

/// Fills `rows`, which refers to `call`. Status::invalid with a sentence where a tensor that the operation
/// requires is missing, a rank, extent or memory is wrong, an output overlaps itself, "eps" of a norm or
/// "ignore_index" of a loss is missing, "causal" is not positive, or
/// "groups" is not a divisor of n.
Reply understand_rows(const Call& call, RowCall& rows);

}  // namespace ulpgate
