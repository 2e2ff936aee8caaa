// The order of the first products, and the steps that add them.
#include <algorithm>
#include <array>
#include <cmath>

#include "suites/probe/gemm_context.h"

namespace ulpgate::probe::box {
namespace {

/// A sum of exact steps, each rounded once, looks like no tree: what is in a step with both large products
/// survives. The step's length where that explains everything.
int exact_steps(const CommonSizes& sizes) {
  const int n = static_cast<int>(sizes.size());
  for (int length = 2; length <= n; ++length) {
    bool fits = true;
    for (int i = 0; i < n && fits; ++i) {
      for (int j = i + 1; j < n && fits; ++j) {
        const int expected = i / length == j / length ? 2 : j / length * length + 1;
        fits = sizes[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] == expected;
      }
    }
    if (fits) return length;
  }
  return 0;
}

struct Measured {
  CommonSizes sizes;
  std::string trouble;
};

Measured common_sizes(Context& c, const Survivors& survivors) {
  const int n = static_cast<int>(c.options.order_k);
  std::vector<Mask> masks;
  for (int i = 0; i < n; ++i) {
    for (int j = i + 1; j < n; ++j) {
      Mask mask{i, j, {}};
      for (int o = 0; o < n; ++o) {
        if (o != i && o != j) mask.others.push_back(o);
      }
      masks.push_back(std::move(mask));
    }
  }
  const auto counts = survivors.count(n, masks);
  Measured m;
  m.sizes.assign(static_cast<std::size_t>(n), std::vector<int>(static_cast<std::size_t>(n), 0));
  for (std::size_t p = 0; p < masks.size(); ++p) {
    if (!counts[p]) {
      m.trouble = "with large products at k = " + std::to_string(masks[p].plus) + " and " +
                  std::to_string(masks[p].minus) + " D is no number of small ones";
      return m;
    }
    m.sizes[static_cast<std::size_t>(masks[p].plus)][static_cast<std::size_t>(masks[p].minus)] =
        n - *counts[p];
  }
  return m;
}

/// Three products of one step; nullopt where no step has as many terms.
std::optional<Place> within_step(const SumNode& node) {
  std::vector<int> leaves;
  const SumNode* deeper = nullptr;
  for (const SumNode& child : node.children) {
    if (child.is_leaf())
      leaves.push_back(child.leaf);
    else
      deeper = &child;
  }
  if (leaves.size() >= 3) return Place{leaves[0], leaves[1], leaves[2]};
  if (leaves.size() == 2 && deeper != nullptr) return Place{leaves_of(*deeper).front(), leaves[0], leaves[1]};
  for (const SumNode& child : node.children) {
    if (const auto place = within_step(child)) return place;
  }
  return std::nullopt;
}

void add_block_bits(Context& c, const Place& place) {
  const Kept kept = kept_bits(c.dots, c.reach, c.options.order_k, std::span(&place, 1)).front();
  c.facts.add("block_bits", kept.limited ? "exact" : std::to_string(kept.bits),
              kept.limited ? "2^-" + std::to_string(kept.bits) + ", the smallest there is, kept next to 1 (" +
                                 text(place) + ")"
                           : text(kept, place));
}

void not_ordered(Context& c, const std::string& why) {
  for (const char* name : {"order", "tree", "block", "block_bits"}) c.facts.not_observed(name, why);
}

void add_exact_steps(Context& c, int length) {
  Shape shape{.name = "steps of " + std::to_string(length) + ", ascending", .block = length};
  c.shape = shape;
  const std::string evidence = "masks of all pairs; what meets within a step is added exactly";
  c.facts.add("order", shape.name, evidence);
  c.facts.add("tree", shape.name, evidence);
  c.facts.add("block", std::to_string(length), evidence);
  add_block_bits(c, length >= 3 ? Place{0, 1, 2} : Place{0, 2, 3});
}

}  // namespace

int Context::countable() const {
  int bits = std::min(reach.d->precision(), 12);
  if (accumulator && !accumulator->limited) bits = std::min(bits, accumulator->bits + 1);
  return 1 << bits;
}

std::optional<Survivors> make_survivors(Context& c) {
  // Parts may be added in fp32, whose steps keep up to 25 bits, even where sums within them keep less; and
  // they may be kept in D's format, which then must hold the large products.
  for (const bool within_output : {true, false}) {
    for (const int kept : {25, 23}) {
      if (auto made =
              Survivors::make(c.dots, c.reach, std::max(c.widest_kept, kept), c.countable(), within_output))
        return made;
    }
  }
  return Survivors::make(c.dots, c.reach, c.widest_kept, c.countable(), false);
}

void probe_order(Context& c) {
  if (!c.accumulator || c.accumulator->limited)
    return not_ordered(c, "no small product is lost next to a large one: at least " +
                              std::to_string(c.accumulator ? c.accumulator->bits + 1 : 0) + " bits");
  const auto survivors = make_survivors(c);
  if (!survivors) return not_ordered(c, "products are not far enough apart for one to be lost in another");
  const Measured first = common_sizes(c, *survivors);
  if (!first.trouble.empty()) return not_ordered(c, first.trouble);
  if (!c.repeats && common_sizes(c, *survivors).sizes != first.sizes)
    return not_ordered(c, "the order changes from call to call");
  const auto tree = tree_from(first.sizes);
  const std::string evidence =
      "masks of all pairs of " + std::to_string(c.options.order_k) + " products, " + survivors->scale_text();
  if (!tree) {
    if (const int length = exact_steps(first.sizes)) return add_exact_steps(c, length);
    return not_ordered(c, "what survives next to pairs of large products fits no tree of sums");
  }
  c.shape = shape_of(*tree);
  c.facts.add("order", c.shape->name, evidence);
  c.facts.add("tree", text_of(*tree), evidence);
  if (c.shape->block > 0)
    c.facts.add("block", std::to_string(c.shape->block), evidence);
  else
    c.facts.not_observed("block", "steps differ");
  if (const auto place = within_step(*tree))
    add_block_bits(c, *place);
  else
    c.facts.not_observed("block_bits", "no step adds more than two terms");
}

}  // namespace ulpgate::probe::box
