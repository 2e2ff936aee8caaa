// unscale_check: what makes a suite of it.
#include "reference/oracles/unscale.h"

#include <array>
#include <cmath>
#include <map>
#include <tuple>

#include "suites/framework/codes.h"
#include "suites/framework/text.h"
#include "suites/optimizer/scaling_requirements.h"
#include "suites/optimizer/step.h"
#include "suites/optimizer/suite.h"
#include "suites/optimizer/unscale_cases.h"
#include "suites/rows/plan.h"

namespace ulpgate::optimizer {
namespace {

using rows::CaseJudgement;
using rows::Family;
using rows::RowsCase;
using rows::RowsOffer;

/// A number of the format, exactly; any NaN for one.
std::uint64_t code_of(const Format& f, double x) {
  if (std::isnan(x)) return alarming_code(f);
  if (std::isinf(x)) return infinity_magnitude(f) | (x < 0 ? f.sign_mask() : 0);
  return encode(f, Exact::from_double(x), Rule{}).code;
}

double value_of(const Format& f, const Expected& e) {
  return e.any_nan ? std::nan("") : to_double(f, e.code);
}

/// Output 0 is y, output 1 found.
class Unscale : public RowOracle {
 public:
  Unscale(const RowsOffer& o, const RowsCase& c, const rows::Part& p)
      : o_(o), n_(c.n), part_(p), rule_(o.unscaling) {
    rule_.gradient = &o.input();
    rule_.output = &o.output();
    rule_.flushes_subnormals = o.step.flushes_subnormals;
    const std::uint64_t scale = code_of(formats::fp32, values("scale").empty() ? 1 : values("scale")[0]);
    factor_ = rule_.unscaling == Unscaling::division ? scale : inverse_scale(scale).code;
    found_ = looks_found() || (o.has("index") && sums_found());
  }

  RowValue value(int output, std::int64_t i) const override {
    if (output == 1) return kept_value(found_ ? 1 : values("found_inf")[0]);
    return kept_value(belongs(i) ? value_of(o_.output(), unscaled(x(i)).gradient) : x(i));
  }
  RowValue refined(int output, std::int64_t i, int) const override { return value(output, i); }
  RowBound bound(int, std::int64_t) const override { return {}; }

 private:
  const std::vector<double>& values(const char* tensor) const { return part_.values[o_.place(tensor)]; }
  double x(std::int64_t i) const { return part_.values[0][static_cast<std::size_t>(i)]; }
  std::int64_t count() const { return static_cast<std::int64_t>(part_.values[0].size()); }
  bool belongs(std::int64_t i) const {
    return !o_.has("sizes") ||
           static_cast<double>(i % n_) < values("sizes")[static_cast<std::size_t>(i / n_)];
  }
  Unscaled unscaled(double g) const { return unscale(rule_, code_of(o_.input(), g), factor_); }

  bool looks_found() const {
    for (std::int64_t i = 0; i < count(); ++i) {
      if (!belongs(i)) continue;
      const bool beyond = o_.checks_as_fp32 && std::isinf(static_cast<float>(x(i)));
      if (rule_.found != FoundAt::unscaled && (!std::isfinite(x(i)) || beyond)) return true;
      if (rule_.found != FoundAt::scaled && unscaled(x(i)).found) return true;
    }
    return false;
  }

  /// Of lines of a sparse gradient: each addition rounded to fp32, the sum to the gradient's format.
  bool sums_found() const {
    std::map<std::pair<double, std::int64_t>, double> sums;
    for (std::int64_t i = 0; i < count(); ++i) {
      if (!belongs(i)) continue;
      double& sum = sums[{values("index")[static_cast<std::size_t>(i / n_)], i % n_}];
      const bool finite = std::isfinite(sum) && std::isfinite(x(i));
      sum = finite
                ? value_of(formats::fp32,
                           encode(formats::fp32, Exact::from_double(sum) + Exact::from_double(x(i)), Rule{}))
                : sum + x(i);
    }
    for (const auto& [line, sum] : sums) {
      if (!std::isfinite(sum) || !is_finite(o_.input(), code_of(o_.input(), sum))) return true;
    }
    return false;
  }

  const RowsOffer& o_;
  std::int64_t n_;
  const rows::Part& part_;
  UnscaleRule rule_;
  std::uint64_t factor_ = 0;
  bool found_ = false;
};

std::unique_ptr<RowOracle> whole_oracle(const RowsOffer& o, const RowsCase& c, const rows::Part& p) {
  return std::make_unique<Unscale>(o, c, p);
}

CaseJudgement judge_found(const rows::Runner& runner, const RowsCase& c) {
  return rows::judge_some(runner, c, [](const RowsOffer& o, const rows::Element& e) {
    return o.operation->tensors[e.tensor].name == "found";
  });
}

/// y against x, bit by bit.
CaseJudgement judge_same_bits(const rows::Runner& runner, const RowsCase& c) {
  const RowsOffer& o = runner.offer();
  const rows::Inputs inputs = rows::expand(o, c);
  const rows::RowsRun run = runner.run(c, inputs);
  if (auto problem = rows::call_problem(run)) return *problem;
  CaseJudgement j;
  const std::size_t y = o.place("y");
  rows::for_each_output(o, c, [&](const rows::Element& e, std::size_t at) {
    if (e.tensor != y) return;
    ++j.judged;
    const std::uint64_t actual = run.outputs[y][at], right = inputs[0][at];
    if (actual == right || j.failed++ > 0) return;
    j.finding = rows::Finding{e, actual, right, std::nullopt, "expected " + shown_text(o.output(), right)};
  });
  return j;
}

bool multiplies(const RowsOffer& o) {
  return o.unscaling.unscaling == Unscaling::reciprocal && o.formats[0] == &o.output();
}
bool has_sizes(const RowsOffer& o) { return o.has("sizes"); }
bool has_index(const RowsOffer& o) { return o.has("index"); }

constexpr std::string_view exact = "the exact result, rounded as claimed: reference/oracles/unscale.h";
constexpr std::string_view flag = "the flag that follows from the gradients";

constexpr rows::RowsProperty properties[] = {
    {"UNSCALE-ROUND-1", rows::always, rows::judge_all, scale_cases, 60, draw_scale, exact},
    {"UNSCALE-FOUND-1", rows::always, judge_found, found_cases, 60, draw_found, flag},
    {"UNSCALE-KEEP-1", rows::always, judge_found, keep_cases, 0, nullptr, flag},
    {"UNSCALE-AFTER-1", rows::always, judge_found, after_cases, 0, nullptr, flag},
    {"UNSCALE-ONE-1", multiplies, judge_same_bits, one_cases, 0, nullptr, "the same bits"},
    {"UNSCALE-SIZES-1", has_sizes, rows::judge_all, size_cases, 0, nullptr, exact},
    {"UNSCALE-LONG-1", rows::always, rows::judge_all, long_cases, 0, nullptr, exact, true},
    {"UNSCALE-SPARSE-1", has_index, judge_found, sparse_cases, 0, nullptr, flag},
};

constexpr std::array families{Family::normal,  Family::spread, Family::steps,
                              Family::outlier, Family::tiny,   Family::large};

const rows::Definition definition{.operation = "unscale_check",
                                  .whole = whole_oracle,
                                  .families = families,
                                  .properties = properties,
                                  .requirements = unscale_requirements,
                                  .tightness = {}};

}  // namespace

const Suite& unscale_suite() {
  static const Suite s = rows::suite_of<definition>();
  return s;
}

}  // namespace ulpgate::optimizer
