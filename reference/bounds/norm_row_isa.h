#pragma once
// The loop of norm_row.h, once for each instruction set: the same bits from each.
#include <cstdint>

namespace ulpgate::norm_row {

/// Names are those of norm_element.cpp; all of the row.
struct Constants {
  double by_rstd, rstd, most_rstd, moved, mean, u, u_direct, floor_direct, inputs, product_floor, sum_floor,
      one, two;
  double row_mean;    ///< with its sign
  double exact_mean;  ///< a NaN where row_mean is not exact
  bool centred;
};

struct Elements {
  const double* x;
  const double* gamma;  ///< or none
  const double* beta;   ///< or none; not without gamma
  std::int64_t count;
};

/// Returns the largest magnitude that anything on the way may have, or a NaN where one came up.
using Loop = double (*)(const Constants& constants, const Elements& row, double* bounds);

namespace baseline {
Loop loop();
}
namespace x86_v3 {
Loop loop();
}
namespace x86_v4 {
Loop loop();
}

}  // namespace ulpgate::norm_row
