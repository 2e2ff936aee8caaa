#pragma once
// Processor time of some work, and what a benchmark tells of several rounds.
#include <algorithm>
#include <ctime>
#include <vector>

namespace ulpgate {

template <typename Work>
double time_of(const Work& work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace ulpgate
