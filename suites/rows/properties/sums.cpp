#include "suites/rows/properties/sums.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "reference/formats/decode.h"
#include "suites/framework/random.h"

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

/// The first output of a run, row by row.
struct Output {
  const RowsRun& run;
  std::size_t tensor;
  std::array<std::int64_t, 3> shape;

  std::uint64_t code(const Element& e) const {
    return run.outputs[tensor][static_cast<std::size_t>((e.outer * shape[1] + e.i) * shape[2] + e.inner)];
  }
};

/// A row of it, each element times a weight that is a power of two or 0.
struct Weighted {
  bool known = true;  ///< all of it is finite, and has a bound
  Sum computed, exact;
  double bound = 0;
};

template <typename Weight>
Weighted weigh(const RowsOffer& o, const RowsCase& c, const CaseJudge& judge, const Output& y,
               const Element& first, const Weight& weight) {
  Weighted w;
  Sum magnitude;
  RowPlace at = place_in_row(o, c, first);
  for (at.i = 0; at.i < row_length(o, c) && w.known; ++at.i) {
    const Element e = element_in_row(o, c, y.tensor, at);
    const RowValue v = judge.value(e);
    const RowBound b = judge.bound(e);
    const double got = to_double(o.output(), y.code(e)), times = weight(at.i);
    w.known = (v.number_class == NumberClass::finite || v.number_class == NumberClass::zero) &&
              std::isfinite(got) && std::isfinite(b.error) && !b.may_overflow;
    w.computed.add(times * got);
    w.exact.add(times * v.value.high);
    w.exact.add(times * v.value.low);
    magnitude.add(std::fabs(times) * (std::fabs(got) + std::fabs(v.value.high)));
    w.bound += std::fabs(times) *
               (b.error + v.value.radius + rounding_at(o, std::max(std::fabs(got), std::fabs(v.value.high))));
  }
  // What additions of doubles lose, those of the bound included.
  w.bound = w.bound * (1 + 0x1p-30) + magnitude.value() * 0x1p-90;
  return w;
}

template <typename Judge>
CaseJudgement judge_rows(const Runner& runner, const RowsCase& c, const Judge& judge_row) {
  const RowsOffer& o = runner.offer();
  const Inputs inputs = expand(o, c);
  const RowsRun run = runner.run(c, inputs);
  if (auto problem = call_problem(run)) return *problem;
  const CaseJudge judge(runner.definition(), o, c, inputs);
  const Output y{run, o.output_place(), shape_of(o, c, o.output_place())};
  CaseJudgement j;
  const std::int64_t rows = has_groups(o) ? groups_of(o, c) : c.inner;
  for (std::int64_t outer = 0; outer < y.shape[0] && row_length(o, c) > 0; ++outer) {
    for (std::int64_t inner = 0; inner < rows; ++inner) {
      const Element row = element_in_row(o, c, y.tensor, {outer, inner, 0});
      const std::string what = judge_row(judge, y, row, j);
      if (what.empty() || j.failed++ > 0) continue;
      j.finding = Finding{row, y.code(row), y.code(row), std::nullopt, what};
    }
  }
  return j;
}

/// From -1 to 2, so that products with it are exact.
std::vector<double> direction_of(const RowsOffer& o, const RowsCase& c, const Element& first) {
  const CounterRandom random(c.seed, 91);
  const RowPlace row = place_in_row(o, c, first);
  const std::int64_t rows = has_groups(o) ? groups_of(o, c) : c.inner;
  std::vector<double> v;
  for (std::int64_t i = 0; i < row_length(o, c); ++i) {
    const auto at = static_cast<std::uint64_t>((row.outer * rows + row.inner) << 32 | i);
    v.push_back(static_cast<double>(random.below(at, 4)) - 1);
  }
  return v;
}

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
  return judge_rows(
      runner, c, [&](const CaseJudge& judge, const Output& y, const Element& row, CaseJudgement& j) {
        Weighted w = weigh(runner.offer(), c, judge, y, row, [](std::int64_t) { return 1.0; });
        if (!w.known) return std::string();
        ++j.judged;
        w.computed.add(-w.exact.high);
        w.computed.add(-w.exact.low);
        if (std::fabs(w.computed.value()) <= w.bound) return std::string();
        char text[112];
        std::snprintf(text, sizeof text, "and its row is off by %.9g in sum, where %.3g is the bound",
                      w.computed.value(), w.bound);
        return std::string(text);
      });
}

CaseJudgement judge_adjoint(const Runner& runner, const RowsCase& c, Growth growth) {
  return judge_rows(
      runner, c, [&](const CaseJudge& judge, const Output& y, const Element& row, CaseJudgement& j) {
        const std::vector<double> v = direction_of(runner.offer(), c, row);
        Weighted w = weigh(runner.offer(), c, judge, y, row,
                           [&](std::int64_t i) { return v[static_cast<std::size_t>(i)]; });
        if (!w.known) return std::string();
        ++j.judged;
        const Enclosure grown = growth(runner.offer(), c, judge.inputs_of(row), row, v);
        const double computed = w.computed.value();
        w.computed.add(-grown.high);
        w.computed.add(-grown.low);
        if (!(std::fabs(w.computed.value()) > w.bound + grown.radius)) return std::string();
        char text[160];
        std::snprintf(text, sizeof text,
                      "and along a direction its row is %.9g, where the forward's results grow by %.9g and "
                      "%.3g is the bound",
                      computed, grown.high, w.bound);
        return std::string(text);
      });
}

}  // namespace ulpgate::rows
