#include "kernels/api/column_major.h"

#include <algorithm>
#include <limits>
#include <string>

namespace ulpgate {
namespace {

Reply unsupported(std::string message) { return {Status::unsupported, std::move(message)}; }

Reply to_operand(std::string_view role, const CallMatrix& matrix, std::int64_t batch,
                 ColumnMajorOperand& operand) {
  const auto layout = blas_layout(matrix);
  if (!layout) {
    return unsupported(
        std::string(role) +
        " has strides that BLAS cannot express: one has to be 1, the other a leading dimension no "
        "shorter than a line");
  }
  if (batch > 1 && matrix.batch_stride < 0)
    return unsupported(std::string(role) + " has a negative batch stride");
  operand = {role, layout->row_major, std::max<std::int64_t>(layout->leading_dimension, 1),
             matrix.batch_stride};
  return {};
}

}  // namespace

Reply to_column_major(const GemmCall& g, ColumnMajorGemm& out) {
  ColumnMajorOperand d;
  if (Reply reply = to_operand("d", g.d, g.batch, d); reply.status != Status::ok) return reply;
  out.swapped = d.transposed;
  out.batch = g.batch;
  out.m = out.swapped ? g.n : g.m;
  out.n = out.swapped ? g.m : g.n;
  out.k = g.k;
  out.d_leading_dimension = d.leading_dimension;
  out.d_batch_stride = d.batch_stride;
  for (const bool first : {true, false}) {
    const bool is_a = first != out.swapped;
    const CallMatrix& matrix = is_a ? g.a : g.b;
    if (Reply reply = to_operand(is_a ? "a" : "b", out.swapped ? matrix.transposed() : matrix, g.batch,
                                 first ? out.x : out.y);
        reply.status != Status::ok)
      return reply;
  }
  const std::int64_t largest = std::max({out.batch, out.m, out.n, out.k, out.x.leading_dimension,
                                         out.y.leading_dimension, out.d_leading_dimension});
  if (largest > std::numeric_limits<std::int32_t>::max())
    return unsupported("a size or leading dimension does not fit 31 bits");
  return {};
}

}  // namespace ulpgate
