#include <algorithm>

#include "suites/probe/elimination.h"
#include "suites/probe/fit.h"

namespace ulpgate::probe {
namespace {

/// Parameters that can stand in for each other, searched together.
const std::vector<std::vector<std::string_view>> joint_parameters{
    {"accumulator_use", "fraction_bits", "alignment", "products_normalised", "output_rounding"},
    {"fraction_bits", "output_fraction_bits", "output_rounding"},
    {"products_normalised", "input_subnormals", "fraction_bits"},
    {"products", "k_order", "accumulator_use"},
    {"exponent_floor", "input_subnormals"},
    {"input_subnormals", "accumulator_subnormals", "negative_underflow", "overflow"},
    {"exponent_floor", "accumulator_subnormals"},
    {"group", "products", "fraction_bits"},
    {"fraction_bits", "final_fraction_bits"},
    {"fraction_bits", "accumulator_fraction_bits"},
    {"product_fraction_bits", "product_groups"},
    {"product_fraction_bits", "fraction_bits"},
    {"accumulator_fraction_bits", "small_accumulator_dropped"},
};

/// Dots of the sample that candidates are tried on first, and of those that the start gets wrong.
constexpr std::size_t sampled = 1800, wrong_sampled = 600;
constexpr int rounds = 5;

}  // namespace

Fit repair(const Inquiry& inquiry, Fit start) {
  const Signature& s = inquiry.instruction;
  const Observed& all = inquiry.all;
  const std::vector<const Searched*> of = searched_parameters(start.arithmetic.algorithm);
  Observed sample = thinned(all, sampled);
  const std::vector<std::uint64_t> outputs = Model(s, start.arithmetic).outputs(all);
  for (std::size_t i = 0, count = 0; i < all.size() && count < wrong_sampled; ++i) {
    if (inquiry.equal(outputs[i], all.outputs[i])) continue;
    ++count;
    sample.dots.push_back(all.dots[i]);
    sample.outputs.push_back(all.outputs[i]);
  }
  const auto wrong_in_sample = [&] {
    return wrong_in(s, start.arithmetic, sample, inquiry.equal, sample.size());
  };
  for (int round = 0; round < rounds && start.wrong != 0; ++round) {
    const std::size_t before = start.wrong;
    for (const auto& names : joint_parameters) {
      std::vector<Group> groups;
      for (const std::string_view name : names) {
        if (std::any_of(of.begin(), of.end(), [&](const Searched* p) { return p->name == name; }))
          groups.push_back(every(name));
      }
      if (groups.empty() || start.wrong == 0) continue;
      // What is alike on the sample, all dots tell apart.
      const Candidates changed = expand(s, {start.arithmetic}, groups);
      for (const Arithmetic& r : best(s, changed, sample, inquiry.equal, 8, wrong_in_sample())) {
        const std::size_t wrong = wrong_in(s, r, all, inquiry.equal, start.wrong);
        if (wrong < start.wrong) start = {r, wrong};
      }
    }
    if (start.wrong == before) break;
  }
  return start;
}

}  // namespace ulpgate::probe
