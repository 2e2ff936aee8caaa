#pragma once
// The statistics of a row, in several algorithms.
#include <span>
#include <vector>

#include "kernels/adapters/host/sums.h"

namespace ulpgate::host {

enum class NormAlgorithm {
  two_pass,  ///< the mean, then the mean of squared deviations
  welford,   ///< both in one pass, updated element by element
  one_pass,  ///< mean of squares minus square of the mean, which cancels
};

/// As the claim "algorithm" has it.
inline const char* algorithm_name(NormAlgorithm algorithm) {
  switch (algorithm) {
    case NormAlgorithm::two_pass:
      return "two_pass";
    case NormAlgorithm::welford:
      return "welford";
    case NormAlgorithm::one_pass:
      return "one_pass";
  }
  return "";
}

template <class Number>
struct Moments {
  Number mean;
  Number variance;
};

template <class Number>
Number mean_of(const std::vector<Number>& x, Order order) {
  return divided(sum_of(std::span<const Number>(x), order), static_cast<std::int64_t>(x.size()));
}

template <class Number>
Moments<Number> two_pass_moments(const std::vector<Number>& x, Order order) {
  const Number mean = mean_of(x, order);
  std::vector<Number> squares;
  squares.reserve(x.size());
  for (const Number v : x) squares.push_back((v - mean) * (v - mean));
  return {mean, mean_of(squares, order)};
}

template <class Number>
Moments<Number> welford_moments(const std::vector<Number>& x) {
  Number mean(0), squares(0);
  std::int64_t count = 0;
  for (const Number v : x) {
    const Number step = v - mean;
    mean = mean + divided(step, ++count);
    squares = squares + step * (v - mean);
  }
  return {mean, divided(squares, count)};
}

template <class Number>
Moments<Number> one_pass_moments(const std::vector<Number>& x, Order order) {
  std::vector<Number> squares;
  squares.reserve(x.size());
  for (const Number v : x) squares.push_back(v * v);
  const Number mean = mean_of(x, order), variance = mean_of(squares, order) - mean * mean;
  // Below 0 only by rounding.
  return {mean, variance < Number(0) ? Number(0) : variance};
}

template <class Number>
Moments<Number> moments(const std::vector<Number>& x, NormAlgorithm algorithm, Order order) {
  switch (algorithm) {
    case NormAlgorithm::two_pass:
      return two_pass_moments(x, order);
    case NormAlgorithm::welford:
      return welford_moments(x);
    case NormAlgorithm::one_pass:
      return one_pass_moments(x, order);
  }
  return {};
}

/// 1 / sqrt(v + eps), in three roundings.
template <class Number>
Number reciprocal_root(Number v, double eps) {
  return Number(1) / square_root(rounded<Number>(wide(v) + eps));
}

}  // namespace ulpgate::host
