#include "reference/oracles/group_norm.h"

#include <array>
#include <utility>
#include <vector>

namespace ulpgate {
namespace {

/// What each element has of what each channel, or each batch, has.
std::vector<double> of_elements(std::span<const double> one_each, std::int64_t elements) {
  std::vector<double> all;
  all.reserve(one_each.size() * static_cast<std::size_t>(elements));
  for (const double v : one_each) all.insert(all.end(), static_cast<std::size_t>(elements), v);
  return all;
}

/// An oracle of elements, with what it looks at.
class OfElements final : public RowOracle {
 public:
  using Values = std::array<std::vector<double>, 2>;
  /// `make` gets the values at the place where they stay.
  template <typename Make>
  OfElements(Values values, const Make& make) : values_(std::move(values)), oracle_(make(values_)) {}

  RowValue value(int output, std::int64_t i) const override { return oracle_->value(output, i); }
  RowValue refined(int output, std::int64_t i, int bits) const override {
    return oracle_->refined(output, i, bits);
  }
  RowBound bound(int output, std::int64_t i) const override { return oracle_->bound(output, i); }

 private:
  Values values_;
  std::unique_ptr<RowOracle> oracle_;
};

}  // namespace

std::unique_ptr<RowOracle> group_norm_row(const GroupNormRow& row, const RowArithmetic& arithmetic) {
  return std::make_unique<OfElements>(
      OfElements::Values{of_elements(row.gamma, row.spatial), of_elements(row.beta, row.spatial)},
      [&](const OfElements::Values& v) {
        return layer_norm_row({.x = row.x, .gamma = v[0], .beta = v[1], .eps = row.eps, .y = row.y},
                              arithmetic);
      });
}

std::unique_ptr<RowOracle> group_norm_backward_row(const GroupNormBackwardRow& row,
                                                   const RowArithmetic& arithmetic) {
  return std::make_unique<OfElements>(
      OfElements::Values{of_elements(row.gamma, row.spatial), {}}, [&](const OfElements::Values& v) {
        return layer_norm_backward_row(
            {.dy = row.dy, .x = row.x, .gamma = v[0], .mean = row.mean, .rstd = row.rstd}, arithmetic);
      });
}

std::unique_ptr<RowOracle> group_norm_backward_column(const GroupNormBackwardColumn& c,
                                                      const RowArithmetic& arithmetic) {
  return std::make_unique<OfElements>(
      OfElements::Values{of_elements(c.mean, c.spatial), of_elements(c.rstd, c.spatial)},
      [&](const OfElements::Values& v) {
        return layer_norm_backward_column({.dy = c.dy, .x = c.x, .mean = v[0], .rstd = v[1]}, arithmetic);
      });
}

}  // namespace ulpgate
