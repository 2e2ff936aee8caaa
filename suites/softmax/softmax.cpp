// softmax and log_softmax: what makes a suite of each.
#include "reference/oracles/softmax.h"

#include <array>

#include "suites/rows/cases.h"
#include "suites/rows/plan.h"
#include "suites/softmax/properties.h"
#include "suites/softmax/requirements.h"
#include "suites/softmax/suite.h"

namespace ulpgate::softmax {
namespace {

using rows::Family;

/// The oracle of a row, and the mask that its span is of.
class Masked : public RowOracle {
 public:
  Masked(const RowsOffer& o, const RowsCase& c, const rows::Part& p) {
    const std::vector<double>& x = p.values[0];
    SoftmaxRow row{.x = x, .log = is_log(o)};
    if (o.rule.rounding == Rounding::nearest_even && !o.scale_y) row.y = &o.output();
    if (o.has_scale) {
      row.scale = to_double(o.scale_format(), c.scale);
      row.scaled = true;
    }
    const std::size_t mask = o.place("mask");
    const bool boolean = o.formats[mask] != nullptr && !o.formats[mask]->is_floating();
    if (boolean || o.causal) masked_.assign(x.size(), 0);
    for (std::size_t i = 0; boolean && i < x.size(); ++i) masked_[i] = p.values[mask][i] != 0 ? 1 : 0;
    if (o.causal) {
      const std::int64_t last = p.outer % c.causal + c.n - c.causal;
      for (std::size_t i = 0; i < x.size(); ++i)
        masked_[i] = masked_[i] != 0 || static_cast<std::int64_t>(i) > last ? 1 : 0;
    }
    row.masked = masked_;
    if (o.formats[mask] != nullptr && !boolean) row.mask = p.values[mask];
    oracle_ = rows::with_output_scale(o, c, softmax_row(row, o.arithmetic));
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

constexpr std::array families{Family::uniform, Family::offset, Family::near_equal, Family::one_hot,
                              Family::spread,  Family::tails,  Family::steps,      Family::equal,
                              Family::normal,  Family::large,  Family::tiny};

const Definition softmax_definition{.operation = "softmax",
                                    .row = row_oracle,
                                    .families = families,
                                    .properties = properties(),
                                    .requirements = requirements,
                                    .tightness = "SOFTMAX-TIGHT-1"};
const Definition log_softmax_definition{.operation = "log_softmax",
                                        .row = row_oracle,
                                        .families = families,
                                        .properties = properties(),
                                        .requirements = requirements,
                                        .tightness = "SOFTMAX-TIGHT-1"};

}  // namespace

bool is_log(const RowsOffer& o) { return o.operation->name == "log_softmax"; }

const Suite& softmax_suite() {
  static const Suite s = rows::suite_of<softmax_definition>();
  return s;
}

const Suite& log_softmax_suite() {
  static const Suite s = rows::suite_of<log_softmax_definition>();
  return s;
}

}  // namespace ulpgate::softmax
