#include "reference/oracles/cross_entropy.h"

#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "reference/oracles/rows/loss_row.h"
#include "reference/oracles/rows/refine.h"

namespace ulpgate {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

void check(const CrossEntropyRows& rows) {
  const auto count = static_cast<std::int64_t>(rows.target.size());
  if (rows.n < 0 || static_cast<std::int64_t>(rows.x.size()) != count * rows.n)
    throw std::invalid_argument("cross entropy: the logits are not one row for each target");
  if (!(rows.smoothing >= 0 && rows.smoothing <= 1))
    throw std::invalid_argument("cross entropy: smoothing is not between 0 and 1");
  for (const std::int64_t t : rows.target) {
    if (t != rows.ignore_index && (t < 0 || t >= rows.n))
      throw std::invalid_argument("cross entropy: target " + std::to_string(t) + " is no class");
  }
}

/// nullptr for ignored rows.
std::vector<std::unique_ptr<LossRow>> make_rows(const CrossEntropyRows& in, const RowArithmetic& arithmetic,
                                                const Format* output) {
  check(in);
  check_accumulator(arithmetic.accumulator);
  std::vector<std::unique_ptr<LossRow>> rows;
  const auto n = static_cast<std::size_t>(in.n);
  for (std::size_t r = 0; r < in.target.size(); ++r) {
    rows.emplace_back();
    if (in.target[r] == in.ignore_index) continue;
    rows.back() = std::make_unique<LossRow>(in.x.subspan(r * n, n), static_cast<std::size_t>(in.target[r]),
                                            in.smoothing, output, arithmetic);
  }
  return rows;
}

std::int64_t counted(const std::vector<std::unique_ptr<LossRow>>& rows) {
  std::int64_t count = 0;
  for (const auto& row : rows) count += row ? 1 : 0;
  return count;
}

RowValue special(double value) {
  if (std::isnan(value)) return {NumberClass::nan, false, {}};
  if (std::isinf(value)) return {NumberClass::infinity, value < 0, {}};
  return finite_value({value, 0, 0});
}

class CrossEntropy : public RowOracle {
 public:
  CrossEntropy(const CrossEntropyRows& in, const RowArithmetic& arithmetic)
      : arithmetic_(arithmetic),
        rows_(make_rows(in, arithmetic, arithmetic.reduction == Reduction::none ? in.output : nullptr)),
        counted_(counted(rows_)),
        output_(in.output) {}

  RowValue value(int, std::int64_t i) const override {
    return result(i, [](const std::vector<const LossRow*>& rows) {
      Enclosure sum;
      for (const LossRow* row : rows) sum = plus(sum, row->loss());
      return sum;
    });
  }

  RowValue refined(int, std::int64_t i, int bits) const override {
    return result(i, [&](const std::vector<const LossRow*>& rows) {
      return refine(bits + 2, [&](int working) {
        Ball sum(0, working);
        for (const LossRow* row : rows) sum = sum + row->precise_loss(working);
        return sum;
      });
    });
  }

  RowBound bound(int, std::int64_t i) const override {
    double total = 0, errors = 0;
    bool may_overflow = false;
    const auto considered = of(i);
    for (const LossRow* row : considered) {
      if (row->special_loss()) continue;
      const double loss = row->loss().high;
      const RowBound bound = row->loss_bound(loss);
      if (arithmetic_.reduction == Reduction::none) return bound;
      total += loss;
      errors += bound.error;
      may_overflow = may_overflow || bound.may_overflow;
    }
    if (may_overflow) return {infinity, true};
    if (considered.empty() || arithmetic_.reduction == Reduction::none) return {};
    return cross_entropy_reduced_bound(arithmetic_, static_cast<std::int64_t>(considered.size()), counted_,
                                       total, errors, output_);
  }

 private:
  /// The rows that count in loss i.
  std::vector<const LossRow*> of(std::int64_t i) const {
    std::vector<const LossRow*> rows;
    if (arithmetic_.reduction == Reduction::none) {
      const auto& row = rows_[static_cast<std::size_t>(i)];
      if (row) rows.push_back(row.get());
      return rows;
    }
    for (const auto& row : rows_) {
      if (row) rows.push_back(row.get());
    }
    return rows;
  }

  template <typename Sum>
  RowValue result(std::int64_t i, const Sum& sum) const {
    const auto considered = of(i);
    std::vector<const LossRow*> regular;
    double specials = 0;
    for (const LossRow* row : considered) {
      if (const auto loss = row->special_loss()) {
        specials += *loss;
      } else {
        regular.push_back(row);
      }
    }
    const bool mean = arithmetic_.reduction == Reduction::mean;
    if (mean && counted_ == 0) return special(NAN);
    if (!std::isfinite(specials)) return special(specials);
    const Enclosure total = sum(regular);
    return finite_value(mean ? quotient(total, {static_cast<double>(counted_), 0, 0}) : total);
  }

  RowArithmetic arithmetic_;
  std::vector<std::unique_ptr<LossRow>> rows_;
  std::int64_t counted_;
  const Format* output_;
};

class CrossEntropyBackward : public RowOracle {
 public:
  CrossEntropyBackward(const CrossEntropyRows& in, std::span<const double> dloss,
                       const RowArithmetic& arithmetic)
      : arithmetic_(arithmetic), n_(in.n), dloss_(dloss), rows_(make_rows(in, arithmetic, nullptr)) {
    counted_ = counted(rows_);
    const std::size_t wanted = arithmetic.reduction == Reduction::none ? rows_.size() : 1;
    if (dloss.size() != wanted)
      throw std::invalid_argument("cross entropy backward: dloss has another length");
  }

  RowValue value(int, std::int64_t i) const override {
    return result(i, [&](const LossRow& row, std::size_t c, double g) {
      const Enclosure dx = times(row.difference(c), g);
      return is_mean() ? quotient(dx, {static_cast<double>(counted_), 0, 0}) : dx;
    });
  }

  RowValue refined(int, std::int64_t i, int bits) const override {
    return result(i, [&](const LossRow& row, std::size_t c, double g) {
      return refine(bits, [&](int working) {
        const Ball dx = row.precise_difference(c, working) * Ball(g, working);
        return is_mean() ? dx / Ball(static_cast<double>(counted_), working) : dx;
      });
    });
  }

  RowBound bound(int, std::int64_t i) const override {
    const LossRow* row = rows_[static_cast<std::size_t>(i / n_)].get();
    if (row == nullptr) return {};
    return row->gradient_bound(static_cast<std::size_t>(i % n_), dloss_of(i), counted_);
  }

 private:
  bool is_mean() const { return arithmetic_.reduction == Reduction::mean; }

  double dloss_of(std::int64_t i) const {
    return dloss_[arithmetic_.reduction == Reduction::none ? static_cast<std::size_t>(i / n_) : 0];
  }

  template <typename Compute>
  RowValue result(std::int64_t i, const Compute& compute) const {
    const LossRow* row = rows_[static_cast<std::size_t>(i / n_)].get();
    if (row == nullptr) return finite_value({});
    const auto c = static_cast<std::size_t>(i % n_);
    if (row->is_regular()) return finite_value(compute(*row, c, dloss_of(i)));
    return special(row->special_difference(c) * dloss_of(i) /
                   (is_mean() ? static_cast<double>(counted_) : 1));
  }

  RowArithmetic arithmetic_;
  std::int64_t n_;
  std::span<const double> dloss_;
  std::vector<std::unique_ptr<LossRow>> rows_;
  std::int64_t counted_ = 0;
};

}  // namespace

std::unique_ptr<RowOracle> cross_entropy_rows(const CrossEntropyRows& rows, const RowArithmetic& arithmetic) {
  return std::make_unique<CrossEntropy>(rows, arithmetic);
}

std::unique_ptr<RowOracle> cross_entropy_backward_rows(const CrossEntropyRows& rows,
                                                       std::span<const double> dloss,
                                                       const RowArithmetic& arithmetic) {
  return std::make_unique<CrossEntropyBackward>(rows, dloss, arithmetic);
}

}  // namespace ulpgate
