// What a softmax is, beside its values: its range, its sum, its order, and that a shift changes nothing.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "reference/formats/decode.h"
#include "suites/framework/codes.h"
#include "suites/framework/text.h"
#include "suites/rows/properties/sums.h"
#include "suites/softmax/properties.h"

namespace ulpgate::softmax {
namespace {

using rows::Element;
using rows::Finding;

/// A run with its inputs, read row by row.
struct Ran {
  rows::Inputs inputs;
  rows::RowsRun run;
  std::size_t y = 0;
};

Ran run_of(const Runner& runner, const RowsCase& c) {
  Ran r;
  r.inputs = rows::expand(runner.offer(), c);
  r.run = runner.run(c, r.inputs);
  r.y = runner.offer().output_place();
  return r;
}

std::size_t place(const RowsCase& c, const Element& e) {
  return static_cast<std::size_t>((e.outer * c.n + e.i) * c.inner + e.inner);
}

void fail(CaseJudgement& j, const Element& e, std::uint64_t actual, std::uint64_t expected,
          std::string what) {
  if (j.failed++ == 0) j.finding = Finding{e, actual, expected, std::nullopt, std::move(what)};
}

std::vector<double> row_values(const RowsOffer& o, const RowsCase& c, const Ran& r, std::int64_t outer,
                               std::int64_t inner) {
  std::vector<double> values;
  for (std::int64_t i = 0; i < c.n; ++i)
    values.push_back(to_double(o.output(), r.run.outputs[r.y][place(c, {r.y, outer, i, inner})]));
  return values;
}

template <typename Visit>
void for_each_row(const RowsCase& c, Visit visit) {
  for (std::int64_t outer = 0; outer < c.outer && c.n > 0; ++outer)
    for (std::int64_t inner = 0; inner < c.inner; ++inner) visit(outer, inner);
}

bool all_finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double v) { return !std::isnan(v) && v < HUGE_VAL; });
}

/// Whether numerators are the very terms of the sum, divided once: then the error of exp is in both.
bool simply_shifted(const RowsOffer& o) {
  return !is_log(o) && o.arithmetic.softmax == SoftmaxAlgorithm::shifted &&
         o.arithmetic.division != Division::approximate && !o.arithmetic.through_logarithm;
}

/// How far from 1 the sum of a row may be. With e_i the computed exponentials and u the accumulator's unit,
/// the computed sum is sum e_i * (1 + t), |t| <= (1 + u)^n - 1 in any order, each quotient has a relative
/// error of (1 + u)^2 - 1 at most, and each is then rounded to y. Exponentials and quotients that underflow
/// are wrong by the smallest subnormal each, or by the smallest normal number where that is flushed; the sum
/// is at least 1, less its own error.
double sum_bound(const RowsOffer& o, const std::vector<double>& row, const std::vector<double>& errors) {
  double bound = 0;
  if (!simply_shifted(o)) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (row[i] == -HUGE_VAL) continue;
      // exp of a logarithm that is wrong by e is wrong by exp(y) * (exp(e) - 1) at most.
      const double own = errors[i] + rows::rounding_at(o, row[i]);
      bound += is_log(o) ? std::exp(row[i] + own) * -std::expm1(-own) : own;
    }
    return bound;
  }
  const Format& f = *o.arithmetic.accumulator;
  const double u = std::ldexp(1.0, -f.precision());
  const auto n = static_cast<double>(row.size());
  const double smallest = std::ldexp(
      1.0, o.arithmetic.flushes_subnormals ? f.min_exponent() : f.min_exponent() - f.significand_bits);
  const double growth = std::expm1((n + 3) * std::log1p(u));
  if (growth >= 0.5) return HUGE_VAL;
  bound = growth / (1 - growth) + 4 * n * smallest;
  for (const double y : row) bound += rows::rounding_at(o, y);
  return bound;
}

}  // namespace

CaseJudgement judge_range(const Runner& runner, const RowsCase& c) {
  const RowsOffer& o = runner.offer();
  const Ran r = run_of(runner, c);
  if (auto problem = rows::call_problem(r.run)) return *problem;
  const rows::CaseJudge judge(runner.definition(), o, c, r.inputs);
  const bool strict = simply_shifted(o);
  CaseJudgement j;
  rows::for_each_output(o, c, [&](const Element& e, std::size_t at) {
    if (e.tensor != r.y) return;
    const std::uint64_t code = r.run.outputs[e.tensor][at];
    const double value = to_double(o.output(), code);
    if (std::isnan(value)) return;
    ++j.judged;
    const bool inside = is_log(o) ? value <= 0 : value >= 0 && value <= 1;
    if (inside) return;
    // Other algorithms have a bound that may reach beyond.
    if (!strict && judge_element(o.output(), judge.acceptable(e, code), code).accepted) return;
    fail(j, e, code, nearest_code(o.output(), is_log(o) || value < 0 ? 0 : 1),
         is_log(o) ? "which is above 0" : "which is not in [0, 1]");
  });
  return j;
}

CaseJudgement judge_sum(const Runner& runner, const RowsCase& c) {
  const RowsOffer& o = runner.offer();
  const Ran r = run_of(runner, c);
  if (auto problem = rows::call_problem(r.run)) return *problem;
  const rows::CaseJudge judge(runner.definition(), o, c, r.inputs);
  CaseJudgement j;
  for_each_row(c, [&](std::int64_t outer, std::int64_t inner) {
    const std::vector<double> row = row_values(o, c, r, outer, inner);
    const RowValue first = judge.value({r.y, outer, 0, inner});
    ++j.judged;
    if (first.number_class == NumberClass::nan || !all_finite(row)) return;
    std::vector<double> errors;
    bool overflows = false;
    for (std::int64_t i = 0; !simply_shifted(o) && i < c.n; ++i) {
      const RowBound b = judge.bound({r.y, outer, i, inner});
      errors.push_back(b.error);
      overflows = overflows || b.may_overflow;
    }
    double sum = 0, rest = 0;  // compensated: its own error is below n^2 2^-106, and the terms' own of exp
    for (const double y : row) {
      const double term = is_log(o) ? std::exp(y) : y;
      const double next = sum + term;
      rest += std::fabs(sum) >= term ? (sum - next) + term : (term - next) + sum;
      sum = next;
    }
    const double bound =
        sum_bound(o, row, errors) + 0x1p-50 * (1 + static_cast<double>(is_log(o) ? c.n : 0) * 0x1p-2);
    const double off = std::fabs((sum - 1) + rest);
    if (overflows || off <= bound) return;
    const Element e{r.y, outer, 0, inner};
    const std::uint64_t code = r.run.outputs[r.y][place(c, e)];
    char text[96];
    std::snprintf(text, sizeof text, "and its row adds up to %.9g, not to 1 within %.3g", sum + rest, bound);
    fail(j, e, code, code, text);
  });
  return j;
}

CaseJudgement judge_order(const Runner& runner, const RowsCase& c) {
  const RowsOffer& o = runner.offer();
  const Ran r = run_of(runner, c);
  if (auto problem = rows::call_problem(r.run)) return *problem;
  const RowArithmetic& a = o.arithmetic;
  const double unit = std::ldexp(1.0, 1 - a.accumulator->precision());
  const bool by_exp = !is_log(o) || a.log_softmax == LogSoftmaxAlgorithm::of_softmax;
  const double sign = o.has_scale && to_double(o.scale_format(), c.scale) < 0 ? -1 : 1;
  CaseJudgement j;
  for_each_row(c, [&](std::int64_t outer, std::int64_t inner) {
    const std::vector<double> y = row_values(o, c, r, outer, inner);
    std::vector<double> x;
    for (std::int64_t i = 0; i < c.n; ++i)
      x.push_back(sign * to_double(*o.formats[0], r.inputs[0][place(c, {0, outer, i, inner})]));
    ++j.judged;
    if (!all_finite(y) || !all_finite(x)) return;
    std::vector<std::size_t> order(x.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t p, std::size_t q) { return x[p] < x[q]; });
    const double most = x[order.back()];
    // exp of both may be wrong, the smaller one upwards; 1.5 covers arguments of exp2.
    const auto slack = [&](std::size_t i) {
      if (!by_exp || y[i] == -HUGE_VAL) return 0.0;
      const double reach = 1.5 * (a.softmax == SoftmaxAlgorithm::unshifted ? std::fabs(x[i]) : most - x[i]) +
                           1 + (a.through_logarithm ? std::log(static_cast<double>(c.n)) : 0);
      const double ulps =
          a.exp.constant <= 0.5 && a.exp.slope == 0 ? 0 : a.exp.constant + a.exp.slope * reach;
      if (ulps == 0 && !is_log(o)) return 0.0;
      const double smallest = std::ldexp(
          1.0, a.flushes_subnormals ? a.accumulator->min_exponent()
                                    : a.accumulator->min_exponent() - a.accumulator->significand_bits);
      if (is_log(o)) return HUGE_VAL;
      return 2 * rows::rounding_at(o, y[i]) + ulps * (unit * y[i] + smallest);
    };
    std::size_t best = order[0];
    for (const std::size_t i : order) {
      if (y[i] < y[best] && x[i] > x[best] && y[i] + slack(i) < y[best] - slack(best)) {
        const Element e{r.y, outer, static_cast<std::int64_t>(i), inner};
        const std::uint64_t below =
            r.run.outputs[r.y][place(c, {r.y, outer, static_cast<std::int64_t>(best), inner})];
        fail(j, e, r.run.outputs[r.y][place(c, e)], below,
             "and a smaller logit, at " + std::to_string(best) + ", has " + shown_text(o.output(), below));
      }
      if (y[i] > y[best]) best = i;
    }
  });
  return j;
}

CaseJudgement judge_shift(const Runner& runner, const RowsCase& c) {
  const RowsOffer& o = runner.offer();
  const Format& f = *o.formats[0];
  const Ran straight = run_of(runner, c);
  if (auto problem = rows::call_problem(straight.run)) return *problem;
  CaseJudgement total;
  const int bits = std::min({f.precision(), o.arithmetic.accumulator->precision(), 24});
  for (const int exponent : {bits - 2, bits / 2}) {
    const double shift = std::ldexp(1.0, exponent);
    rows::Inputs moved = straight.inputs;
    bool exact = true;
    for (std::uint64_t& code : moved[0]) {
      const double sum = to_double(f, code) + shift;
      code = nearest_code(f, sum);
      exact = exact && to_double(f, code) == sum && std::fabs(sum) < std::ldexp(1.0, bits) &&
              sum == std::floor(sum);
    }
    if (!exact) continue;
    const rows::RowsRun run = runner.run(c, moved);
    if (auto problem = rows::call_problem(run)) return *problem;
    total.add(rows::compare_bits(o, c, straight.run, run,
                                 "with 2^" + std::to_string(exponent) + " added to each logit"));
  }
  return total;
}

}  // namespace ulpgate::softmax
