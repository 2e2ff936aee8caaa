#include "reports/diff/statistics.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace ulpgate::report {
namespace {

double elements(const Entry& entry) {
  std::uint64_t count = 0;
  for (const HistogramBin& bin : entry.histogram) count += bin.count;
  return static_cast<double>(count > 0 ? count : entry.judged);
}

double bernstein(double distance, double variance, double largest_step) {
  if (distance == 0) return 1;
  const double scale = variance + largest_step * distance / 3;
  if (!(scale > 0)) return 0;
  return std::min(1.0, 2 * std::exp(-distance * distance / 2 / scale));
}

struct Moments {
  explicit Moments(const Entry& entry)
      : n(elements(entry)),
        mean(entry.mean_ulp_error.value_or(0)),
        square(std::pow(entry.rms_ulp_error.value_or(0), 2)),
        // A largest error below the root mean square is rounding of the record.
        largest(std::max(entry.max_ulp_error.value_or(0), std::sqrt(square))) {}
  double n, mean, square, largest;
};

void distribution(std::vector<Statistic>& found, const Entry& a, const Entry& b) {
  if (a.histogram.empty() || b.histogram.empty()) return;
  // Any order of the bins will do that does not come from the samples.
  std::map<std::string, double> step;
  const double n = elements(a), m = elements(b);
  for (const HistogramBin& bin : a.histogram) step[bin.bin] -= static_cast<double>(bin.count) / n;
  for (const HistogramBin& bin : b.histogram) step[bin.bin] += static_cast<double>(bin.count) / m;
  double sum = 0, largest = 0;
  for (const auto& [bin, difference] : step) {
    sum += difference;
    largest = std::max(largest, std::abs(sum));
  }
  const double t = largest / (1 / std::sqrt(n) + 1 / std::sqrt(m));
  found.push_back({"distribution of ulps", 0, largest, std::min(1.0, 4 * std::exp(-2 * t * t)), false});
}

}  // namespace

std::vector<Statistic> statistics(const Entry& old_entry, const Entry& new_entry) {
  std::vector<Statistic> found;
  const Moments a(old_entry), b(new_entry);
  if (!(a.n > 0) || !(b.n > 0)) return found;
  const bool known = old_entry.rms_ulp_error && new_entry.rms_ulp_error && old_entry.max_ulp_error &&
                     new_entry.max_ulp_error;
  if (known && old_entry.mean_ulp_error && new_entry.mean_ulp_error) {
    const double variance =
        std::max(0.0, a.square - a.mean * a.mean) / a.n + std::max(0.0, b.square - b.mean * b.mean) / b.n;
    const double step = std::max((a.largest + std::abs(a.mean)) / a.n, (b.largest + std::abs(b.mean)) / b.n);
    found.push_back(
        {"mean ulp error", a.mean, b.mean, bernstein(std::abs(a.mean - b.mean), variance, step), false});
  }
  if (known) {
    const auto variance = [](const Moments& s) {
      return s.square * (s.largest * s.largest - s.square) / s.n;
    };
    const double step = std::max(a.largest * a.largest / a.n, b.largest * b.largest / b.n);
    found.push_back({"mean square of the ulp error", a.square, b.square,
                     bernstein(std::abs(a.square - b.square), variance(a) + variance(b), step), false});
  }
  distribution(found, old_entry, new_entry);
  return found;
}

void mark_moved(std::vector<Statistic>& statistics, std::size_t all) {
  for (Statistic& statistic : statistics)
    statistic.moved = statistic.chance * static_cast<double>(all) <= chance_of_a_false_mark;
}

}  // namespace ulpgate::report
