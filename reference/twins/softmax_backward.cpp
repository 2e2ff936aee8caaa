#include "reference/twins/softmax_backward.h"

#include <cmath>

namespace ulpgate {

std::vector<TwinReal> twin_softmax_backward(const SoftmaxBackwardRow& row) {
  std::vector<TwinReal> dx;
  TwinReal sum = 0;
  for (std::size_t j = 0; j < row.dy.size(); ++j) {
    const TwinReal dy(row.dy[j]);
    sum += row.log ? dy : TwinReal(row.y[j]) * dy;
  }
  for (std::size_t i = 0; i < row.dy.size(); ++i) {
    const TwinReal dy(row.dy[i]);
    if (!row.log) {
      dx.push_back(TwinReal(row.scale) * TwinReal(row.y[i]) * (dy - sum));
      continue;
    }
    const TwinReal softmax = std::isinf(row.y[i]) ? TwinReal(0) : TwinReal(exp(TwinReal(row.y[i])));
    dx.push_back(TwinReal(row.scale) * (dy - softmax * sum));
  }
  return dx;
}

}  // namespace ulpgate
