// sgd_step: what makes a suite of it.
#include "reference/oracles/sgd.h"

#include <array>

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
  const SgdRow row{p.values[0],
                   p.values[1],
                   p.values[2],
                   {scalar("lr"), scalar("momentum"), scalar("dampening"), scalar("weight_decay"), o.nesterov,
                    scalar("first") != 0}};
  // The model's copy is of the parameter.
  return skipping_step(o, p, {{1, SgdOutput::param}, {2, SgdOutput::buffer}, {1, SgdOutput::param}},
                       sgd_row(row, o.step));
}

Cases step_cases(const Definition& d, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  Cases all = rows::accuracy_cases(d, o, tier, seed);
  const auto add = [&](std::initializer_list<std::pair<const char*, double>> scalars) {
    ++seed;
    RowsCase c = rows::plain_case(o, 3, 33, d.families[seed % d.families.size()], seed);
    for (const auto& [name, value] : scalars) rows::set_scalar(o, c, name, value);
    all.push_back(c);
  };
  for (const double momentum : {0.0, 0.5, 0.99}) {
    for (const double first : {0.0, 1.0}) {
      for (const double dampening : {0.0, 0.25})
        add({{"momentum", momentum}, {"first", first}, {"dampening", dampening}});
    }
  }
  for (const double lr : {0.0, 1.0, 1e-6}) add({{"lr", lr}});
  for (const double decay : {0.0, 0.1, 1.0}) add({{"weight_decay", decay}});
  zero_cases(o, {"momentum_buffer"}, seed, all);
  subnormal_cases(o, {"momentum_buffer"}, seed, all);
  return all;
}

constexpr rows::RowsProperty properties[] = {
    {"SGD-ACC-1", rows::always, rows::judge_all, step_cases, 40, rows::draw_accuracy, rows::derived_bound},
    {"SGD-SKIP-1", rows::always, rows::judge_all, skip_cases, 0, nullptr, "the same bits"},
    {"SGD-MASTER-1", has_model, judge_model_copy, rows::accuracy_cases, 20, rows::draw_accuracy,
     "the rounding of new_param"},
};

constexpr std::array families{Family::normal, Family::uniform, Family::spread,
                              Family::steps,  Family::outlier, Family::tiny};

const Definition definition{.operation = "sgd_step",
                            .whole = whole_oracle,
                            .families = families,
                            .properties = properties,
                            .requirements = sgd_requirements,
                            .tightness = "SGD-TIGHT-1"};

}  // namespace

const Suite& sgd_suite() {
  static const Suite s = rows::suite_of<definition>();
  return s;
}

}  // namespace ulpgate::optimizer
