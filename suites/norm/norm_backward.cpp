// layer_norm_backward and rms_norm_backward: what makes a suite of each.
#include "reference/oracles/norm_backward.h"

#include <algorithm>
#include <array>

#include "suites/framework/codes.h"
#include "suites/norm/requirements.h"
#include "suites/norm/suite.h"
#include "suites/rows/cases.h"
#include "suites/rows/plan.h"
#include "suites/rows/properties/sums.h"

namespace ulpgate::norm {
namespace {

using rows::CaseJudgement;
using rows::Cases;
using rows::Definition;
using rows::Element;
using rows::Family;
using rows::RowsCase;
using rows::RowsOffer;

std::span<const double> values(const RowsOffer& o, const rows::Part& p, const char* tensor) {
  return o.has(tensor) ? std::span<const double>(p.values[o.place(tensor)]) : std::span<const double>();
}

bool centred(const RowsOffer& o) { return o.has("mean"); }

std::unique_ptr<RowOracle> row_oracle(const RowsOffer& o, const RowsCase&, const rows::Part& p) {
  const NormBackwardRow row{.dy = values(o, p, "dy"),
                            .x = values(o, p, "x"),
                            .gamma = values(o, p, "gamma"),
                            .mean = centred(o) ? values(o, p, "mean")[0] : 0,
                            .rstd = values(o, p, "rstd")[0]};
  return centred(o) ? layer_norm_backward_row(row, o.arithmetic) : rms_norm_backward_row(row, o.arithmetic);
}

std::unique_ptr<RowOracle> column_oracle(const RowsOffer& o, const RowsCase&, const rows::Part& p) {
  const NormBackwardColumn column{.dy = values(o, p, "dy"),
                                  .x = values(o, p, "x"),
                                  .mean = values(o, p, "mean"),
                                  .rstd = values(o, p, "rstd")};
  return centred(o) ? layer_norm_backward_column(column, o.arithmetic)
                    : rms_norm_backward_column(column, o.arithmetic);
}

bool has_parameters(const RowsOffer& o) { return o.has("dgamma") || o.has("dbeta"); }

CaseJudgement judge_dx(const rows::Runner& runner, const RowsCase& c) {
  return rows::judge_some(runner, c,
                          [](const RowsOffer& o, const Element& e) { return e.tensor == o.output_place(); });
}

CaseJudgement judge_parameters(const rows::Runner& runner, const RowsCase& c) {
  return rows::judge_some(runner, c,
                          [](const RowsOffer& o, const Element& e) { return e.tensor != o.output_place(); });
}

Cases parameter_cases(const Definition&, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  for (const auto& [rows, n] :
       {std::pair{1, 4}, {3, 4}, {7, 15}, {31, 33}, {33, 5}, {128, 64}, {257, 3}, {1000, 9}}) {
    if (tier == Tier::smoke && rows > 40) break;
    for (const Family family : {Family::normal, Family::offset, Family::outlier})
      all.push_back(rows::plain_case(o, rows, n, family, ++seed));
  }
  if (tier >= Tier::standard && !o.emulated)
    all.push_back(rows::plain_case(o, 65537, 4, Family::normal, ++seed));
  return all;
}

Cases zero_cases(const Definition&, const RowsOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const std::int64_t n : {1, 4, 33, 260}) {
    RowsCase c = rows::spelled_out(o, rows::plain_case(o, 3, n, Family::normal, ++seed));
    const std::size_t x = o.place("x"), rstd = o.place("rstd");
    std::fill(c.codes[x].begin(), c.codes[x].begin() + n, 0);
    c.codes[rstd][0] = nearest_code(*o.formats[rstd], 316.227766);  // of eps = 1e-5
    if (centred(o)) c.codes[o.place("mean")][0] = 0;
    all.push_back(c);
  }
  return all;
}

constexpr rows::RowsProperty properties[] = {
    {"NORM-GRAD-1", rows::always, judge_dx, rows::accuracy_cases, 40, rows::draw_accuracy,
     rows::derived_bound},
    {"NORM-GRADPARAM-1", has_parameters, judge_parameters, parameter_cases, 0, nullptr, rows::derived_bound},
    {"NORM-GRADZERO-1", rows::always, rows::judge_all, zero_cases, 0, nullptr, rows::derived_bound},
    {"NORM-GRADSUM-1", rows::always, rows::judge_row_sums, rows::accuracy_cases, 0, nullptr,
     "the sum of the elements' bounds and roundings"},
};

constexpr std::array families{Family::normal,  Family::offset, Family::near_equal, Family::steps,
                              Family::outlier, Family::spread, Family::uniform};

const Definition layer_norm_backward_definition{.operation = "layer_norm_backward",
                                                .row = row_oracle,
                                                .column = column_oracle,
                                                .families = families,
                                                .properties = properties,
                                                .requirements = gradient_requirements,
                                                .tightness = "NORM-GRADTIGHT-1"};
const Definition rms_norm_backward_definition{.operation = "rms_norm_backward",
                                              .row = row_oracle,
                                              .column = column_oracle,
                                              .families = families,
                                              .properties = properties,
                                              .requirements = gradient_requirements,
                                              .tightness = "NORM-GRADTIGHT-1"};

}  // namespace

const Suite& layer_norm_backward_suite() {
  static const Suite s = rows::suite_of<layer_norm_backward_definition>();
  return s;
}

const Suite& rms_norm_backward_suite() {
  static const Suite s = rows::suite_of<rms_norm_backward_definition>();
  return s;
}

}  // namespace ulpgate::norm
