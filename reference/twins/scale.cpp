#include "reference/twins/scale.h"

#include <algorithm>

#include "reference/twins/encode.h"
#include "reference/twins/quotient.h"

namespace ulpgate {
namespace {

enum class Grows { each_interval, each_interval_and_one, interval_and_one_then_interval };
enum class Refill { never, at_growth, at_clean };
enum class Top { kept, unlimited, ceiling, largest };
enum class Arithmetic { double_then_fp32, fp32, fp64 };

struct Behaviour {
  Grows grows;
  Refill refill;
  bool has_floor;
  Top top;
  Arithmetic arithmetic;
  bool divides;  ///< by the growth factor, rather than multiply by a backoff factor
};

/// In the order of ScalerSystem. deepspeed is the one that is not consecutive.
constexpr Behaviour behaviours[] = {
    {Grows::each_interval, Refill::never, false, Top::kept, Arithmetic::double_then_fp32, false},
    {Grows::each_interval, Refill::at_growth, true, Top::unlimited, Arithmetic::fp32, false},
    {Grows::each_interval, Refill::at_clean, false, Top::kept, Arithmetic::double_then_fp32, false},
    {Grows::each_interval, Refill::never, true, Top::ceiling, Arithmetic::fp64, true},
    {Grows::each_interval, Refill::never, true, Top::unlimited, Arithmetic::fp64, true},
    {Grows::interval_and_one_then_interval, Refill::at_growth, true, Top::unlimited, Arithmetic::fp64, true},
    {Grows::each_interval, Refill::never, true, Top::kept, Arithmetic::fp32, true},
    {Grows::each_interval_and_one, Refill::never, true, Top::largest, Arithmetic::fp32, false},
};

Behaviour behaviour(const ScaleRule& rule) {
  Behaviour b = behaviours[static_cast<std::size_t>(rule.system)];
  if (rule.consecutive && b.refill == Refill::at_growth && rule.system == ScalerSystem::deepspeed)
    b.refill = Refill::at_clean;
  return b;
}

Exact number(const Behaviour& b, double x) {
  const Exact exact = Exact::from_double(x);
  return b.arithmetic == Arithmetic::fp32 ? twin_nearest(formats::fp32, exact) : exact;
}

Exact rounded(const Behaviour& b, const Exact& x) {
  if (b.arithmetic == Arithmetic::fp32) return twin_nearest(formats::fp32, x);
  const Exact once = twin_nearest(formats::fp64, x);
  return b.arithmetic == Arithmetic::fp64 ? once : twin_nearest(formats::fp32, once);
}

}  // namespace

Exact twin_nearest(const Format& format, const Exact& x) {
  if (!x.is_finite() || x.is_zero()) return x;
  return Exact::from_code(format, twin_encode(format, x, Rule{}).code);
}

TwinScale::TwinScale(const ScaleRule& rule)
    : rule_(rule), scale_(rounded(behaviour(rule), Exact::from_double(rule.initial))) {}

bool TwinScale::grows() const {
  std::int64_t run = 0;
  for (auto flag = flags_.rbegin(); flag != flags_.rend() && !*flag; ++flag) ++run;
  switch (behaviour(rule_).grows) {
    case Grows::each_interval:
      return rule_.interval > 0 && run % rule_.interval == 0;
    case Grows::each_interval_and_one:
      return run % (rule_.interval + 1) == 0;
    case Grows::interval_and_one_then_interval:
      return run > 1 && (run - 1) % rule_.interval == 0;
  }
  return false;
}

/// Whether hysteresis keeps the scale at the flag that came last.
bool TwinScale::keeps() const {
  if (behaviour(rule_).refill == Refill::never) return false;
  const auto since = flags_.begin() + static_cast<std::ptrdiff_t>(refilled_at_);
  return std::count(since, flags_.end(), true) < rule_.hysteresis;
}

Exact TwinScale::grown() const {
  const Behaviour b = behaviour(rule_);
  const Exact up = rounded(b, scale_ * number(b, rule_.growth));
  switch (b.top) {
    case Top::kept:
      return up.is_finite() ? up : scale_;
    case Top::unlimited:
      return up;
    case Top::ceiling:
      return rule_.ceiling != 0 && up > Exact::from_double(rule_.ceiling) ? Exact::from_double(rule_.ceiling)
                                                                          : up;
    case Top::largest:
      return up.is_finite() ? up : Exact::from_code(formats::fp32, max_finite_magnitude(formats::fp32));
  }
  return up;
}

Exact TwinScale::lowered() const {
  const Behaviour b = behaviour(rule_);
  const Exact down = rounded(
      b, b.divides ? twin_quotient(scale_, number(b, rule_.growth)) : scale_ * number(b, rule_.backoff));
  const Exact floor = b.arithmetic == Arithmetic::fp64
                          ? Exact::from_double(rule_.floor)
                          : twin_nearest(formats::fp32, Exact::from_double(rule_.floor));
  return (b.has_floor || rule_.floor != 0) && down < floor ? floor : down;
}

bool TwinScale::next(bool found) {
  flags_.push_back(found);
  if (!rule_.dynamic) return true;
  const Refill refill = behaviour(rule_).refill;
  if (!found) {
    const bool now = grows();
    if (now) scale_ = grown();
    if (refill == Refill::at_clean || (refill == Refill::at_growth && now)) refilled_at_ = flags_.size();
    return true;
  }
  if (keeps()) return true;
  const bool at_floor = behaviour(rule_).has_floor && scale_ == Exact::from_double(rule_.floor);
  if (rule_.raises_at_floor && rule_.system == ScalerSystem::deepspeed && at_floor) {
    flags_.pop_back();
    return false;
  }
  scale_ = lowered();
  return true;
}

}  // namespace ulpgate
