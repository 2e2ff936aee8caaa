// cross_entropy and cross_entropy_backward: what makes a suite of each.
#include "reference/oracles/cross_entropy.h"

#include <array>

#include "reference/formats/decode.h"
#include "suites/framework/codes.h"
#include "suites/loss/requirements.h"
#include "suites/loss/suite.h"
#include "suites/rows/cases.h"
#include "suites/rows/plan.h"

namespace ulpgate::loss {
namespace {

using rows::Cases;
using rows::Definition;
using rows::Family;
using rows::RowsCase;
using rows::RowsOffer;

/// The oracle of a whole call, and the targets that its span is of.
class Call : public RowOracle {
 public:
  Call(const RowsOffer& o, const RowsCase& c, const rows::Part& p) {
    for (const double t : p.values[o.place("target")]) target_.push_back(static_cast<std::int64_t>(t));
    const CrossEntropyRows rows{.x = p.values[0],
                                .n = c.n,
                                .target = target_,
                                .ignore_index = c.ignore_index,
                                .smoothing = o.smoothing ? to_double(formats::fp32, c.smoothing) : 0,
                                .output = o.rule.rounding == Rounding::nearest_even ? &o.output() : nullptr};
    oracle_ = o.has("dloss") ? cross_entropy_backward_rows(rows, p.values[o.place("dloss")], o.arithmetic)
                             : cross_entropy_rows(rows, o.arithmetic);
  }

  RowValue value(int output, std::int64_t i) const override { return oracle_->value(output, i); }
  RowValue refined(int output, std::int64_t i, int bits) const override {
    return oracle_->refined(output, i, bits);
  }
  RowBound bound(int output, std::int64_t i) const override { return oracle_->bound(output, i); }

 private:
  std::vector<std::int64_t> target_;
  std::unique_ptr<RowOracle> oracle_;
};

std::unique_ptr<RowOracle> whole_oracle(const RowsOffer& o, const RowsCase& c, const rows::Part& p) {
  return std::make_unique<Call>(o, c, p);
}

bool smooths(const RowsOffer& o) { return o.smoothing; }

Cases ignore_cases(const Definition&, const RowsOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const std::int64_t n : {1, 3, 64, 129}) {
    for (const std::int64_t ignored : {std::int64_t{-100}, std::int64_t{-1}, std::int64_t{0}, n - 1, n}) {
      RowsCase c = rows::plain_case(o, 7, n, Family::normal, ++seed);
      c.ignore_index = ignored;
      all.push_back(c);
      // All of them, and all but the last.
      c = rows::spelled_out(o, c);
      std::vector<std::uint64_t>& targets = c.codes[o.place("target")];
      targets.assign(targets.size(), static_cast<std::uint64_t>(ignored));
      all.push_back(c);
      targets.back() = static_cast<std::uint64_t>(n / 2);
      all.push_back(c);
    }
  }
  return all;
}

Cases smoothing_cases(const Definition&, const RowsOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const double smoothing : {0.0, 0.1, 0.5, 1.0}) {
    for (const std::int64_t n : {1, 2, 17, 260}) {
      RowsCase c = rows::plain_case(o, 4, n, n == 17 ? Family::spread : Family::normal, ++seed);
      c.smoothing = nearest_code(formats::fp32, smoothing);
      all.push_back(c);
    }
  }
  return all;
}

constexpr rows::RowsProperty properties[] = {
    {"LOSS-ACC-1", rows::always, rows::judge_all, rows::accuracy_cases, 40, rows::draw_accuracy,
     rows::derived_bound},
    {"LOSS-IGNORE-1", rows::always, rows::judge_all, ignore_cases, 0, nullptr, rows::derived_bound},
    {"LOSS-SMOOTH-1", smooths, rows::judge_all, smoothing_cases, 0, nullptr, rows::derived_bound},
};

constexpr std::array families{Family::normal,  Family::uniform, Family::offset, Family::near_equal,
                              Family::one_hot, Family::spread,  Family::steps,  Family::equal};

const Definition cross_entropy_definition{.operation = "cross_entropy",
                                          .whole = whole_oracle,
                                          .families = families,
                                          .properties = properties,
                                          .requirements = requirements,
                                          .tightness = "LOSS-TIGHT-1"};
const Definition cross_entropy_backward_definition{.operation = "cross_entropy_backward",
                                                   .whole = whole_oracle,
                                                   .families = families,
                                                   .properties = properties,
                                                   .requirements = requirements,
                                                   .tightness = "LOSS-TIGHT-1"};

}  // namespace

const Suite& cross_entropy_suite() {
  static const Suite s = rows::suite_of<cross_entropy_definition>();
  return s;
}

const Suite& cross_entropy_backward_suite() {
  static const Suite s = rows::suite_of<cross_entropy_backward_definition>();
  return s;
}

}  // namespace ulpgate::loss
