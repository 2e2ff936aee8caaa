#include "reports/record/curve.h"

namespace ulpgate::report {
namespace {

std::size_t turns(const std::vector<std::pair<double, double>>& points) {
  std::size_t count = 0;
  int before = 0;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const double step = points[i].second - points[i - 1].second;
    const int now = step > 0 ? 1 : step < 0 ? -1 : before;
    count += now != before && before != 0 ? 1 : 0;
    before = now;
  }
  return count;
}

}  // namespace

bool tells_more(const std::vector<std::pair<double, double>>& one,
                const std::vector<std::pair<double, double>>& other) {
  return std::pair(turns(one), one.size()) > std::pair(turns(other), other.size());
}

}  // namespace ulpgate::report
