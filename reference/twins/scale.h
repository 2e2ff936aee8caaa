#pragma once
// How loss scales move, a second time: which system does what is a table, counters are found by counting back
// over every flag there was, and scales are exact numbers rounded by twins/encode.h. Slow.
#include <vector>

#include "reference/exact/exact.h"
#include "reference/scalers/scale_rule.h"

namespace ulpgate {

/// x rounded to the nearest number of the format, ties to even; past its range infinity.
Exact twin_nearest(const Format& format, const Exact& x);

class TwinScale {
 public:
  explicit TwinScale(const ScaleRule& rule);

  /// One step; false where the system raises instead.
  bool next(bool found);
  double scale() const { return scale_.to_double(); }

 private:
  bool grows() const;
  bool keeps() const;
  Exact grown() const;
  Exact lowered() const;

  ScaleRule rule_;
  Exact scale_;
  std::vector<bool> flags_;
  std::size_t refilled_at_ = 0;  ///< number of flags when the hysteresis was last made full
};

}  // namespace ulpgate
