#pragma once
// What becomes of results: amax sees them, scale_y multiplies them, y's format rounds them.
#include <vector>

#include "kernels/adapters/host/elements.h"

namespace ulpgate::host {

template <class Number>
class Results {
 public:
  explicit Results(const RowCall& call)
      : call_(call),
        amax_(call.find("amax")),
        is_scaled_(call.scalar("scale_y").has_value()),
        scale_(rounded<Number>(call.scalar("scale_y").value_or(1))) {}

  void store_row(std::vector<Number> row, std::int64_t outer, std::int64_t inner = 0) {
    for (Number& v : row) {
      if (amax_ != nullptr) see(wide(v));
      if (is_scaled_) v = v * scale_;
    }
    host::store_row(call_.view("y"), row, outer, inner);
  }

  /// After all rows.
  void store_amax() const {
    if (amax_ != nullptr) store(*amax_->format, amax_->at(0), largest_);
  }

 private:
  /// Once NaN, always.
  void see(double v) {
    if (!std::isnan(largest_) && !(std::fabs(v) <= largest_)) largest_ = std::fabs(v);
  }

  const RowCall& call_;
  const RowView* amax_;
  bool is_scaled_;
  Number scale_;
  double largest_ = 0;
};

/// Claims of an offer whose y is scaled into eight bits beside an amax.
inline Claims scaled_claims(const Format& y) {
  Claims claims{{"scale_y", "yes"}, {"amax", "unrounded"}, {"amax_nan", "propagates"}};
  if (!y.has_infinity) claims["overflow"] = "saturate";
  return claims;
}

}  // namespace ulpgate::host
