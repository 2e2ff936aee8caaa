#include "reference/twins/attention.h"

#include <cmath>

namespace ulpgate {

TwinAttention twin_attention(const AttentionRow& row, const RowArithmetic& rules) {
  SoftmaxRow softmax{.x = row.x, .masked = row.masked, .scale = row.scale};
  const std::vector<TwinRowValue> p = twin_softmax(softmax, rules);
  TwinAttention result;
  for (std::int64_t c = 0; c < row.d; ++c) {
    TwinReal sum = 0;
    for (std::size_t i = 0; i < p.size(); ++i)
      sum += p[i].value * TwinReal(row.v[i * static_cast<std::size_t>(row.d) + static_cast<std::size_t>(c)]);
    result.o.push_back(sum);
  }
  // log-softmax is z - lse.
  softmax.log = true;
  const std::vector<TwinRowValue> log_p = twin_softmax(softmax, rules);
  for (std::size_t i = 0; i < log_p.size(); ++i) {
    if (log_p[i].number_class == NumberClass::finite)
      result.lse = TwinReal(row.scale) * TwinReal(row.x[i]) - log_p[i].value;
  }
  return result;
}

}  // namespace ulpgate
