// adamw_step: what makes a suite of it.
#include "reference/oracles/adamw.h"

#include <array>
#include <cmath>

#include "suites/framework/codes.h"
#include "suites/framework/text.h"
#include "suites/optimizer/requirements.h"
#include "suites/optimizer/suite.h"
#include "suites/rows/cases.h"
#include "suites/rows/plan.h"

namespace ulpgate::optimizer {
namespace {

using rows::CaseJudgement;
using rows::Cases;
using rows::Definition;
using rows::Family;
using rows::RowsCase;
using rows::RowsOffer;
using rows::Runner;

/// Places among the operation's tensors.
constexpr std::size_t param = 1, found_inf = 4, new_param = 5;
/// Outputs, as CaseJudge counts them; the fourth is the model's copy of the first.
constexpr int model = 3;

class Step : public RowOracle {
 public:
  Step(const RowsOffer& o, const RowsCase& c, const rows::Part& p) : part_(p) {
    // NaN counts as found.
    skips_ = !p.values[found_inf].empty() && !(p.values[found_inf][0] == 0);
    const auto scalar = [&](const char* name) { return rows::scalar_of(o, c, name); };
    const AdamWRow row{p.values[0],
                       p.values[param],
                       p.values[param + 1],
                       p.values[param + 2],
                       {scalar("lr"), scalar("beta1"), scalar("beta2"), scalar("eps"), scalar("weight_decay"),
                        static_cast<std::int64_t>(scalar("step"))},
                       scalar("grad_scale")};
    oracle_ = adamw_row(row, o.step);
  }

  RowValue value(int output, std::int64_t i) const override {
    return skips_ ? kept(output, i) : oracle_->value(of(output), i);
  }
  RowValue refined(int output, std::int64_t i, int bits) const override {
    return skips_ ? kept(output, i) : oracle_->refined(of(output), i, bits);
  }
  RowBound bound(int output, std::int64_t i) const override {
    return skips_ ? RowBound{} : oracle_->bound(of(output), i);
  }

 private:
  static int of(int output) { return output == model ? AdamWOutput::param : output; }

  RowValue kept(int output, std::int64_t i) const {
    const double x = part_.values[param + static_cast<std::size_t>(of(output))][static_cast<std::size_t>(i)];
    if (std::isnan(x)) return {NumberClass::nan, false, {}};
    if (std::isinf(x)) return {NumberClass::infinity, x < 0, {}};
    return {x == 0 ? NumberClass::zero : NumberClass::finite, std::signbit(x), {x, 0, 0}};
  }

  const rows::Part& part_;
  bool skips_ = false;
  std::unique_ptr<RowOracle> oracle_;
};

std::unique_ptr<RowOracle> whole_oracle(const RowsOffer& o, const RowsCase& c, const rows::Part& p) {
  return std::make_unique<Step>(o, c, p);
}

Cases step_cases(const Definition& d, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  Cases all = rows::accuracy_cases(d, o, tier, seed);
  const auto add = [&](const char* name, double value) {
    ++seed;
    all.push_back(rows::plain_case(o, 3, 33, d.families[seed % d.families.size()], seed));
    rows::set_scalar(o, all.back(), name, value);
  };
  for (const double step : {1.0, 2.0, 10.0, 1000.0, 100000.0}) add("step", step);
  for (const double beta : {0.0, 0.5, 0.99}) add("beta1", beta);
  for (const double beta : {0.9, 0.95, 0.99999}) add("beta2", beta);
  for (const double eps : {1e-3, 1e-15, 0.0}) add("eps", eps);
  for (const double lr : {0.0, 1.0, 1e-6}) add("lr", lr);
  for (const double decay : {0.0, 0.1, 1.0}) add("weight_decay", decay);
  return all;
}

Cases skip_cases(const Definition&, const RowsOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const double found : {1.0, 2.0, 0x1p-149, HUGE_VAL, std::nan("")}) {
    for (const std::int64_t n : {1, 5, 64, 257}) {
      RowsCase c = rows::plain_case(o, 2, n, Family::normal, ++seed);
      const Format& f = *o.formats[found_inf];
      const std::uint64_t code = std::isnan(found)   ? alarming_code(f)
                                 : std::isinf(found) ? infinity_magnitude(f)
                                                     : nearest_code(f, found);
      c.planted = {{found_inf, 0, 0, 0, code}};
      all.push_back(c);
      c.planted.push_back({0, 1, n - 1, 0, alarming_code(*o.formats[0])});
      all.push_back(c);
    }
  }
  return all;
}

Cases scale_cases(const Definition&, const RowsOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const double scale : {3.0, 1024.0, 65536.0, 0x1p-4, 0.1}) {
    for (const Family family : {Family::normal, Family::spread, Family::steps}) {
      all.push_back(rows::plain_case(o, 3, 21, family, ++seed));
      rows::set_scalar(o, all.back(), "grad_scale", scale);
    }
  }
  return all;
}

bool has_model(const RowsOffer& o) { return o.has("model"); }

/// Of what came out, the copy against the master.
CaseJudgement judge_master(const Runner& runner, const RowsCase& c) {
  const RowsOffer& o = runner.offer();
  const rows::RowsRun run = runner.run(c, rows::expand(o, c));
  if (auto problem = rows::call_problem(run)) return *problem;
  CaseJudgement j;
  const std::size_t copy = o.place("model");
  const Format &from = *o.formats[new_param], &to = *o.formats[copy];
  rows::for_each_output(o, c, [&](const rows::Element& e, std::size_t at) {
    if (e.tensor != copy) return;
    const std::uint64_t code = run.outputs[copy][at];
    const Expected right = encode(to, unpack(from, run.outputs[new_param][at]), o.rule_of(copy));
    ++j.judged;
    if (meets(to, code, right)) return;
    if (j.failed++ == 0)
      j.finding = rows::Finding{e, code, right.code, std::nullopt,
                                "new_param is " + shown_text(from, run.outputs[new_param][at]) +
                                    ", expected " + shown_text(to, right.code)};
  });
  return j;
}

constexpr rows::RowsProperty properties[] = {
    {"OPT-ACC-1", rows::always, rows::judge_all, step_cases, 40, rows::draw_accuracy, rows::derived_bound},
    {"OPT-SKIP-1", rows::always, rows::judge_all, skip_cases, 0, nullptr, "the same bits"},
    {"OPT-MASTER-1", has_model, judge_master, rows::accuracy_cases, 20, rows::draw_accuracy,
     "the rounding of new_param"},
    {"OPT-SCALE-1", rows::always, rows::judge_all, scale_cases, 0, nullptr, rows::derived_bound},
};

constexpr std::array families{Family::normal, Family::uniform, Family::spread,
                              Family::steps,  Family::outlier, Family::tiny};

const Definition definition{.operation = "adamw_step",
                            .whole = whole_oracle,
                            .families = families,
                            .properties = properties,
                            .requirements = adamw_requirements,
                            .tightness = "OPT-TIGHT-1"};

}  // namespace

const Suite& adamw_suite() {
  static const Suite s = rows::suite_of<definition>();
  return s;
}

}  // namespace ulpgate::optimizer
