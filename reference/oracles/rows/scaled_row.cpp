#include "reference/oracles/rows/scaled_row.h"

#include <cmath>
#include <utility>

#include "reference/bounds/accumulator_error.h"
#include "reference/oracles/rows/refine.h"

namespace ulpgate {
namespace {

class ScaledRow : public RowOracle {
 public:
  ScaledRow(std::unique_ptr<RowOracle> row, double scale, const RowArithmetic& arithmetic)
      : row_(std::move(row)), scale_(scale), acc_(arithmetic.accumulator, arithmetic.flushes_subnormals) {}

  RowValue value(int output, std::int64_t i) const override {
    const RowValue v = row_->value(output, i);
    return output == 0 ? scaled(v) : v;
  }

  RowValue refined(int output, std::int64_t i, int bits) const override {
    const RowValue v = row_->refined(output, i, bits);
    return output == 0 ? scaled(v) : v;
  }

  RowBound bound(int output, std::int64_t i) const override {
    RowBound b = row_->bound(output, i);
    if (output != 0 || scale_ == 1 || !(b.error < HUGE_VAL)) return b;
    const RowValue v = row_->value(0, i);
    if (v.number_class == NumberClass::nan || v.number_class == NumberClass::infinity) return b;
    const double factor = std::fabs(scale_);
    double size = factor * (largest_magnitude(v.value) + b.error);
    b.error *= factor;
    if (!acc_.holds(scale_)) b.error += size * acc_.unit_roundoff();
    size *= 1 + acc_.unit_roundoff();
    int exponent = 0;
    const bool exact = std::frexp(factor, &exponent) == 0.5 && size >= acc_.smallest_normal();
    if (!exact) b.error += acc_.of_product(size);
    b.error *= bound_evaluation;
    b.may_overflow = b.may_overflow || !(size + b.error <= acc_.largest());
    return b;
  }

 private:
  RowValue scaled(RowValue v) const {
    if (v.number_class == NumberClass::nan) return v;
    if (v.number_class == NumberClass::infinity) {
      if (scale_ == 0) return {NumberClass::nan, false, {}};
      v.negative = v.negative != (scale_ < 0);
      return v;
    }
    return finite_value(times(v.value, scale_));
  }

  std::unique_ptr<RowOracle> row_;
  double scale_;
  AccumulatorError acc_;
};

}  // namespace

std::unique_ptr<RowOracle> scaled_row(std::unique_ptr<RowOracle> row, double scale,
                                      const RowArithmetic& arithmetic) {
  return std::make_unique<ScaledRow>(std::move(row), scale, arithmetic);
}

}  // namespace ulpgate
