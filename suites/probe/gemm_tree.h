#pragma once
// The tree of a sum, from the leaves that two of them have under their lowest common node (P. Xie et al.,
// FPRev: the masks +U and -U), and words for its shape.
#include <optional>
#include <string>
#include <vector>

namespace ulpgate::probe::box {

/// A leaf, or the sum of its children in one step, whose order cannot be told.
struct SumNode {
  int leaf = -1;
  std::vector<SumNode> children;

  bool is_leaf() const { return children.empty(); }
};

/// size[i][j], i < j: leaves under the lowest common node of i and j.
using CommonSizes = std::vector<std::vector<int>>;

/// nullopt where no tree has these.
std::optional<SumNode> tree_from(const CommonSizes& sizes);

/// Leaves, ascending.
std::vector<int> leaves_of(const SumNode& node);

/// What kind of order a tree is. Names, which nest:
///   sequential ascending | sequential descending | sequential, other order
///   pairwise                   neighbours, then neighbouring pairs, and so on
///   pairwise by halves         i and i + n / 2, then the results likewise
///   one step of N
///   steps of N, ascending | descending | other order       each adds N products to the sum so far
///   N strided lanes [name], joined NAME      lane r has k = r, r + N, ...
///   N parts of M [name], joined NAME         consecutive ones
///   other
struct Shape {
  std::string name;
  int block = 1;  ///< products that one step adds, within lanes or parts; 0 where it varies
  int lanes = 1;  ///< distance of neighbours in the outermost lanes
  int part = 0;   ///< length of the outermost parts; 0 where there are none
  int inner = 0;  ///< length of the innermost parts
  bool pairwise = false;
  bool descending = false;  ///< within lanes or parts
};
Shape shape_of(const SumNode& tree);

/// The largest subtrees that are chains, each step of which adds single leaves; a leaf between them is one of
/// its own. By their first leaves.
std::vector<std::vector<int>> chains_of(const SumNode& tree);

/// The tree in which each of `groups`, which are leaves of subtrees, is a leaf.
SumNode joined(const SumNode& tree, const std::vector<std::vector<int>>& groups);

/// Compact: "{0..15} -> +{16..31} -> +{32..47}" for steps of 16, "0:63" for a chain of additions, with
/// ":step" where it is not 1, parentheses for what is summed first.
std::string text_of(const SumNode& tree);

}  // namespace ulpgate::probe::box
