// softmax_backward and log_softmax_backward: what makes a suite of each.
#include "reference/oracles/softmax_backward.h"

#include <array>
#include <cmath>

#include "reference/formats/decode.h"
#include "suites/framework/codes.h"
#include "suites/rows/cases.h"
#include "suites/rows/plan.h"
#include "suites/rows/properties/sums.h"
#include "suites/softmax/requirements.h"
#include "suites/softmax/suite.h"

namespace ulpgate::softmax {
namespace {

using rows::Cases;
using rows::Definition;
using rows::Family;
using rows::RowsCase;
using rows::RowsOffer;

bool is_log(const RowsOffer& o) { return o.operation->name == "log_softmax_backward"; }

std::unique_ptr<RowOracle> row_oracle(const RowsOffer& o, const RowsCase& c, const rows::Part& p) {
  SoftmaxBackwardRow row{.y = p.values[0], .dy = p.values[1], .log = is_log(o)};
  if (o.has_scale) {
    row.scale = to_double(o.scale_format(), c.scale);
    row.scaled = true;
  }
  if (o.rule.rounding == Rounding::nearest_even) row.dx = &o.output();
  return softmax_backward_row(row, o.arithmetic);
}

/// J v of softmax is y_i (v_i - sum_j y_j v_j), of log-softmax v_i - sum_j exp(y_j) v_j, both times scale.
Enclosure growth(const RowsOffer& o, const RowsCase& c, const rows::Part& p, const rows::Element&,
                 std::span<const double> v) {
  const std::vector<double>&y = p.values[0], &dy = p.values[1];
  const auto weight = [&](std::size_t i) {
    if (!is_log(o)) return Enclosure{y[i], 0, 0};
    return std::isinf(y[i]) ? Enclosure{} : exponential({y[i], 0, 0});
  };
  Enclosure shift, sum;
  for (std::size_t i = 0; i < v.size(); ++i) shift = plus(shift, times(weight(i), v[i]));
  for (std::size_t i = 0; i < v.size(); ++i) {
    const Enclosure moved = minus({v[i], 0, 0}, shift);
    sum = plus(sum, times(is_log(o) ? moved : times(moved, y[i]), dy[i]));
  }
  return o.has_scale ? times(sum, to_double(o.scale_format(), c.scale)) : sum;
}

rows::CaseJudgement judge_adjoint(const rows::Runner& runner, const RowsCase& c) {
  return rows::judge_adjoint(runner, c, growth);
}

/// Some of y as a mask leaves it: 0, or -infinity of log-softmax; a whole row of it, too.
Cases masked_cases(const Definition&, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  const Format& f = *o.formats[0];
  const auto gone = is_log(o) ? rows::special_code(f, 2) : std::optional<std::uint64_t>(0);
  if (!gone) return all;
  for (const std::int64_t n : {1, 2, 8, 33, 65, 300, 1025}) {
    if (tier == Tier::smoke && n > 100) break;
    RowsCase c = rows::spelled_out(o, rows::plain_case(o, 3, n, Family::normal, ++seed));
    for (std::int64_t i = 0; i < n; ++i) {
      c.codes[0][static_cast<std::size_t>(n + i)] = *gone;
      if (i % 3 == 1) c.codes[0][static_cast<std::size_t>(i)] = *gone;
    }
    all.push_back(c);
  }
  return all;
}

/// Not a number, or infinite, where y is 0, as behind a mask: 0 * NaN is what is added up.
Cases lost_cases(const Definition&, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  const Format& f = *o.formats[1];
  const auto gone = is_log(o) ? rows::special_code(*o.formats[0], 2) : std::optional<std::uint64_t>(0);
  if (!gone) return all;
  for (const std::int64_t n : {2, 8, 33, 65, 300, 1025}) {
    if (tier == Tier::smoke && n > 100) break;
    for (int which = 0; which < 3; ++which) {
      const auto code = rows::special_code(f, which);
      if (!code) continue;
      RowsCase c = rows::plain_case(o, 4, n, Family::normal, ++seed);
      // At either end, in the middle, and a row without.
      for (const auto& [row, i] : {std::pair<std::int64_t, std::int64_t>{0, 0}, {1, n / 2}, {3, n - 1}}) {
        c.planted.push_back({0, row, i, 0, *gone});
        c.planted.push_back({1, row, i, 0, *code});
        c.planted.push_back({0, row, (i + 1) % n, 0, *gone});
      }
      all.push_back(c);
    }
  }
  return all;
}

/// One gradient that arrives, and y from where exp(y) is 2^-43 down to where it is below the smallest number:
/// of each other element, -exp(y) times the sum is all there is.
Cases faint_cases(const Definition&, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  const Format& y = *o.formats[0];
  const Format& dy = *o.formats[1];
  for (const std::int64_t n : {2, 9, 64, 257}) {
    if (tier == Tier::smoke && n > 100) break;
    RowsCase c = rows::spelled_out(o, rows::plain_case(o, 3, n, Family::quiet, ++seed));
    for (std::int64_t row = 0; row < c.outer; ++row) {
      const std::int64_t hot = row * (n - 1) / 2;
      for (std::int64_t i = 0; i < n; ++i) {
        const auto at = static_cast<std::size_t>(row * n + i);
        const double depth = 30 + 74 * static_cast<double>(i * 3 + row) / static_cast<double>(3 * n);
        c.codes[0][at] = nearest_code(y, i == hot ? 0 : -depth);
        // Large, so that narrow formats see the most of it.
        if (i == hot) c.codes[1][at] = nearest_code(dy, 0x1p15);
      }
    }
    all.push_back(c);
  }
  return all;
}

Cases scale_cases(const Definition&, const RowsOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const double scale : {0.125, 1.0, -0.75, 0.0, 0.0883883461, 16.0, 1e-3}) {
    for (const std::int64_t n : {3, 64, 301}) {
      RowsCase c = rows::plain_case(o, 2, n, n == 64 ? Family::spread : Family::normal, ++seed);
      c.scale = nearest_code(o.scale_format(), scale);
      all.push_back(c);
    }
  }
  return all;
}

bool scales(const RowsOffer& o) { return o.has_scale; }
bool masks_numbers(const RowsOffer& o) {
  return o.formats[1]->has_nan() && (!is_log(o) || o.formats[0]->has_infinity);
}
bool masks(const RowsOffer& o) { return !is_log(o) || o.formats[0]->has_infinity; }

constexpr rows::RowsProperty properties[] = {
    {"SOFTMAX-GRAD-1", rows::always, rows::judge_all, rows::accuracy_cases, 40, rows::draw_accuracy,
     rows::derived_bound},
    {"SOFTMAX-GRADZERO-1", masks, rows::judge_all, masked_cases, 0, nullptr, rows::derived_bound},
    {"SOFTMAX-GRADNAN-1", masks_numbers, rows::judge_all, lost_cases, 0, nullptr,
     "the class of each element by definition and claims; finite ones by reference/bounds/"},
    {"SOFTMAX-GRADFAINT-1", is_log, rows::judge_all, faint_cases, 0, nullptr, rows::derived_bound},
    {"SOFTMAX-GRADSUM-1", rows::always, rows::judge_row_sums, rows::identity_cases, 0, nullptr,
     "the sum of the elements' bounds and roundings"},
    {"SOFTMAX-GRADADJOINT-1", rows::always, judge_adjoint, rows::identity_cases, 0, nullptr,
     "the sum of the elements' bounds and roundings, each times its part of the direction"},
    {"SOFTMAX-GRADSCALE-1", scales, rows::judge_all, scale_cases, 0, nullptr, rows::derived_bound},
};

constexpr std::array families{Family::normal,     Family::uniform, Family::one_hot,
                              Family::near_equal, Family::tails,   Family::steps,
                              Family::equal,      Family::spread,  Family::tiny};

const Definition softmax_backward_definition{.operation = "softmax_backward",
                                             .row = row_oracle,
                                             .families = families,
                                             .properties = properties,
                                             .requirements = gradient_requirements,
                                             .tightness = "SOFTMAX-GRADTIGHT-1"};
const Definition log_softmax_backward_definition{.operation = "log_softmax_backward",
                                                 .row = row_oracle,
                                                 .families = families,
                                                 .properties = properties,
                                                 .requirements = gradient_requirements,
                                                 .tightness = "SOFTMAX-GRADTIGHT-1"};

}  // namespace

const Suite& softmax_backward_suite() {
  static const Suite s = rows::suite_of<softmax_backward_definition>();
  return s;
}

const Suite& log_softmax_backward_suite() {
  static const Suite s = rows::suite_of<log_softmax_backward_definition>();
  return s;
}

}  // namespace ulpgate::softmax
