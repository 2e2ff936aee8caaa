// layer_norm_backward, rms_norm_backward and group_norm_backward: what makes a suite of each.
#include "reference/oracles/norm_backward.h"

#include <algorithm>
#include <array>
#include <bit>

#include "reference/oracles/group_norm.h"
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

std::unique_ptr<RowOracle> group_oracle(const RowsOffer& o, const RowsCase& c, const rows::Part& p) {
  return group_norm_backward_row({.dy = values(o, p, "dy"),
                                  .x = values(o, p, "x"),
                                  .spatial = c.inner,
                                  .gamma = values(o, p, "gamma"),
                                  .mean = values(o, p, "mean")[0],
                                  .rstd = values(o, p, "rstd")[0]},
                                 o.arithmetic);
}

std::unique_ptr<RowOracle> channel_oracle(const RowsOffer& o, const RowsCase& c, const rows::Part& p) {
  return group_norm_backward_column({.dy = values(o, p, "dy"),
                                     .x = values(o, p, "x"),
                                     .spatial = c.inner,
                                     .mean = values(o, p, "mean"),
                                     .rstd = values(o, p, "rstd")},
                                    o.arithmetic);
}

/// J v with z = (x - mean) rstd: gamma_i rstd (v_i - mean(v) - z_i mean(z v)); of rms_norm without mean(v).
Enclosure growth(const RowsOffer& o, const RowsCase& c, const rows::Part& p, const Element&,
                 std::span<const double> v) {
  const auto number = [](double x) { return Enclosure{x, 0, 0}; };
  const std::span<const double> dy = values(o, p, "dy"), x = values(o, p, "x"), gamma = values(o, p, "gamma");
  const double mean = centred(o) ? values(o, p, "mean")[0] : 0, rstd = values(o, p, "rstd")[0];
  const Enclosure n = number(static_cast<double>(v.size()));
  const auto z = [&](std::size_t i) { return times(minus(number(x[i]), number(mean)), rstd); };
  Enclosure common, along, sum;
  for (std::size_t i = 0; i < v.size(); ++i) {
    if (centred(o)) common = plus(common, number(v[i]));
    along = plus(along, times(z(i), v[i]));
  }
  for (std::size_t i = 0; i < v.size(); ++i) {
    const Enclosure moved = minus(times(n, v[i]), plus(common, times(z(i), along)));
    // Of a group, one for each channel.
    Enclosure weight = number(gamma.empty() ? 1 : gamma[i / static_cast<std::size_t>(c.inner)]);
    if (o.arithmetic.zero_centred && !gamma.empty()) weight = plus(weight, number(1));
    sum = plus(sum, times(times(times(moved, rstd), weight), dy[i]));
  }
  return quotient(sum, n);
}

CaseJudgement judge_adjoint(const rows::Runner& runner, const RowsCase& c) {
  return rows::judge_adjoint(runner, c, growth);
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

/// Something arrives in few rows alone, those beside powers of two, so that one more or less is seen in a sum
/// of any length.
RowsCase few_rows(const RowsOffer& o, std::int64_t rows, std::uint64_t seed) {
  RowsCase c = rows::spelled_out(o, rows::plain_case(o, rows, 3, Family::normal, seed));
  std::vector<std::uint64_t>& dy = c.codes[o.place("dy")];
  for (std::int64_t row = 0; row < rows; ++row) {
    const auto size = static_cast<std::uint64_t>(row);
    if (std::has_single_bit(size) || std::has_single_bit(size + 1) || row == rows - 1) continue;
    std::fill_n(dy.begin() + row * c.n, c.n, 0);
  }
  return c;
}

/// Sums of so many terms over batch and spatial, where there are channels.
RowsCase over_batches(const RowsOffer& o, RowsCase c) {
  if (!rows::has_groups(o)) return c;
  constexpr std::array<std::int64_t, 4> lengths{1, 4, 3, 9};
  std::uint64_t choice = c.seed;
  while (c.outer % lengths[choice % lengths.size()] != 0) ++choice;
  c.inner = lengths[choice % lengths.size()];
  c.outer /= c.inner;
  rows::set_groups(o, c);
  return c;
}

Cases parameter_cases(const Definition&, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  for (const auto& [rows, n] : {std::pair{1, 4},
                                {1, 1},
                                {2, 3},
                                {3, 4},
                                {7, 15},
                                {31, 33},
                                {32, 32},
                                {33, 5},
                                {63, 64},
                                {64, 2},
                                {65, 63},
                                {128, 64},
                                {257, 3},
                                {1000, 9},
                                {1023, 1},
                                {1024, 4},
                                {1025, 7}}) {
    if (tier == Tier::smoke && rows > 40) break;
    for (const Family family : {Family::normal, Family::offset, Family::outlier, Family::steps})
      all.push_back(over_batches(o, rows::plain_case(o, rows, n, family, ++seed)));
  }
  if (tier < Tier::standard) return all;
  // Few columns of many rows, and more of both than one block has.
  const std::int64_t many = o.emulated ? 4100 : 65537;
  all.push_back(over_batches(o, rows::plain_case(o, many, 4, Family::steps, ++seed)));
  for (const std::int64_t rows : {std::int64_t{33}, std::int64_t{129}, std::int64_t{1025}, many})
    all.push_back(few_rows(o, rows, ++seed));
  all.push_back(over_batches(o, rows::plain_case(o, 300, 260, Family::steps, ++seed)));
  return all;
}

Cases zero_cases(const Definition&, const RowsOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const std::int64_t n : {1, 4, 33, 260}) {
    RowsCase c = rows::spelled_out(o, rows::in_groups(o, rows::plain_case(o, 3, n, Family::normal, ++seed)));
    const std::size_t x = o.place("x"), rstd = o.place("rstd");
    std::fill(c.codes[x].begin(), c.codes[x].begin() + n, 0);
    c.codes[rstd][0] = nearest_code(*o.formats[rstd], 316.227766);  // of eps = 1e-5
    if (centred(o)) c.codes[o.place("mean")][0] = 0;
    all.push_back(c);
    // What arrives is one number everywhere, of which a sum of normalised elements takes no notice.
    std::fill(c.codes[o.place("dy")].begin(), c.codes[o.place("dy")].end(), nearest_code(*o.formats[0], 1));
    all.push_back(c);
  }
  return all;
}

constexpr rows::RowsProperty properties[] = {
    {"NORM-GRAD-1", rows::always, judge_dx, rows::accuracy_cases, 40, rows::draw_accuracy,
     rows::derived_bound},
    {"NORM-GRADPARAM-1", has_parameters, judge_parameters, parameter_cases, 0, nullptr, rows::derived_bound},
    {"NORM-GRADZERO-1", rows::always, rows::judge_all, zero_cases, 0, nullptr, rows::derived_bound},
    {"NORM-GRADSUM-1", rows::always, rows::judge_row_sums, rows::identity_cases, 0, nullptr,
     "the sum of the elements' bounds and roundings"},
    {"NORM-GRADADJOINT-1", rows::always, judge_adjoint, rows::identity_cases, 0, nullptr,
     "the sum of the elements' bounds and roundings, each times its part of the direction"},
};

constexpr std::array families{Family::normal,  Family::offset, Family::near_equal,  Family::steps,
                              Family::outlier, Family::spread, Family::alternating, Family::chunks,
                              Family::tiny,    Family::large,  Family::uniform};

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

const Definition group_norm_backward_definition{.operation = "group_norm_backward",
                                                .row = group_oracle,
                                                .column = channel_oracle,
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

const Suite& group_norm_backward_suite() {
  static const Suite s = rows::suite_of<group_norm_backward_definition>();
  return s;
}

}  // namespace ulpgate::norm
