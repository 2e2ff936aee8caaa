#include "reference/oracles/group_norm.h"

#include <vector>

namespace ulpgate {
namespace {

/// What each element of a channel has.
std::vector<double> of_elements(std::span<const double> of_channels, std::int64_t spatial) {
  std::vector<double> all;
  all.reserve(of_channels.size() * static_cast<std::size_t>(spatial));
  for (const double v : of_channels) all.insert(all.end(), static_cast<std::size_t>(spatial), v);
  return all;
}

class GroupNormOracle final : public RowOracle {
 public:
  GroupNormOracle(const GroupNormRow& row, const RowArithmetic& arithmetic)
      : gamma_(of_elements(row.gamma, row.spatial)),
        beta_(of_elements(row.beta, row.spatial)),
        layer_(layer_norm_row({.x = row.x, .gamma = gamma_, .beta = beta_, .eps = row.eps, .y = row.y},
                              arithmetic)) {}

  RowValue value(int output, std::int64_t i) const override { return layer_->value(output, i); }
  RowValue refined(int output, std::int64_t i, int bits) const override {
    return layer_->refined(output, i, bits);
  }
  RowBound bound(int output, std::int64_t i) const override { return layer_->bound(output, i); }

 private:
  std::vector<double> gamma_, beta_;
  std::unique_ptr<RowOracle> layer_;
};

}  // namespace

std::unique_ptr<RowOracle> group_norm_row(const GroupNormRow& row, const RowArithmetic& arithmetic) {
  return std::make_unique<GroupNormOracle>(row, arithmetic);
}

}  // namespace ulpgate
