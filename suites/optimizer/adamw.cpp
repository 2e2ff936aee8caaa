// adamw_step: what makes a suite of it.
#include "reference/oracles/adamw.h"

#include <array>
#include <cmath>
#include <tuple>
#include <utility>

#include "suites/framework/codes.h"
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

/// Beside the outputs of a step, the number of the next one.
class Counting : public RowOracle {
 public:
  static constexpr int new_step = 4;  ///< its place among the outputs

  Counting(std::unique_ptr<RowOracle> step, double next) : step_(std::move(step)), next_(next) {}

  RowValue value(int output, std::int64_t i) const override {
    return output == new_step ? kept_value(next_) : step_->value(output, i);
  }
  RowValue refined(int output, std::int64_t i, int bits) const override {
    return output == new_step ? kept_value(next_) : step_->refined(output, i, bits);
  }
  RowBound bound(int output, std::int64_t i) const override {
    return output == new_step ? RowBound{} : step_->bound(output, i);
  }

 private:
  std::unique_ptr<RowOracle> step_;
  double next_;
};

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
  auto step = skipping_step(
      o, p, {{1, AdamWOutput::param}, {2, AdamWOutput::m}, {3, AdamWOutput::v}, {1, AdamWOutput::param}},
      adamw_row(row, o.step));
  return std::make_unique<Counting>(std::move(step), scalar("step") + (is_skipped(o, p) ? 0 : 1));
}

/// Step numbers at which the corrections of either moment still count, and those at which they do no more.
void bias_cases(const RowsOffer& o, std::uint64_t& seed, Cases& all) {
  constexpr double steps[] = {1,  2,  3,  4,   5,   6,    7,    8,      9,          10,         11,
                              12, 31, 32, 101, 999, 1000, 1001, 100000, 0x1p20 + 1, 0x1p31 + 5, 0x1p40};
  constexpr double betas[][2] = {{0.9, 0.999}, {0.999, 0.9}, {0.9999, 0.9999}};
  for (const double step : steps) {
    for (const auto& [beta1, beta2] : betas) {
      all.push_back(rows::plain_case(o, 1, 17, Family::normal, ++seed));
      rows::set_scalar(o, all.back(), "step", step);
      rows::set_scalar(o, all.back(), "beta1", beta1);
      rows::set_scalar(o, all.back(), "beta2", beta2);
    }
  }
}

/// Numbers at which only moments with a long memory are still corrected, where what is left of the correction
/// is all that the parameter shows: it was 0, and the rate is 1.
void late_cases(const RowsOffer& o, std::uint64_t& seed, Cases& all) {
  constexpr double betas[][2] = {{0.9, 0.99999}, {0.99999, 0.999}, {0.999, 0.9999}};
  const std::size_t param = o.place("param");
  for (const double step : {127.0, 128.0, 300.0, 1000.0, 2049.0, 4000.0, 70000.0, 1e6, 1e6 + 1}) {
    for (const auto& [beta1, beta2] : betas) {
      RowsCase c = rows::plain_case(o, 1, 9, Family::normal, ++seed);
      for (std::int64_t i = 0; i < c.n; ++i) c.planted.push_back({param, 0, i, 0, 0});
      rows::set_scalar(o, c, "lr", 1);
      rows::set_scalar(o, c, "step", step);
      rows::set_scalar(o, c, "beta1", beta1);
      rows::set_scalar(o, c, "beta2", beta2);
      all.push_back(c);
    }
  }
}

/// eps beside second moments that are as small, or 0; and gradients that only their scale makes large.
void eps_cases(const RowsOffer& o, std::uint64_t& seed, Cases& all) {
  for (const double eps : {1e-15, 1e-8, 1e-3, 0.0}) {
    for (const double v : {1e-30, 1e-16, 0.0}) {
      RowsCase c = rows::plain_case(o, 1, 9, Family::normal, ++seed);
      const std::size_t place = o.place("exp_avg_sq");
      for (std::int64_t i = 0; i < c.n; ++i)
        c.planted.push_back({place, 0, i, 0, nearest_code(*o.formats[place], v)});
      c.exponent = v > 1e-20 ? -27 : -50;
      rows::set_scalar(o, c, "eps", eps);
      all.push_back(c);
    }
  }
  if (largest_value(o.input()) < 1e30) return;
  for (const int exponent : {40, 60, 70}) {
    all.push_back(rows::plain_case(o, 1, 9, Family::normal, ++seed));
    all.back().exponent = exponent;
    rows::set_scalar(o, all.back(), "grad_scale", 65536);
  }
}

Cases step_cases(const Definition& d, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  Cases all = rows::accuracy_cases(d, o, tier, seed);
  const auto add = [&](const char* name, double value) {
    ++seed;
    all.push_back(rows::plain_case(o, 3, 33, d.families[seed % d.families.size()], seed));
    rows::set_scalar(o, all.back(), name, value);
  };
  for (const double beta : {0.0, 0.5, 0.99}) add("beta1", beta);
  for (const double beta : {0.9, 0.95, 0.99999}) add("beta2", beta);
  for (const double eps : {1e-3, 1e-15, 0.0}) add("eps", eps);
  for (const double lr : {0.0, 1.0, 1e-6}) add("lr", lr);
  for (const double decay : {0.0, 0.1, 1.0}) add("weight_decay", decay);
  bias_cases(o, seed, all);
  late_cases(o, seed, all);
  eps_cases(o, seed, all);
  zero_cases(o, {"exp_avg", "exp_avg_sq"}, seed, all);
  subnormal_cases(o, {"exp_avg", "exp_avg_sq"}, seed, all);
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

bool has_new_step(const RowsOffer& o) { return o.has("new_step"); }

/// Where narrow formats stop to count, or turn around.
Cases number_cases(const Definition&, const RowsOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  const std::size_t found_inf = o.place("found_inf");
  for (const double step : {1.0, 2.0, 126.0, 127.0, 255.0, 256.0, 2047.0, 2048.0, 32767.0, 65504.0, 65535.0,
                            0x1p24 - 1, 0x1p24, 0x1p24 + 1, 0x1p31 - 1, 0x1p31, 0x1p32, 0x1p40}) {
    for (const double found : {0.0, 1.0, 2.0, std::nan("")}) {
      RowsCase c = rows::plain_case(o, 1, 3, Family::normal, ++seed);
      const Format& f = *o.formats[found_inf];
      c.planted = {{found_inf, 0, 0, 0, std::isnan(found) ? alarming_code(f) : nearest_code(f, found)}};
      rows::set_scalar(o, c, "step", step);
      all.push_back(c);
    }
  }
  return all;
}

constexpr rows::RowsProperty properties[] = {
    {"OPT-ACC-1", rows::always, rows::judge_all, step_cases, 40, rows::draw_accuracy, rows::derived_bound},
    {"OPT-SKIP-1", rows::always, rows::judge_all, skip_cases, 0, nullptr, "the same bits"},
    {"OPT-STEP-1", has_new_step, rows::judge_all, number_cases, 0, nullptr, "the same number, rounded"},
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
