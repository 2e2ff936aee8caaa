// Words for trees.
#include <algorithm>
#include <map>
#include <set>

#include "suites/probe/gemm_tree.h"

namespace ulpgate::probe::box {
namespace {

using Leaves = std::vector<int>;

/// What each step adds, the first one first, where every step adds single leaves to the sum so far.
std::optional<std::vector<Leaves>> chain_of(const SumNode& node) {
  std::vector<Leaves> steps;
  const SumNode* at = &node;
  while (at != nullptr) {
    if (at->is_leaf()) return std::nullopt;
    const SumNode* deeper = nullptr;
    Leaves added;
    for (const SumNode& child : at->children) {
      if (child.is_leaf()) {
        added.push_back(child.leaf);
      } else if (deeper != nullptr) {
        return std::nullopt;
      } else {
        deeper = &child;
      }
    }
    std::sort(added.begin(), added.end());
    steps.insert(steps.begin(), std::move(added));
    at = deeper;
  }
  return steps;
}

Leaves range(int first, int count, int step = 1) {
  Leaves all;
  for (int i = 0; i < count; ++i) all.push_back(first + i * step);
  return all;
}

std::string chain_name(const std::vector<Leaves>& steps, int& block) {
  const int n = static_cast<int>(steps.front().size() + steps.size() - 1);
  if (std::all_of(steps.begin() + 1, steps.end(), [](const Leaves& s) { return s.size() == 1; }) &&
      steps.front().size() == 2) {
    block = 1;
    Leaves order = steps.front();
    for (std::size_t i = 1; i < steps.size(); ++i) order.push_back(steps[i].front());
    if (n == 2) return "one addition";
    if (order == range(0, n)) return "sequential ascending";
    std::swap(order[0], order[1]);
    return order == range(n - 1, n, -1) ? "sequential descending" : "sequential, other order";
  }
  block = static_cast<int>(steps.front().size());
  if (steps.size() == 1) return "one step of " + std::to_string(block);
  int largest = 0, total = 0;
  bool even = true;
  for (const Leaves& s : steps) {
    largest = std::max(largest, static_cast<int>(s.size()));
    total += static_cast<int>(s.size());
  }
  bool ascending = true, descending = true;
  int done = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const int size = static_cast<int>(steps[i].size());
    if (size != largest && i + 1 < steps.size()) even = false;
    if (steps[i] != range(done, size)) ascending = false;
    if (steps[i] != range(total - done - size, size)) descending = false;
    done += size;
  }
  if (!even) {
    block = 0;
    return "other";
  }
  block = largest;
  return "steps of " + std::to_string(largest) + ", " +
         (ascending    ? "ascending"
          : descending ? "descending"
                       : "other order");
}

/// Neighbouring halves, down to leaves.
bool is_pairwise(const SumNode& node) {
  if (node.is_leaf()) return true;
  if (node.children.size() != 2) return false;
  const Leaves first = leaves_of(node.children[0]), second = leaves_of(node.children[1]);
  const bool apart = first.back() < second.front() || second.back() < first.front();
  const std::size_t small = std::min(first.size(), second.size()),
                    large = std::max(first.size(), second.size());
  const bool power = (large & (large - 1)) == 0;
  return apart && (large - small <= 1 || power) && is_pairwise(node.children[0]) &&
         is_pairwise(node.children[1]);
}

/// Leaves by rank among the tree's own.
SumNode renumbered(const SumNode& node, const std::map<int, int>& rank) {
  if (node.is_leaf()) return {rank.at(node.leaf), {}};
  SumNode out;
  for (const SumNode& child : node.children) out.children.push_back(renumbered(child, rank));
  return out;
}

SumNode renumbered(const SumNode& node) {
  std::map<int, int> rank;
  for (const int leaf : leaves_of(node)) rank.emplace(leaf, static_cast<int>(rank.size()));
  return renumbered(node, rank);
}

/// Sums of i and i + n / 2, then likewise.
bool is_halving(const SumNode& node, int n) {
  if (n == 1) return node.is_leaf();
  if (n % 2 != 0 || node.children.size() != 2) return false;
  for (const int parity : {0, 1}) {
    const SumNode& child = node.children[static_cast<std::size_t>(parity)];
    const Leaves leaves = leaves_of(child);
    if (leaves != range(leaves.front(), n / 2, 2) || leaves.front() > 1) return false;
    if (!is_halving(renumbered(child), n / 2)) return false;
  }
  return true;
}

using Groups = std::vector<Leaves>;

void collect_nodes(const SumNode& node, std::map<Leaves, const SumNode*>& nodes) {
  nodes.emplace(leaves_of(node), &node);
  for (const SumNode& child : node.children) collect_nodes(child, nodes);
}

SumNode join(const SumNode& node, const std::map<Leaves, int>& group_of) {
  const auto found = group_of.find(leaves_of(node));
  if (found != group_of.end()) return {found->second, {}};
  SumNode out;
  for (const SumNode& child : node.children) out.children.push_back(join(child, group_of));
  return out;
}

void collect_chains(const SumNode& node, Groups& chains) {
  if (node.is_leaf() || chain_of(node)) return chains.push_back(leaves_of(node));
  for (const SumNode& child : node.children) collect_chains(child, chains);
}

std::optional<Groups> groups(const std::map<Leaves, const SumNode*>& nodes,
                             const std::vector<Leaves>& wanted) {
  for (const Leaves& leaves : wanted) {
    if (!nodes.contains(leaves)) return std::nullopt;
  }
  return wanted;
}

std::vector<Leaves> intervals(int n, int length) {
  std::vector<Leaves> all;
  for (int first = 0; first < n; first += length) all.push_back(range(first, std::min(length, n - first)));
  return all;
}

std::vector<Leaves> residues(int n, int step) {
  std::vector<Leaves> all;
  all.reserve(static_cast<std::size_t>(step));
  for (int r = 0; r < step; ++r) all.push_back(range(r, (n - r + step - 1) / step, step));
  return all;
}

Shape describe(const SumNode& tree);

Shape describe_groups(const SumNode& tree, const std::map<Leaves, const SumNode*>& nodes, const Groups& found,
                      const std::string& what) {
  Shape inside;
  std::string inner_name;
  for (const Leaves& group : found) {
    const SumNode& node = *nodes.at(group);
    const Shape one = node.is_leaf() ? Shape{.name = "one product"} : describe(renumbered(node));
    // The last part may be shorter, and then differs.
    if (inner_name.empty()) {
      inner_name = one.name;
      inside = one;
    } else if (one.name != inner_name && group.size() == found.front().size()) {
      inner_name = "other";
    }
  }
  const Shape outside = describe(joined(tree, found));
  Shape shape = inside;
  shape.name = what + " [" + inner_name + "], joined " + outside.name;
  shape.pairwise = false;
  return shape;
}

Shape describe(const SumNode& tree) {
  Shape shape;
  const int n = static_cast<int>(leaves_of(tree).size());
  if (const auto steps = chain_of(tree)) {
    shape.name = chain_name(*steps, shape.block);
    shape.descending = shape.name.ends_with("descending");
    return shape;
  }
  if (is_pairwise(tree)) return {.name = "pairwise", .pairwise = true};
  if (is_halving(tree, n)) return {.name = "pairwise by halves", .pairwise = true};
  std::map<Leaves, const SumNode*> nodes;
  collect_nodes(tree, nodes);
  // The longest parts of equal length; where there are none, the shortest whose last one is shorter.
  int length = 0;
  for (int l = n / 2; l >= 2 && length == 0; --l) {
    if (n % l == 0 && groups(nodes, intervals(n, l))) length = l;
  }
  for (int l = 2; l < n && length == 0; ++l) {
    if (groups(nodes, intervals(n, l))) length = l;
  }
  if (length > 0) {
    const Groups found = intervals(n, length);
    shape = describe_groups(tree, nodes, found,
                            std::to_string(found.size()) + " parts of " + std::to_string(length));
    return shape;
  }
  for (int step = 2; step <= n / 2; ++step) {
    if (!groups(nodes, residues(n, step))) continue;
    shape = describe_groups(tree, nodes, residues(n, step), std::to_string(step) + " strided lanes");
    shape.lanes = step;
    return shape;
  }
  shape.name = "other";
  shape.block = 0;
  return shape;
}

}  // namespace

Groups chains_of(const SumNode& tree) {
  Groups chains;
  collect_chains(tree, chains);
  std::sort(chains.begin(), chains.end());
  return chains;
}

SumNode joined(const SumNode& tree, const Groups& groups) {
  std::map<Leaves, int> group_of;
  for (std::size_t g = 0; g < groups.size(); ++g) group_of.emplace(groups[g], static_cast<int>(g));
  return join(tree, group_of);
}

Shape shape_of(const SumNode& tree) { return describe(tree); }

}  // namespace ulpgate::probe::box
