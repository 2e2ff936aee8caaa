#include "reference/twins/cross_entropy.h"

namespace ulpgate {
namespace {

std::vector<TwinRowValue> of_row(const CrossEntropyRows& rows, std::size_t r, bool log) {
  const auto n = static_cast<std::size_t>(rows.n);
  return twin_softmax({.x = rows.x.subspan(r * n, n), .log = log}, {});
}

TwinReal weight(const CrossEntropyRows& rows, std::size_t r, std::size_t c) {
  const TwinReal s(rows.smoothing), everyone = s / TwinReal(rows.n);
  return static_cast<std::int64_t>(c) == rows.target[r] ? TwinReal(1 - s + everyone) : everyone;
}

TwinReal rows_that_count(const CrossEntropyRows& rows) {
  TwinReal count = 0;
  for (const std::int64_t t : rows.target) {
    if (t != rows.ignore_index) count += 1;
  }
  return count;
}

}  // namespace

std::vector<TwinReal> twin_cross_entropy(const CrossEntropyRows& rows, Reduction reduction) {
  std::vector<TwinReal> losses;
  TwinReal sum = 0;
  for (std::size_t r = 0; r < rows.target.size(); ++r) {
    TwinReal loss = 0;
    if (rows.target[r] != rows.ignore_index) {
      const auto logs = of_row(rows, r, true);
      for (std::size_t c = 0; c < logs.size(); ++c) {
        const TwinReal q = weight(rows, r, c);
        if (q != 0) loss -= q * logs[c].value;
      }
    }
    losses.push_back(loss);
    sum += loss;
  }
  if (reduction == Reduction::none) return losses;
  if (reduction == Reduction::mean) sum /= rows_that_count(rows);
  return {sum};
}

std::vector<TwinReal> twin_cross_entropy_backward(const CrossEntropyRows& rows, std::span<const double> dloss,
                                                  Reduction reduction) {
  std::vector<TwinReal> dx;
  for (std::size_t r = 0; r < rows.target.size(); ++r) {
    const auto softmax = of_row(rows, r, false);
    TwinReal g(dloss[reduction == Reduction::none ? r : 0]);
    if (reduction == Reduction::mean) g /= rows_that_count(rows);
    for (std::size_t c = 0; c < softmax.size(); ++c)
      dx.push_back(rows.target[r] == rows.ignore_index
                       ? TwinReal(0)
                       : TwinReal(g * (softmax[c].value - weight(rows, r, c))));
  }
  return dx;
}

}  // namespace ulpgate
