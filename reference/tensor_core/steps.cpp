#include "reference/tensor_core/steps.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace ulpgate {
namespace {

/// All k in the order in which the instruction takes them.
std::vector<int> order_of(const ProfileEntry& entry, int k) {
  std::vector<int> order(static_cast<std::size_t>(k));
  std::iota(order.begin(), order.end(), 0);
  if (entry.arithmetic.algorithm == Algorithm::fused_sum && entry.arithmetic.k_order == KOrder::mod4)
    std::stable_partition(order.begin(), order.end(), [](int i) { return i % 4 < 2; });
  return order;
}

int step_size(const ProfileEntry& entry, int k) {
  switch (entry.arithmetic.algorithm) {
    case Algorithm::fma_chain:
      return 1;
    case Algorithm::integer_sum:
      return k;
    default:
      return entry.arithmetic.products;
  }
}

/// What tells apart those of a step that are not interchangeable.
int part_of(const ProfileEntry& entry, int i) {
  const Arithmetic& r = entry.arithmetic;
  switch (r.algorithm) {
    case Algorithm::grouped_scaled_sum:
      return i / r.group;
    case Algorithm::pairwise_sum:
      return i / 2;
    case Algorithm::two_stage_sum:
      return i % r.product_groups;
    default:
      return r.scale_block == 0 ? 0 : i / r.scale_block;
  }
}

}  // namespace

std::vector<std::vector<int>> instruction_steps(const ProfileEntry& entry, int k) {
  const std::vector<int> order = order_of(entry, k);
  const int size = step_size(entry, k);
  std::vector<std::vector<int>> steps;
  for (int done = 0; done < k; done += size)
    steps.emplace_back(order.begin() + done, order.begin() + std::min(done + size, k));
  return steps;
}

std::vector<std::vector<int>> interchangeable(const ProfileEntry& entry, int k) {
  std::vector<std::vector<int>> sets;
  for (const std::vector<int>& step : instruction_steps(entry, k)) {
    std::map<int, std::vector<int>> parts;
    for (const int i : step) parts[part_of(entry, i)].push_back(i);
    for (auto& [part, members] : parts) {
      if (members.size() > 1) sets.push_back(std::move(members));
    }
  }
  return sets;
}

}  // namespace ulpgate
