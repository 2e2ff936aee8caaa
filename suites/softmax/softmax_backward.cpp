// softmax_backward and log_softmax_backward: what makes a suite of each.
#include "reference/oracles/softmax_backward.h"

#include <array>

#include "reference/formats/decode.h"
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

bool masks(const RowsOffer& o) { return !is_log(o) || o.formats[0]->has_infinity; }

constexpr rows::RowsProperty properties[] = {
    {"SOFTMAX-GRAD-1", rows::always, rows::judge_all, rows::accuracy_cases, 40, rows::draw_accuracy,
     rows::derived_bound},
    {"SOFTMAX-GRADZERO-1", masks, rows::judge_all, masked_cases, 0, nullptr, rows::derived_bound},
    {"SOFTMAX-GRADSUM-1", rows::always, rows::judge_row_sums, rows::accuracy_cases, 0, nullptr,
     "the sum of the elements' bounds and roundings"},
};

constexpr std::array families{Family::normal, Family::uniform, Family::one_hot, Family::near_equal,
                              Family::tails,  Family::steps,   Family::equal};

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
