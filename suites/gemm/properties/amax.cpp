// The largest magnitude of all results, judged from the enclosure of each.
//
// The computed value of an element lies in [x - e, x + e] (judge.h), so its magnitude lies between known ends
// [l, h]. Then amax, the largest of the computed magnitudes, lies between the largest l and the largest h,
// and so do their roundings to amax's format, because rounding is monotone. Of D's elements the ends are
// those of the codes that are accepted.
#include <algorithm>
#include <bit>
#include <cmath>

#include "suites/framework/text.h"
#include "suites/gemm/property.h"

namespace ulpgate::gemm {
namespace {

constexpr double infinity = HUGE_VAL;

struct Magnitude {
  double low = 0, high = 0;
  bool nan = false;        ///< it is one
  bool maybe_nan = false;  ///< it may be one
};

Magnitude between(double low, double high) {
  const double smallest = low <= 0 && high >= 0 ? 0 : std::min(std::fabs(low), std::fabs(high));
  return {smallest, std::max(std::fabs(low), std::fabs(high)), false, false};
}

Magnitude of_element(const GemmOffer& o, const Acceptable& a) {
  const bool nan = o.amax_unrounded ? a.number_class == NumberClass::nan : is_nan(*o.d, a.low);
  if (nan) return {0, 0, true, true};
  Magnitude m;
  if (!o.amax_unrounded) {
    m = between(to_double(*o.d, a.low), to_double(*o.d, a.high));
  } else if (a.number_class == NumberClass::infinity) {
    m = {infinity, infinity, false, false};
  } else if (std::isfinite(a.error) && std::isfinite(a.value.high) && std::isfinite(a.value.radius)) {
    // The value may be an exact one that was rounded to double.
    const Interval ends = widened(a.value, a.error);
    m = between(std::nextafter(ends.low, -infinity), std::nextafter(ends.high, infinity));
  }
  if (a.infinity) m = {0, infinity, false, false};
  m.maybe_nan = a.nan && (a.infinity || !o.amax_unrounded);
  return m;
}

std::uint64_t rounded(const Format& format, double x) {
  return encode(format, unpack(formats::fp64, std::bit_cast<std::uint64_t>(x)), Rule{}).code;
}

struct Largest {
  double low = 0, high = 0;
  bool nan = false, maybe_nan = false;
  std::int64_t batch = 0, row = 0, column = 0;  ///< where `low`, or the first NaN, is
};

Largest largest_of(const Runner& runner, const GemmCase& c) {
  const GemmOffer& o = runner.offer();
  const GemmInputs inputs = expand(o, c);
  const CaseJudge judge(o, c, inputs);
  Largest all;
  for (std::int64_t b = 0; b < c.batch; ++b) {
    for (std::int64_t i = 0; i < c.m; ++i) {
      for (std::int64_t j = 0; j < c.n; ++j) {
        const Magnitude m = of_element(o, judge.acceptable(b, i, j));
        if ((m.nan && !all.nan) || (!all.nan && m.low > all.low)) {
          all.batch = b;
          all.row = i;
          all.column = j;
        }
        all.low = std::max(all.low, m.low);
        all.high = std::max(all.high, m.high);
        all.nan = all.nan || m.nan;
        all.maybe_nan = all.maybe_nan || m.maybe_nan;
      }
    }
  }
  return all;
}

}  // namespace

CaseJudgement judge_amax(const Runner& runner, const GemmCase& c) {
  const GemmOffer& o = runner.offer();
  const GemmRun run = runner.run(c, expand(o, c));
  if (auto problem = call_problem(run)) return *problem;
  const Largest all = largest_of(runner, c);
  CaseJudgement j;
  // What then is the largest is not said.
  if (all.nan && !o.amax_propagates_nan) return j;
  j.judged = 1;
  const Format& f = *o.amax;
  const std::uint64_t low = rounded(f, all.low), high = rounded(f, all.high);
  // Codes of magnitudes have their order.
  const bool accepted =
      is_nan(f, run.amax) ? all.nan || all.maybe_nan : !all.nan && low <= run.amax && run.amax <= high;
  if (accepted) return j;
  j.failed = 1;
  Finding finding{all.batch, all.row, all.column, run.amax, low, std::nullopt, "expected NaN", true};
  if (!all.nan)
    finding.what = "expected " + shown_text(f, low) + (low == high ? "" : " to " + shown_text(f, high));
  j.finding = finding;
  return j;
}

}  // namespace ulpgate::gemm
