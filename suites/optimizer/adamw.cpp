// adamw_step: what makes a suite of it.
#include "reference/oracles/adamw.h"

#include <array>
#include <tuple>

#include "suites/optimizer/requirements.h"
#include "suites/optimizer/step.h"
#include "suites/optimizer/suite.h"
#include "suites/rows/cases.h"
#include "suites/rows/plan.h"

namespace ulpgate::optimizer {
namespace {

using rows::Cases;
using rows::Definition;
using rows::Family;
using rows::RowsCase;
using rows::RowsOffer;

std::unique_ptr<RowOracle> whole_oracle(const RowsOffer& o, const RowsCase& c, const rows::Part& p) {
  const auto scalar = [&](const char* name) { return rows::scalar_of(o, c, name); };
  const auto& [x, param, m, v] = std::tie(p.values[0], p.values[1], p.values[2], p.values[3]);
  const AdamWRow row{x,
                     param,
                     m,
                     v,
                     {scalar("lr"), scalar("beta1"), scalar("beta2"), scalar("eps"), scalar("weight_decay"),
                      static_cast<std::int64_t>(scalar("step"))},
                     scalar("grad_scale")};
  // The model's copy is of the parameter.
  return skipping_step(
      o, p, {{1, AdamWOutput::param}, {2, AdamWOutput::m}, {3, AdamWOutput::v}, {1, AdamWOutput::param}},
      adamw_row(row, o.step));
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

constexpr rows::RowsProperty properties[] = {
    {"OPT-ACC-1", rows::always, rows::judge_all, step_cases, 40, rows::draw_accuracy, rows::derived_bound},
    {"OPT-SKIP-1", rows::always, rows::judge_all, skip_cases, 0, nullptr, "the same bits"},
    {"OPT-MASTER-1", has_model, judge_model_copy, rows::accuracy_cases, 20, rows::draw_accuracy,
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
