#include "suites/gemm/matrix_layout.h"

#include <algorithm>

namespace ulpgate::gemm {

StridedPlan plan_layout(std::int64_t batch, std::int64_t rows, std::int64_t columns, const Layout& layout) {
  const std::int64_t contiguous = layout.transposed ? rows : columns;
  const std::int64_t others = layout.transposed ? columns : rows;
  const std::int64_t width = std::max<std::int64_t>(layout.inner == 0 ? 1 : contiguous * layout.inner, 1);
  const bool interleaved = layout.batching == Batching::interleaved;
  const std::int64_t leading = (interleaved ? width * std::max<std::int64_t>(batch, 1) : width) + layout.pad;
  const std::int64_t matrix = interleaved ? width : others * leading + layout.batch_pad;
  const std::int64_t batch_stride = layout.batching == Batching::shared ? 0 : matrix;
  const std::int64_t step = layout.reversed ? -leading : leading;
  StridedPlan p;
  p.shape = {batch, rows, columns};
  p.strides = layout.transposed ? std::array{batch_stride, layout.inner, step}
                                : std::array{batch_stride, step, layout.inner};
  p.first = buffer_margin + (layout.reversed && others > 0 ? (others - 1) * leading : 0);
  const bool empty = batch == 0 || rows == 0 || columns == 0;
  const std::int64_t last =
      empty ? 0 : (batch - 1) * batch_stride + (others - 1) * leading + (contiguous - 1) * layout.inner + 1;
  p.extent = last + 2 * buffer_margin;
  return p;
}

StridedBuffer matrix_buffer(const Format& format, std::int64_t batch, std::int64_t rows, std::int64_t columns,
                            const Layout& layout) {
  return {format, plan_layout(batch, rows, columns, layout), layout.lead};
}

}  // namespace ulpgate::gemm
