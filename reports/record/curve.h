#pragma once

#include <utility>
#include <vector>

namespace ulpgate::report {

/// Whether the first of two trajectories turns more often, up or down, or as often and has more points.
bool tells_more(const std::vector<std::pair<double, double>>& one,
                const std::vector<std::pair<double, double>>& other);

}  // namespace ulpgate::report
