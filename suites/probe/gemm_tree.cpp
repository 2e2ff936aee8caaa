#include "suites/probe/gemm_tree.h"

#include <algorithm>
#include <numeric>

namespace ulpgate::probe::box {
namespace {

std::optional<SumNode> build(const CommonSizes& sizes, const std::vector<int>& set) {
  if (set.size() == 1) return SumNode{set.front(), {}};
  const int all = static_cast<int>(set.size());
  const auto size = [&](int i, int j) {
    return sizes[static_cast<std::size_t>(std::min(i, j))][static_cast<std::size_t>(std::max(i, j))];
  };
  // Leaves that meet below this node are in one child.
  std::vector<std::vector<int>> children;
  for (const int i : set) {
    std::vector<int>* home = nullptr;
    for (std::vector<int>& child : children) {
      const bool together = size(child.front(), i) < all;
      for (const int j : child) {
        if (size(i, j) > all || (size(i, j) < all) != together) return std::nullopt;
      }
      if (together && home != nullptr) return std::nullopt;
      if (together) home = &child;
    }
    if (home != nullptr)
      home->push_back(i);
    else
      children.push_back({i});
  }
  if (children.size() == 1) return std::nullopt;
  SumNode node;
  for (const std::vector<int>& child : children) {
    auto tree = build(sizes, child);
    if (!tree) return std::nullopt;
    node.children.push_back(std::move(*tree));
  }
  return node;
}

void collect(const SumNode& node, std::vector<int>& leaves) {
  if (node.is_leaf()) leaves.push_back(node.leaf);
  for (const SumNode& child : node.children) collect(child, leaves);
}

}  // namespace

std::optional<SumNode> tree_from(const CommonSizes& sizes) {
  std::vector<int> all(sizes.size());
  std::iota(all.begin(), all.end(), 0);
  return build(sizes, all);
}

std::vector<int> leaves_of(const SumNode& node) {
  std::vector<int> leaves;
  collect(node, leaves);
  std::sort(leaves.begin(), leaves.end());
  return leaves;
}

}  // namespace ulpgate::probe::box
