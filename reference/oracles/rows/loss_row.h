#pragma once
// One row of a cross entropy that is not ignored.
#include <optional>
#include <span>

#include "reference/bounds/cross_entropy.h"
#include "reference/oracles/rows/logits.h"

namespace ulpgate {

class LossRow {
 public:
  /// `output` is the loss's format where nothing follows the row's loss.
  LossRow(std::span<const double> x, std::size_t target, double smoothing, const Format* output,
          const RowArithmetic& arithmetic);
  LossRow(const LossRow&) = delete;
  LossRow& operator=(const LossRow&) = delete;

  bool is_regular() const { return logits_.row_class() == LogitsClass::regular; }
  /// A loss that no arithmetic gives: NaN, +infinity, or 0 of a row that is one hot.
  std::optional<double> special_loss() const;
  Enclosure loss() const;
  Ball precise_loss(int bits) const;
  /// `loss` is the loss, rounded.
  RowBound loss_bound(double loss) const;

  /// p_c - q_c of a regular row.
  Enclosure difference(std::size_t c) const;
  Ball precise_difference(std::size_t c, int bits) const;
  /// p_c - q_c of a row that is one hot or masked by claim; NaN elsewhere.
  double special_difference(std::size_t c) const;
  RowBound gradient_bound(std::size_t c, double dloss, std::int64_t counted) const;

 private:
  Enclosure share() const;
  Enclosure target_share(std::size_t c) const;

  std::size_t target_;
  double smoothing_;
  Logits logits_;
  RowArithmetic arithmetic_;
  Enclosure sum_;
  SoftmaxTerms terms_;
  std::optional<SoftmaxBound> bound_;
};

}  // namespace ulpgate
