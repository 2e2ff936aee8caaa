// Trees as compact text.
#include <algorithm>

#include "suites/probe/gemm_tree.h"

namespace ulpgate::probe::box {
namespace {

constexpr std::size_t longest = 160;

/// "0..15", "0..60:4", "0,1,4,5".
std::string progression(const std::vector<int>& list, const char* between) {
  if (list.size() == 1) return std::to_string(list.front());
  const int step = list[1] - list[0];
  bool even = list.size() > 2;
  for (std::size_t i = 1; i < list.size(); ++i) even = even && list[i] - list[i - 1] == step;
  if (even) {
    const std::string text = std::to_string(list.front()) + between + std::to_string(list.back());
    return step == 1 || step == -1 ? text : text + ":" + std::to_string(step < 0 ? -step : step);
  }
  std::string text;
  for (const int i : list) text += (text.empty() ? "" : ",") + std::to_string(i);
  return text;
}

std::string print(const SumNode& node);

/// A node's own leaves as one step, other children in parentheses.
std::string print_step(const SumNode& node, const SumNode* without) {
  std::vector<int> leaves;
  std::string text;
  for (const SumNode& child : node.children) {
    if (&child == without) continue;
    const bool one_step =
        child.children.size() > 2 && std::all_of(child.children.begin(), child.children.end(),
                                                 [](const SumNode& leaf) { return leaf.is_leaf(); });
    if (child.is_leaf())
      leaves.push_back(child.leaf);
    else if (one_step)
      text += (text.empty() ? "" : " + ") + print(child);
    else
      text += (text.empty() ? "(" : " + (") + print(child) + ")";
  }
  std::sort(leaves.begin(), leaves.end());
  if (leaves.empty()) return text;
  if (leaves.size() == 2 && text.empty() && without == nullptr)
    return std::to_string(leaves[0]) + " + " + std::to_string(leaves[1]);
  const std::string own =
      leaves.size() == 1 ? std::to_string(leaves.front()) : "{" + progression(leaves, "..") + "}";
  return text.empty() ? own : text + " + " + own;
}

/// The only child that is a sum where the others are leaves.
const SumNode* spine(const SumNode& node) {
  const SumNode* deeper = nullptr;
  for (const SumNode& child : node.children) {
    if (child.is_leaf()) continue;
    if (deeper != nullptr) return nullptr;
    deeper = &child;
  }
  return deeper;
}

/// A chain of single additions, its first two leaves in ascending order, or in descending order where the
/// rest descends; empty where it is none.
std::vector<int> additions(const SumNode& node) {
  std::vector<int> order;
  const SumNode* at = &node;
  while (true) {
    if (at->children.size() != 2) return {};
    const SumNode* deeper = spine(*at);
    if (deeper == nullptr) {
      if (!at->children[0].is_leaf() || !at->children[1].is_leaf()) return {};
      int first = at->children[0].leaf, second = at->children[1].leaf;
      const bool descending = !order.empty() && order.back() < std::min(first, second);
      if ((first > second) != descending) std::swap(first, second);
      order.push_back(second);
      order.push_back(first);
      std::reverse(order.begin(), order.end());
      return order;
    }
    order.push_back(at->children[deeper == at->children.data() ? 1 : 0].leaf);
    at = deeper;
  }
}

std::string print(const SumNode& node) {
  if (node.is_leaf()) return std::to_string(node.leaf);
  if (const std::vector<int> order = additions(node); order.size() > 2) return progression(order, ":");
  std::vector<std::string> steps;
  const SumNode* at = &node;
  while (const SumNode* deeper = spine(*at)) {
    if (at != &node) {
      if (const std::vector<int> order = additions(*at); order.size() > 2) break;
    }
    steps.push_back(" -> +" + print_step(*at, deeper));
    at = deeper;
  }
  if (steps.empty()) return print_step(node, nullptr);
  std::string text = spine(*at) != nullptr ? print(*at) : print_step(*at, nullptr);
  std::reverse(steps.begin(), steps.end());
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const bool skipped = steps.size() > 5 && i >= 2 && i + 1 < steps.size();
    if (!skipped) text += steps[i];
    if (skipped && i == 2) text += " -> ...";
  }
  return text;
}

}  // namespace

std::string text_of(const SumNode& tree) {
  std::string text = print(tree);
  if (text.size() > longest) text = text.substr(0, longest) + "...";
  return text;
}

}  // namespace ulpgate::probe::box
