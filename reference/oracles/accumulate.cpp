#include "reference/oracles/accumulate.h"

#include <cmath>
#include <vector>

#include "reference/bounds/tracked.h"
#include "reference/oracles/rows/refine.h"

namespace ulpgate {
namespace {

class Accumulate : public RowOracle {
 public:
  Accumulate(const Accumulation& e, const StepArithmetic& a) : e_(e), plain_(e.main) {
    const TrackedArithmetic arithmetic(AccumulatorError(a.accumulator, a.flushes_subnormals));
    std::vector<Tracked> terms{arithmetic.read(e.main)};
    Tracked chain = terms.front();
    bool finite = std::isfinite(e.main);
    for (const double g : e.gradients) {
      if (!std::isfinite(g)) plain_ = finite ? g : plain_ + g;
      finite = finite && std::isfinite(g);
      terms.push_back(arithmetic.read(g));
      if (finite) chain = arithmetic.add(chain, terms.back());
    }
    is_finite_ = finite;
    if (finite) tracked_ = e.in_turn ? chain : arithmetic.sum(terms);
  }

  RowValue value(int, std::int64_t) const override {
    if (is_finite_) return finite_value(tracked_.value);
    return {std::isnan(plain_) ? NumberClass::nan : NumberClass::infinity, plain_ < 0, {}};
  }
  RowValue refined(int output, std::int64_t i, int bits) const override {
    if (!is_finite_) return value(output, i);
    Exact sum = Exact::from_double(e_.main);
    for (const double g : e_.gradients) sum += Exact::from_double(g);
    return finite_value(refine(bits, [&](int working) { return Ball(sum, working); }));
  }
  RowBound bound(int, std::int64_t) const override {
    return is_finite_ ? RowBound{tracked_.error, tracked_.may_overflow} : RowBound{};
  }

 private:
  Accumulation e_;
  bool is_finite_ = true;
  double plain_;  ///< the sum of what is not finite
  Tracked tracked_;
};

}  // namespace

std::unique_ptr<RowOracle> accumulate(const Accumulation& element, const StepArithmetic& arithmetic) {
  return std::make_unique<Accumulate>(element, arithmetic);
}

}  // namespace ulpgate
