#pragma once
// Where the layout of a case puts a batch of matrices: axes are batch, row, column.
#include "suites/framework/strided_buffer.h"
#include "suites/gemm/gemm_case.h"

namespace ulpgate::gemm {

StridedPlan plan_layout(std::int64_t batch, std::int64_t rows, std::int64_t columns, const Layout& layout);

StridedBuffer matrix_buffer(const Format& format, std::int64_t batch, std::int64_t rows, std::int64_t columns,
                            const Layout& layout);

}  // namespace ulpgate::gemm
