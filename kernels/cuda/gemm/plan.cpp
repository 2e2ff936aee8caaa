#include "kernels/cuda/gemm/plan.h"

#include <algorithm>
#include <limits>

namespace ulpgate::cuda {
namespace {

std::int64_t ceiling(std::int64_t x, std::int64_t y) { return (x + y - 1) / y; }

bool is_integer(const GemmProblem& p) { return p.accumulator == ElementFormat::int32; }

bool sums(const GemmProblem& p) { return p.k > 0 && (is_integer(p) ? p.integer_alpha != 0 : p.alpha != 0); }

bool is_output(ElementFormat f) {
  return f != ElementFormat::tf32 && f != ElementFormat::int8 && f != ElementFormat::int32;
}

/// The widest copies that the addresses of all lines allow; offsets inside a tile are multiples of 16 bytes.
int copy_bytes(const GemmOperand& o, std::int64_t batch, std::int64_t lines, std::int64_t line_stride,
               int element_bytes) {
  for (const int width : {16, 8, 4}) {
    const auto multiple = [&](std::int64_t elements) { return elements * element_bytes % width == 0; };
    if (reinterpret_cast<std::uintptr_t>(o.data) % static_cast<unsigned>(width) == 0 &&
        (lines == 1 || multiple(line_stride)) && (batch == 1 || multiple(o.batch_stride)))
      return width;
  }
  return 0;
}

GemmOperand operand(const GemmProblem& p, const GemmMatrix& x, std::int64_t row_stride, std::int64_t k_stride,
                    std::int64_t rows) {
  GemmOperand o;
  o.data = static_cast<const unsigned char*>(x.data);
  o.batch_stride = x.batch_stride;
  o.row_stride = row_stride;
  o.k_stride = k_stride;
  o.rows = rows;
  const bool along_k = k_stride == 1, across_k = row_stride == 1;
  // wgmma takes nothing else.
  o.k_contiguous = along_k || !across_k || p.unit == GemmUnit::warp_group;
  if (along_k) {
    o.copy_bytes = copy_bytes(o, p.batch, rows, row_stride, bytes_of(x.format));
  } else if (!o.k_contiguous) {
    o.copy_bytes = copy_bytes(o, p.batch, p.k, k_stride, bytes_of(x.format));
  }
  return o;
}

}  // namespace

std::string why_not(const GemmProblem& p) {
  if (p.batch < 0 || p.m < 0 || p.n < 0 || p.k < 0) return "an extent is negative";
  if (p.split_k < 1) return "split_k is below 1";
  const ElementFormat d = p.d.format;
  if (is_integer(p)) {
    if (d != ElementFormat::int32 || p.c.format != d) return "integer products have C and D in int32";
    if (p.bias.data != nullptr || p.a_scale.data != nullptr || p.b_scale.data != nullptr ||
        p.largest != nullptr)
      return "integer products have no bias, scales and largest magnitude";
  } else if (!is_output(d) || !is_output(p.c.format) ||
             (p.bias.data != nullptr && !is_output(p.bias.format))) {
    return "C, D and bias are fp32, fp16, bf16, e4m3 or e5m2";
  }
  if (p.partials_in_output && bytes_of(d) == 1) return "parts are not rounded to 8 bits";
  if (tiles_of(p) > std::numeric_limits<std::int32_t>::max())
    return "D has more tiles than a grid has blocks";
  return {};
}

std::size_t workspace_bytes(const GemmProblem& p) {
  if (p.split_k <= 1 || !sums(p)) return 0;
  const int element = p.partials_in_output ? bytes_of(p.d.format) : 4;
  return static_cast<std::size_t>(p.split_k) * static_cast<std::size_t>(p.batch * p.m * p.n) *
         static_cast<std::size_t>(element);
}

std::int64_t tiles_of(const GemmProblem& p) {
  return ceiling(p.m, gemm_block::rows) * ceiling(p.n, gemm_block::columns);
}

GemmArguments plan(const GemmProblem& p, int instruction_k, void* workspace) {
  GemmArguments g;
  g.problem = p;
  g.sums = sums(p);
  g.part_k = p.k;
  // A warp group always covers all of its block.
  const bool by_warps = p.unit != GemmUnit::warp_group;
  if (by_warps && p.m <= gemm_block::warp_rows) g.block_rows = gemm_block::warp_rows;
  if (by_warps && p.n <= gemm_block::warp_columns) g.block_columns = gemm_block::warp_columns;
  if (!g.sums) return g;
  g.a = operand(p, p.a, p.a.row_stride, p.a.column_stride, p.m);
  g.b = operand(p, p.b, p.b.column_stride, p.b.row_stride, p.n);
  if (p.split_k > 1) {
    // Parts begin where copies of 16 bytes may.
    const int unit = std::max(instruction_k, 16 / bytes_of(p.a.format));
    g.part_k = ceiling(ceiling(p.k, p.split_k), unit) * unit;
    g.parts = static_cast<int>(ceiling(p.k, g.part_k));
    g.partials = workspace;
  }
  return g;
}

}  // namespace ulpgate::cuda
