#include "suites/rows/properties/sums.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "reference/formats/decode.h"

namespace ulpgate::rows {
namespace {

/// A sum of doubles with what each addition loses (Knuth's two-sum): its own error is far below any bound
/// that is asked for here.
struct Sum {
  double high = 0, low = 0;
  void add(double x) {
    const double next = high + x, part = next - high;
    low += (high - (next - part)) + (x - part);
    high = next;
  }
  double value() const { return high + low; }
};

}  // namespace

double rounding_at(const RowsOffer& o, double value) {
  const Format& f = o.output();
  const int exponent = value == 0 ? f.min_exponent() : std::max(std::ilogb(value), f.min_exponent());
  const bool nearest = o.rule.rounding == Rounding::nearest_even || o.rule.rounding == Rounding::nearest_away;
  const double ulp = std::ldexp(1.0, exponent - f.significand_bits);
  const double flushed = o.arithmetic.flushes_subnormals ? std::ldexp(1.0, f.min_exponent()) : 0;
  return std::max(nearest ? ulp / 2 : ulp, flushed);
}

CaseJudgement judge_row_sums(const Runner& runner, const RowsCase& c) {
  const RowsOffer& o = runner.offer();
  const Inputs inputs = expand(o, c);
  const RowsRun run = runner.run(c, inputs);
  if (auto problem = call_problem(run)) return *problem;
  const CaseJudge judge(runner.definition(), o, c, inputs);
  const std::size_t y = o.output_place();
  const auto shape = shape_of(o, c, y);
  CaseJudgement j;
  for (std::int64_t outer = 0; outer < shape[0]; ++outer) {
    for (std::int64_t inner = 0; inner < shape[2] && shape[1] > 0; ++inner) {
      Sum off, magnitude;
      double bound = 0;
      bool known = true;
      const auto code_at = [&](std::int64_t i) {
        return run.outputs[y][static_cast<std::size_t>((outer * shape[1] + i) * shape[2] + inner)];
      };
      for (std::int64_t i = 0; i < shape[1] && known; ++i) {
        const Element e{y, outer, i, inner};
        const RowValue v = judge.value(e);
        const RowBound b = judge.bound(e);
        const double got = to_double(o.output(), code_at(i));
        known = (v.number_class == NumberClass::finite || v.number_class == NumberClass::zero) &&
                std::isfinite(got) && std::isfinite(b.error) && !b.may_overflow;
        off.add(got);
        off.add(-v.value.high);
        off.add(-v.value.low);
        magnitude.add(std::fabs(got) + std::fabs(v.value.high));
        bound += b.error + v.value.radius + rounding_at(o, std::max(std::fabs(got), std::fabs(v.value.high)));
      }
      if (!known) continue;
      ++j.judged;
      // What additions of doubles lose, those of the bound included.
      bound = bound * (1 + 0x1p-30) + magnitude.value() * 0x1p-90;
      if (std::fabs(off.value()) <= bound || j.failed++ > 0) continue;
      char text[112];
      std::snprintf(text, sizeof text, "and its row is off by %.9g in sum, where %.3g is the bound",
                    off.value(), bound);
      j.finding = Finding{{y, outer, 0, inner}, code_at(0), code_at(0), std::nullopt, text};
    }
  }
  return j;
}

}  // namespace ulpgate::rows
