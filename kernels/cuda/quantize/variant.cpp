#include "kernels/cuda/quantize/variant.h"

#include <algorithm>

namespace ulpgate::cuda {
namespace {

std::int64_t blocks_along(std::int64_t extent, std::int64_t block) {
  return block == 0 ? 1 : (extent + block - 1) / block;
}

Blocks blocks_of(const BlockShape& shape, std::int64_t rows, std::int64_t columns) {
  return {.rows = rows,
          .columns = columns,
          .block_rows = shape.rows == 0 ? std::max<std::int64_t>(rows, 1) : shape.rows,
          .block_columns = shape.columns == 0 ? std::max<std::int64_t>(columns, 1) : shape.columns,
          .scale_rows = blocks_along(rows, shape.rows),
          .scale_columns = blocks_along(columns, shape.columns)};
}

/// Sets the places and sizes of a problem from a call.
class Placed {
 public:
  Placed(const BlocksVariant& v, const BlockCall& call,
         const std::function<void*(std::string_view, void*)>& moved)
      : v_(v), call_(call), moved_(moved) {}

  void operator()(AmaxProblem& p) const {
    p.blocks = blocks();
    p.x = memory("x");
    p.before = memory("before");
    p.amax = memory("amax");
  }
  void operator()(QuantizeCall& c) const {
    QuantizeProblem& p = c.problem;
    p.blocks = blocks();
    p.x = memory("x");
    p.scale = memory("scale");
    p.random = memory("random");
    p.q = memory("q");
    p.scales = memory("scales");
    p.global = static_cast<const float*>(memory("global").data);
    c.transposed = call_.find("q_t") != nullptr;
    if (!c.transposed) return;
    c.turned = p;
    std::swap(c.turned.x.row_stride, c.turned.x.column_stride);
    c.turned.blocks = blocks_of(v_.block, call_.columns, call_.rows);
    c.turned.q = memory("q_t");
    c.turned.scales = memory("scales_t");
  }
  void operator()(DequantizeProblem& p) const {
    p.blocks = blocks();
    p.q = memory("q");
    p.scales = memory("scales");
    p.y = memory("y");
    p.global = static_cast<const float*>(memory("global").data);
  }
  void operator()(HistoryProblem& p) const {
    p.margin = static_cast<float>(call_.scalar("margin").value_or(0));
    p.length = call_.rows;
    p.tensors = call_.columns;
    p.history = memory("history");
    p.scale = memory("scale");
    p.reduced = memory("reduced");
    p.new_history = memory("new_history");
    p.new_scale = memory("new_scale");
    p.scale_inverse = memory("scale_inverse");
  }
  void operator()(HadamardProblem& p) const {
    p.rows = call_.rows;
    p.columns = call_.columns;
    p.x = memory("x");
    p.y = memory("y");
  }

 private:
  Blocks blocks() const { return blocks_of(v_.block, call_.rows, call_.columns); }
  BlockMemory memory(std::string_view role) const {
    const BlockView* v = call_.find(role);
    if (v == nullptr) return {};
    return {.data = moved_(role, v->data), .row_stride = v->row_stride, .column_stride = v->column_stride};
  }

  const BlocksVariant& v_;
  const BlockCall& call_;
  const std::function<void*(std::string_view, void*)>& moved_;
};

}  // namespace

BlocksProblem problem_of(const BlocksVariant& variant, const BlockCall& call,
                         const std::function<void*(std::string_view, void*)>& moved) {
  BlocksProblem problem = variant.problem;
  std::visit(Placed(variant, call, moved), problem);
  return problem;
}

Reply check_call(const BlocksVariant& variant, const BlockCall& call) {
  std::string wrong =
      wrong_scales(call, variant.offer.operation, variant.block.rows, variant.block.columns, variant.storage);
  if (wrong.empty()) wrong = wrong_elements(call, variant.packed);
  if (!wrong.empty()) return {Status::invalid, std::move(wrong)};
  if (std::holds_alternative<HadamardProblem>(variant.problem) && call.columns % 16 != 0)
    return {Status::unsupported, "rows are not groups of sixteen"};
  if (std::holds_alternative<HistoryProblem>(variant.problem) && call.rows == 0)
    return {Status::invalid, "a history has at least a row"};
  return {};
}

std::size_t workspace_bytes(const BlocksProblem& problem) {
  if (const auto* p = std::get_if<AmaxProblem>(&problem)) return blocks_workspace_bytes(p->blocks);
  const auto* c = std::get_if<QuantizeCall>(&problem);
  if (c == nullptr) return 0;
  const std::size_t own = blocks_workspace_bytes(c->problem.blocks);
  return c->transposed ? std::max(own, blocks_workspace_bytes(c->turned.blocks)) : own;
}

}  // namespace ulpgate::cuda
