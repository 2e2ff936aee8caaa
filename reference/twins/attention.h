#pragma once
// The second attention: straight from its definition at 1000 bits, by the second softmax. Rows with a finite
// logit and none above, and finite v.
#include <vector>

#include "reference/oracles/attention.h"
#include "reference/twins/softmax.h"

namespace ulpgate {

struct TwinAttention {
  std::vector<TwinReal> o;
  TwinReal lse = 0;
};

TwinAttention twin_attention(const AttentionRow& row, const RowArithmetic& rules);

}  // namespace ulpgate
