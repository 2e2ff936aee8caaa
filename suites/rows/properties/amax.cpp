// The largest magnitude of all results, judged from the enclosure of each.
//
// The result of an element as the accumulator has it lies in [x - e, x + e], so its magnitude lies between
// known ends [l, h]. Then amax lies between the roundings of the largest l and of the largest h, because
// rounding is monotone. Of y's elements, which are there to be seen, it is a plain maximum.
#include <algorithm>
#include <bit>
#include <cmath>

#include "reference/formats/decode.h"
#include "reference/formats/encode.h"
#include "suites/framework/codes.h"
#include "suites/framework/text.h"
#include "suites/rows/properties/conduct.h"

namespace ulpgate::rows {
namespace {

struct Magnitude {
  double low = 0, high = 0;
  bool nan = false;        ///< it is one
  bool maybe_nan = false;  ///< it may be one
};

Magnitude result(const RowsOffer& o, const RowValue& v, const RowBound& b) {
  if (v.number_class == NumberClass::nan) return {0, 0, true, true};
  const bool infinite = v.number_class == NumberClass::infinity;
  if (b.may_overflow || !(b.error < HUGE_VAL) || !(v.value.radius < HUGE_VAL))
    return {0, HUGE_VAL, false, b.may_overflow};
  if (infinite) return {HUGE_VAL, HUGE_VAL, false, false};
  const Interval ends = widened(v.value, b.error);
  const double least =
      ends.low <= 0 && ends.high >= 0 ? 0 : std::min(std::fabs(ends.low), std::fabs(ends.high));
  Magnitude m{least, std::max(std::fabs(ends.low), std::fabs(ends.high)), false, false};
  const double normal = std::ldexp(1.0, o.arithmetic.accumulator->min_exponent());
  if (o.arithmetic.flushes_subnormals && m.low < normal) m.low = 0;
  return m;
}

std::uint64_t rounded(const Format& format, double x) {
  return encode(format, unpack(formats::fp64, std::bit_cast<std::uint64_t>(x)), Rule{}).code;
}

}  // namespace

CaseJudgement judge_amax(const Runner& runner, const RowsCase& c) {
  const RowsOffer& o = runner.offer();
  const Inputs inputs = expand(o, c);
  const RowsRun run = runner.run(c, inputs);
  if (auto problem = call_problem(run)) return *problem;
  RowsCase unscaled = c;
  unscaled.scale_y = nearest_code(formats::fp32, 1);
  const CaseJudge judge(runner.definition(), o, unscaled, inputs);
  const std::size_t y = o.output_place(), amax = o.place("amax");
  Magnitude all;
  Element at{y, 0, 0, 0};
  for_each_output(o, c, [&](const Element& e, std::size_t place) {
    if (e.tensor != y) return;
    Magnitude m;
    if (o.amax_unrounded) {
      m = result(o, judge.value(e), judge.bound(e));
    } else {
      const double element = to_double(o.output(), run.outputs[y][place]);
      m.nan = m.maybe_nan = std::isnan(element);
      if (!m.nan) m.low = m.high = std::fabs(element);
    }
    if ((m.nan && !all.nan) || (!all.nan && m.low > all.low)) at = e;
    all.low = std::max(all.low, m.low);
    all.high = std::max(all.high, m.high);
    all.nan = all.nan || m.nan;
    all.maybe_nan = all.maybe_nan || m.maybe_nan;
  });
  CaseJudgement j;
  j.judged = 1;
  // What then is the largest is not said.
  if (all.nan && !o.amax_propagates_nan) return j;
  const Format& f = *o.formats[amax];
  const std::uint64_t got = run.outputs[amax][0], low = rounded(f, all.low), high = rounded(f, all.high);
  // Codes of magnitudes have their order.
  const bool accepted = is_nan(f, got) ? all.nan || all.maybe_nan : !all.nan && low <= got && got <= high;
  if (accepted) return j;
  j.failed = 1;
  const std::string expected =
      all.nan ? "NaN" : shown_text(f, low) + (low == high ? "" : " to " + shown_text(f, high));
  j.finding = Finding{{amax, 0, 0, 0},
                      got,
                      low,
                      std::nullopt,
                      "expected " + expected + ", by y (" + std::to_string(at.outer) + ", " +
                          std::to_string(at.i) + (c.inner == 1 ? "" : ", " + std::to_string(at.inner)) + ")"};
  return j;
}

}  // namespace ulpgate::rows
