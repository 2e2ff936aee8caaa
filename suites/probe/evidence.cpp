#include "suites/probe/evidence.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "reference/formats/decode.h"

namespace ulpgate::probe {
namespace {

/// How much there is to read in a dot: its terms, the bits of their significands, how far from 1 they are.
std::size_t complexity(const Signature& s, const Dot& dot) {
  const auto of = [](const Format& f, std::uint64_t code) {
    const Unpacked u = unpack(f, code);
    const int distance = std::abs(u.exponent + static_cast<int>(std::bit_width(u.significand)));
    return 2 + static_cast<std::size_t>(std::popcount(u.significand)) +
           static_cast<std::size_t>(distance) / 8;
  };
  std::size_t count = dot.c == 0 ? 0 : of(*s.accumulator, dot.c);
  for (std::size_t i = 0; i < dot.a.size(); ++i) {
    if (dot.a[i] != 0 && dot.b[i] != 0) count += of(*s.a, dot.a[i]) + of(*s.b, dot.b[i]);
  }
  for (const auto* scales : {&dot.a_scales, &dot.b_scales}) {
    for (const std::uint64_t code : *scales) count += of(*s.scale_format, code) / 3;
  }
  return count;
}

}  // namespace

Observed Evidence::all(const Signature& signature) const {
  Observed joined;
  for (const Observed* o :
       {&specials, &pairs_below, &pairs_above, &pairs, &ties, &cancels, &talls, &trees, &denses, &lows,
        &subnormal_inputs, &subnormal_accumulators, &overflows, &scales, &integers, &randoms})
    joined.append(*o);
  std::vector<std::size_t> order(joined.size()), sizes(joined.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = 0; i < joined.size(); ++i) sizes[i] = complexity(signature, joined.dots[i]);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t x, std::size_t y) { return sizes[x] < sizes[y]; });
  Observed sorted;
  for (const std::size_t i : order) {
    sorted.dots.push_back(std::move(joined.dots[i]));
    sorted.outputs.push_back(joined.outputs[i]);
  }
  return sorted;
}

void Inquiry::ask(Observed Evidence::*family, Dots dots, bool instead) {
  Observed more = observe(instruction, std::move(dots));
  if (instead) evidence.*family = Observed();
  (evidence.*family).append(more);
  all = evidence.all(instruction);
}

std::size_t Inquiry::wrong(const Arithmetic& arithmetic, std::size_t limit) const {
  return Model(instruction, arithmetic).mismatches(all, equal, 0, all.size(), limit);
}

Observed thinned(const Observed& from, std::size_t most) {
  std::vector<std::pair<std::uint64_t, std::size_t>> order;
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::uint64_t mixed = (i + 1) * 0x9E3779B97F4A7C15;
    mixed = (mixed ^ mixed >> 31) * 0xBF58476D1CE4E5B9;
    order.emplace_back(mixed ^ mixed >> 29, i);
  }
  std::sort(order.begin(), order.end());
  order.resize(std::min(order.size(), most));
  Observed some;
  for (const auto& [mixed, i] : order) {
    some.dots.push_back(from.dots[i]);
    some.outputs.push_back(from.outputs[i]);
  }
  return some;
}

std::pair<Observed, Observed> by_accumulator(const Observed& from) {
  std::pair<Observed, Observed> parts;
  for (std::size_t i = 0; i < from.size(); ++i) {
    Observed& part = from.dots[i].c != 0 ? parts.first : parts.second;
    part.dots.push_back(from.dots[i]);
    part.outputs.push_back(from.outputs[i]);
  }
  return parts;
}

}  // namespace ulpgate::probe
