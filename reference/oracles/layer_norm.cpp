#include "reference/oracles/layer_norm.h"

#include "reference/oracles/norm/norm_oracle.h"

namespace ulpgate {
namespace {

class LayerNormOracle final : public RowOracle {
 public:
  LayerNormOracle(const LayerNormRow& row, const RowArithmetic& arithmetic)
      : norm_({"layer_norm", row.x, row.gamma, row.beta, row.eps, row.y, true}, arithmetic) {}

  RowValue value(int output, std::int64_t i) const override { return norm_.value(kind(output), i); }
  RowValue refined(int output, std::int64_t i, int bits) const override {
    return norm_.refined(kind(output), i, bits);
  }
  RowBound bound(int output, std::int64_t i) const override { return norm_.bound(kind(output), i); }

 private:
  static NormOutput kind(int output) {
    if (output == LayerNormOutput::mean) return NormOutput::mean;
    return output == LayerNormOutput::rstd ? NormOutput::rstd : NormOutput::y;
  }

  NormOracle norm_;
};

}  // namespace

std::unique_ptr<RowOracle> layer_norm_row(const LayerNormRow& row, const RowArithmetic& arithmetic) {
  return std::make_unique<LayerNormOracle>(row, arithmetic);
}

}  // namespace ulpgate
