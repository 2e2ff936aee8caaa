#include "kernels/api/block_call.h"

#include <string>

#include "kernels/api/block_operations.h"
#include "reference/formats/decode.h"

namespace ulpgate {
namespace {

bool has_two_axes(BlockExtents extents) {
  return extents != BlockExtents::tensors && extents != BlockExtents::one;
}

/// What is wrong with the tensor itself; empty where nothing is.
std::string wrong_tensor(const Tensor& t, const BlockTensor& role) {
  const std::string name(t.name);
  const std::size_t rank = has_two_axes(role.extents) ? 2 : 1;
  if (t.memory != Memory::host) return name + " is not in host memory";
  if (t.shape.size() != rank || t.strides.size() != rank)
    return name + " has rank " + std::to_string(t.shape.size()) + ", and its role has rank " +
           std::to_string(rank);
  bool empty = false;
  for (const std::int64_t extent : t.shape) {
    if (extent < 0) return name + " has the extent " + std::to_string(extent);
    empty = empty || extent == 0;
  }
  return !empty && t.data == nullptr ? name + " has no memory" : std::string();
}

bool holds_elements(const BlockTensor& role) { return role.name == "q" || role.name == "q_t"; }

std::int64_t packed(std::int64_t columns) { return (columns + 1) / 2; }

std::string wrong_extents(const BlockView& v, const BlockTensor& role, const BlockCall& call) {
  const bool may_be_packed = holds_elements(role) && v.format->width() == 4;
  const auto is = [&](std::int64_t rows, std::int64_t columns) {
    return v.rows == rows && (v.columns == columns || (may_be_packed && v.columns == packed(columns)));
  };
  const std::string wrong = std::string(role.name) + " has other extents than the other tensors make it";
  switch (role.extents) {
    case BlockExtents::elements:
      return is(call.rows, call.columns) ? "" : wrong;
    case BlockExtents::transposed:
      return is(call.columns, call.rows) ? "" : wrong;
    case BlockExtents::tensors:
      return is(1, call.columns) ? "" : wrong;
    case BlockExtents::one:
      return is(1, 1) ? "" : wrong;
    case BlockExtents::blocks:
    case BlockExtents::blocks_transposed:
      break;
  }
  return {};
}

std::int64_t blocks_along(std::int64_t extent, std::int64_t block) {
  return block == 0 ? 1 : (extent + block - 1) / block;
}

/// What says how many elements there are: the first tensor that is never packed.
const BlockView* whole_tensor(const BlockCall& call) {
  for (const char* role : {"x", "y", "history"}) {
    if (const BlockView* v = call.find(role)) return v;
  }
  return nullptr;
}

std::int64_t rounded_up(std::int64_t extent, std::int64_t multiple) {
  return (extent + multiple - 1) / multiple * multiple;
}

}  // namespace

const BlockView* BlockCall::find(std::string_view role) const {
  for (const auto& [name, view] : views_) {
    if (name == role) return &view;
  }
  return nullptr;
}

std::optional<double> BlockCall::scalar(std::string_view name) const {
  const Scalar* s = call_->scalar(name);
  return s == nullptr ? std::nullopt : std::optional(to_double(*s->format, s->bits));
}

std::string wrong_scales(const BlockCall& call, std::string_view operation, std::int64_t block_rows,
                         std::int64_t block_columns, ScaleStorage storage) {
  for (const BlockTensor& role : find_block_operation(operation)->tensors) {
    const BlockView* v = call.find(role.name);
    const bool turned = role.extents == BlockExtents::blocks_transposed;
    if (v == nullptr || (role.extents != BlockExtents::blocks && !turned)) continue;
    std::int64_t rows = blocks_along(turned ? call.columns : call.rows, block_rows);
    std::int64_t columns = blocks_along(turned ? call.rows : call.columns, block_columns);
    if (storage != ScaleStorage::plain && role.name.starts_with("scales")) {
      rows = rounded_up(rows, 128);
      columns = rounded_up(columns, 4);
      if (storage == ScaleStorage::swizzled) columns *= std::exchange(rows, 1);
    }
    if (v->rows != rows || v->columns != columns)
      return std::string(role.name) + " has " + std::to_string(v->rows) + " x " + std::to_string(v->columns) +
             " elements, and blocks and layout make it " + std::to_string(rows) + " x " +
             std::to_string(columns);
  }
  return {};
}

std::string wrong_elements(const BlockCall& call, bool is_packed) {
  for (const char* role : {"q", "q_t"}) {
    const BlockView* v = call.find(role);
    if (v == nullptr) continue;
    const std::int64_t n = std::string_view(role) == "q" ? call.columns : call.rows;
    const std::int64_t columns = is_packed ? packed(n) : n;
    if (v->columns != columns)
      return std::string(role) + " has rows of " + std::to_string(v->columns) + ", and packing makes them " +
             std::to_string(columns);
  }
  return {};
}

Reply understand_blocks(const Call& call, BlockCall& blocks) {
  blocks = BlockCall();
  blocks.call_ = &call;
  const BlockOperation* operation = find_block_operation(call.operation);
  if (operation == nullptr)
    return {Status::invalid, std::string(call.operation) + " is no operation of quantization"};
  for (const BlockTensor& role : operation->tensors) {
    const Tensor* t = call.tensor(role.name);
    if (t == nullptr) {
      if (role.optional) continue;
      return {Status::invalid, "there is no tensor " + std::string(role.name)};
    }
    if (std::string wrong = wrong_tensor(*t, role); !wrong.empty())
      return {Status::invalid, std::move(wrong)};
    BlockView v{.format = t->format, .data = static_cast<std::byte*>(t->data)};
    const bool two = has_two_axes(role.extents);
    v.rows = two ? t->shape[0] : 1;
    v.columns = t->shape[two ? 1 : 0];
    v.row_stride = two ? t->strides[0] : 0;
    v.column_stride = t->strides[two ? 1 : 0];
    blocks.views_.emplace_back(role.name, v);
  }
  const BlockView* const whole = whole_tensor(blocks);
  blocks.rows = whole->rows;
  blocks.columns = whole->columns;
  for (const BlockTensor& role : operation->tensors) {
    const BlockView* const v = blocks.find(role.name);
    if (v == nullptr) continue;
    if (std::string wrong = wrong_extents(*v, role, blocks); !wrong.empty())
      return {Status::invalid, std::move(wrong)};
  }
  return {};
}

}  // namespace ulpgate
