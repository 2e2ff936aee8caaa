#pragma once
// For adapters: a call of an operation of quantization (kernels/api/block_operations.h), checked.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/api/implementation.h"

namespace ulpgate {

/// A tensor of two axes; {n} has one row, {1} one element.
struct BlockView {
  const Format* format = nullptr;
  std::byte* data = nullptr;
  std::int64_t rows = 0, columns = 0;
  std::int64_t row_stride = 0, column_stride = 0;  ///< in elements

  std::byte* at(std::int64_t row, std::int64_t column) const {
    return data + (row * row_stride + column * column_stride) * static_cast<std::int64_t>(format->bytes());
  }
};

class BlockCall {
 public:
  std::int64_t rows = 0, columns = 0;  ///< of the elements, as x, y or a history has them

  /// nullptr where the call has no such tensor.
  const BlockView* find(std::string_view role) const;
  /// A tensor that the operation, or the offer that serves the call, has.
  const BlockView& view(std::string_view role) const { return *find(role); }
  /// The scalar's value.
  std::optional<double> scalar(std::string_view name) const;

 private:
  friend Reply understand_blocks(const Call& call, BlockCall& blocks);

  const Call* call_ = nullptr;
  std::vector<std::pair<std::string_view, BlockView>> views_;
};

/// Fills `blocks`, which refers to `call`. Status::invalid with a sentence where a tensor that the operation
/// requires is missing, or a rank, memory, or an extent other than one of blocks, which claims decide, is
/// wrong. Elements of four bits may be packed, two a byte.
Reply understand_blocks(const Call& call, BlockCall& blocks);

/// How "scales" and "scales_t" are stored; other tensors of blocks are plain.
enum class ScaleStorage { plain, padded, swizzled };

/// How elements of four bits lie in bytes: one in each, or two, those with an even place in the low or in the
/// high half.
enum class ElementPacking { none, low_first, high_first };

/// What is wrong with the extents of tensors that have one element a block, where a block has so many rows
/// and columns, 0: all; empty where nothing is.
std::string wrong_scales(const BlockCall& call, std::string_view operation, std::int64_t block_rows,
                         std::int64_t block_columns, ScaleStorage storage);

/// What is wrong with the extents of q and q_t, where they are packed or are not; empty where nothing is.
std::string wrong_elements(const BlockCall& call, bool packed);

}  // namespace ulpgate
