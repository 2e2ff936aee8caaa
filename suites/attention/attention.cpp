// attention: what makes a suite of it.
#include "reference/oracles/attention.h"

#include <array>

#include "reference/formats/decode.h"
#include "suites/attention/properties.h"
#include "suites/attention/requirements.h"
#include "suites/attention/suite.h"
#include "suites/rows/cases.h"
#include "suites/rows/plan.h"

namespace ulpgate::attention {
namespace {

using rows::Family;

/// The oracle of a row, and the mask that its span is of.
class Masked : public RowOracle {
 public:
  Masked(const RowsOffer& o, const RowsCase& c, const rows::Part& p) {
    const std::vector<double>& x = p.values[0];
    AttentionRow row{.x = x, .scale = to_double(o.scale_format(), c.scale), .v = p.values[1], .d = c.d};
    if (o.rule_of(o.place("lse")).rounding == Rounding::nearest_even) row.lse = o.format("lse");
    if (o.causal) {
      const std::int64_t last = p.outer % c.causal + c.n - c.causal;
      for (std::size_t i = 0; i < x.size(); ++i)
        masked_.push_back(static_cast<std::int64_t>(i) > last ? 1 : 0);
    }
    row.masked = masked_;
    oracle_ = attention_row(row, o.arithmetic);
  }

  RowValue value(int output, std::int64_t i) const override { return oracle_->value(output, i); }
  RowValue refined(int output, std::int64_t i, int bits) const override {
    return oracle_->refined(output, i, bits);
  }
  RowBound bound(int output, std::int64_t i) const override { return oracle_->bound(output, i); }

 private:
  std::vector<std::uint8_t> masked_;
  std::unique_ptr<RowOracle> oracle_;
};

std::unique_ptr<RowOracle> row_oracle(const RowsOffer& o, const RowsCase& c, const rows::Part& p) {
  return std::make_unique<Masked>(o, c, p);
}

CaseJudgement judge_o(const Runner& runner, const RowsCase& c) {
  return rows::judge_some(
      runner, c, [](const RowsOffer& o, const rows::Element& e) { return e.tensor == o.output_place(); });
}

CaseJudgement judge_lse(const Runner& runner, const RowsCase& c) {
  return rows::judge_some(
      runner, c, [](const RowsOffer& o, const rows::Element& e) { return e.tensor == o.place("lse"); });
}

bool has_infinities(const RowsOffer& o) { return o.input().has_infinity && o.format("lse")->has_infinity; }
bool is_causal(const RowsOffer& o) { return o.causal; }
bool sees_all(const RowsOffer& o) { return !o.causal; }
bool shifts(const RowsOffer& o) {
  const SoftmaxAlgorithm a = o.arithmetic.softmax;
  return o.deterministic && !o.causal && o.arithmetic.parts == 1 &&
         (a == SoftmaxAlgorithm::shifted || a == SoftmaxAlgorithm::online);
}

constexpr rows::RowsProperty properties[] = {
    {"ATTN-ACC-1", rows::always, judge_o, accuracy_cases, 40, rows::draw_accuracy, rows::derived_bound},
    {"ATTN-LSE-1", rows::always, judge_lse, rows::accuracy_cases, 40, rows::draw_accuracy,
     rows::derived_bound},
    {"ATTN-SPLIT-1", sees_all, judge_cuts, cut_cases, 0, nullptr,
     "the mean of both bounds, and what an error of lse moves a mean by"},
    {"ATTN-PLACE-1", has_infinities, rows::judge_all, place_cases, 0, nullptr, rows::derived_bound, true},
    {"ATTN-MASKED-1", has_infinities, rows::judge_all, masked_cases, 0, nullptr, "the claimed class", true},
    {"ATTN-CONSTANT-1", rows::always, judge_o, constant_cases, 0, nullptr, rows::derived_bound},
    {"ATTN-CAUSAL-1", is_causal, rows::judge_all, causal_cases, 0, nullptr, rows::derived_bound},
    {"ATTN-SCALE-1", rows::always, rows::judge_all, scale_cases, 0, nullptr, rows::derived_bound},
    {"ATTN-SHIFT-1", shifts, judge_shift, shift_cases, 0, nullptr, "the same bits"},
};

constexpr std::array families{Family::uniform, Family::normal, Family::offset, Family::near_equal,
                              Family::one_hot, Family::spread, Family::tails,  Family::steps,
                              Family::equal,   Family::tiny};

const Definition definition{.operation = "attention",
                            .row = row_oracle,
                            .families = families,
                            .properties = properties,
                            .requirements = requirements,
                            .tightness = "ATTN-TIGHT-1"};

}  // namespace

const Suite& suite() {
  static const Suite s = rows::suite_of<definition>();
  return s;
}

}  // namespace ulpgate::attention
