// cross_entropy and cross_entropy_backward: what makes a suite of each.
#include "reference/oracles/cross_entropy.h"

#include <array>

#include "reference/formats/decode.h"
#include "suites/loss/properties.h"
#include "suites/loss/requirements.h"
#include "suites/loss/suite.h"
#include "suites/rows/plan.h"

namespace ulpgate::loss {
namespace {

using rows::Family;

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

constexpr std::array families{Family::normal,  Family::uniform,     Family::offset, Family::near_equal,
                              Family::one_hot, Family::spread,      Family::steps,  Family::equal,
                              Family::tails,   Family::alternating, Family::large,  Family::tiny};

const Definition cross_entropy_definition{.operation = "cross_entropy",
                                          .whole = whole_oracle,
                                          .families = families,
                                          .properties = forward_properties(),
                                          .requirements = requirements,
                                          .tightness = "LOSS-TIGHT-1"};
const Definition cross_entropy_backward_definition{.operation = "cross_entropy_backward",
                                                   .whole = whole_oracle,
                                                   .families = families,
                                                   .properties = backward_properties(),
                                                   .requirements = gradient_requirements,
                                                   .tightness = "LOSS-GRADTIGHT-1"};

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
