#include "reference/oracles/rms_norm.h"

#include "reference/oracles/norm/norm_oracle.h"

namespace ulpgate {
namespace {

class RmsNormOracle final : public RowOracle {
 public:
  RmsNormOracle(const RmsNormRow& row, const RowArithmetic& arithmetic)
      : norm_({"rms_norm", row.x, row.gamma, {}, row.eps, row.y, false}, arithmetic) {}

  RowValue value(int output, std::int64_t i) const override { return norm_.value(kind(output), i); }
  RowValue refined(int output, std::int64_t i, int bits) const override {
    return norm_.refined(kind(output), i, bits);
  }
  RowBound bound(int output, std::int64_t i) const override { return norm_.bound(kind(output), i); }

 private:
  static NormOutput kind(int output) {
    return output == RmsNormOutput::rstd ? NormOutput::rstd : NormOutput::y;
  }

  NormOracle norm_;
};

}  // namespace

std::unique_ptr<RowOracle> rms_norm_row(const RmsNormRow& row, const RowArithmetic& arithmetic) {
  return std::make_unique<RmsNormOracle>(row, arithmetic);
}

}  // namespace ulpgate
