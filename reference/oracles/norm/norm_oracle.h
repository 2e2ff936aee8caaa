#pragma once
// What the oracles of layer_norm and rms_norm share: rms_norm is layer_norm whose sum counts as 0.
#include <memory>
#include <optional>
#include <span>

#include "reference/bounds/norm_row.h"
#include "reference/bounds/norm_statistics.h"
#include "reference/oracles/norm/moments.h"
#include "reference/oracles/norm/row_sums.h"
#include "reference/oracles/row_oracle.h"

namespace ulpgate {

struct NormRow {
  const char* operation = "";  ///< for messages
  std::span<const double> x, gamma, beta;
  double eps = 0;
  const Format* y = nullptr;
  bool centred = true;
};

/// Of a double-double or of nothing finite.
inline RowValue row_value(const Enclosure& x) {
  if (x.high != 0 || x.low != 0 || x.radius != 0) return {NumberClass::finite, false, x};
  return {NumberClass::zero, false, x};
}

enum class NormOutput { y, mean, rstd };

class NormOracle {
 public:
  NormOracle(const NormRow& row, const RowArithmetic& arithmetic);
  NormOracle(const NormOracle&) = delete;
  NormOracle& operator=(const NormOracle&) = delete;

  RowValue value(NormOutput output, std::int64_t i) const {
    return output == NormOutput::y && y_ != nullptr ? row_value(y_value(static_cast<std::size_t>(i)))
                                                    : uncommon_value(output, i);
  }
  RowValue refined(NormOutput output, std::int64_t i, int bits) const;
  RowBound bound(NormOutput output, std::int64_t i) const {
    if (output == NormOutput::y && bounds_ != nullptr) return {bounds_[i], false};
    return uncommon_bound(output, i);
  }

 private:
  /// What rows make of an element, before gamma.
  enum class Normalised { finite, zero, nan };

  RowValue uncommon_value(NormOutput output, std::int64_t i) const;
  RowBound uncommon_bound(NormOutput output, std::int64_t i) const;
  NormMoments moments() const;
  void measure();
  void transform();
  double gamma(std::size_t i) const;
  double beta(std::size_t i) const;
  Enclosure gamma_factor(std::size_t i) const;
  Enclosure deviation(std::size_t i) const;
  bool is_product(const Enclosure& sum, double mean) const;
  Exact exact_square() const;
  Exact exact_deviation(std::size_t i) const;
  int sign_of_deviation(std::size_t i) const;
  Normalised normalised(std::size_t i) const;
  std::optional<RowValue> special_statistic(NormOutput output) const;
  std::optional<RowValue> special_element(std::size_t i) const;
  NormElement element(std::size_t i) const;
  Enclosure y_value(std::size_t i) const {
    const std::size_t n = row_.x.size();
    return {y_[i], y_[n + i], y_[2 * n + i]};
  }
  Enclosure refined_y(std::size_t i, int bits) const;

  /// Codes that the normalised value may round to, by the claim rounds_first.
  struct RoundedFirst {
    double middle = 0, half = 0, largest = 0;
    bool may_overflow = false;
  };
  RoundedFirst round_first(std::size_t i) const;
  RowBound rounded_first_bound(std::size_t i) const;

  const RoundedSteps& steps() const;
  const NormErrors& errors() const;

  NormRow row_;
  RowArithmetic arithmetic_;
  RowSums sums_;
  double n_ = 0;
  bool square_is_zero_ = false;  ///< D is
  bool plain_ = false;           ///< all is far from the ends of double's range
  Enclosure minus_sum_;          ///< minus the sum of x; rms_norm: 0
  Enclosure root_;               ///< 1 / sqrt(D)
  std::unique_ptr<double[]> y_;  ///< high, low and radius of every y, where inputs and all of these are plain
  const double* bounds_ = nullptr;  ///< behind them, of every y, where they follow from the row at once
  NormData data_;
  double rstd_ = 0;  ///< from above
  std::optional<RoundedSteps> steps_;
  std::optional<NormErrors> errors_;
};

}  // namespace ulpgate
