// The table of properties: when each applies, and what it is given.
#include <algorithm>
#include <utility>

#include "suites/convert/inputs.h"
#include "suites/convert/property.h"
#include "suites/convert/witnesses.h"

namespace ulpgate::convert {
namespace {

bool always(const ConvertOffer&, const Peers&) { return true; }

bool has_traps(const ConvertOffer& o, const Peers&) {
  return !double_rounding_traps(*o.from, *o.to)->empty();
}

std::vector<std::uint64_t> witness_codes(const ConvertOffer& o) {
  std::vector<std::uint64_t> codes;
  for (const Witness& w : built_in_witnesses()) {
    if (w.from == o.from && (w.to == nullptr || w.to == o.to)) codes.push_back(w.input);
  }
  return codes;
}

bool has_witnesses(const ConvertOffer& o, const Peers&) { return !witness_codes(o).empty(); }

bool rounds_by_magnitude(const ConvertOffer& o, const Peers&) {
  const bool directed = o.rule.rounding == Rounding::up || o.rule.rounding == Rounding::down;
  return !directed && o.from->has_sign && o.from->is_floating() && o.to->has_sign;
}

std::vector<ConvertCase> traps(const ConvertOffer& o, Tier, std::uint64_t) {
  return {{.inputs = *double_rounding_traps(*o.from, *o.to)}};
}

std::vector<ConvertCase> witnesses(const ConvertOffer& o, Tier, std::uint64_t) {
  return {{.inputs = witness_codes(o)}};
}

/// Every code of a narrow source, else the grid and values across the target's range.
std::vector<std::uint64_t> broad_sample(const ConvertOffer& o, Tier tier, std::uint64_t seed) {
  if (o.from->width() <= 16) {
    std::vector<std::uint64_t> all;
    for (std::uint64_t c = 0; c < o.from->code_count(); ++c) all.push_back(c << o.from->padding_bits);
    return all;
  }
  std::vector<std::uint64_t> codes = *conversion_grid(*o.from, *o.to);
  const CounterRandom random(seed);
  const std::uint64_t drawn = tier == Tier::smoke ? 1U << 14 : 1U << 17;
  for (std::uint64_t i = 0; i < drawn; ++i) codes.push_back(draw_code(*o.from, *o.to, random, i));
  return codes;
}

std::vector<ConvertCase> broad(const ConvertOffer& o, Tier tier, std::uint64_t seed) {
  return {{.inputs = broad_sample(o, tier, seed)}};
}

/// A moderate sample: what is run several times over.
std::vector<ConvertCase> moderate(const ConvertOffer& o, Tier tier, std::uint64_t seed) {
  std::vector<std::uint64_t> codes = broad_sample(o, Tier::smoke, seed);
  const std::size_t most = tier == Tier::smoke ? 1U << 13 : 1U << 16;
  const std::size_t step = codes.size() / most + 1;
  std::vector<std::uint64_t> some;
  for (std::size_t i = 0; i < codes.size(); i += step) some.push_back(codes[i]);
  return {{.inputs = std::move(some)}};
}

/// Lengths around vector widths and block sizes, each at several alignments of input and output; 0 elements
/// among them.
std::vector<ConvertCase> lengths(const ConvertOffer& o, Tier, std::uint64_t seed) {
  const CounterRandom random(seed);
  std::vector<ConvertCase> all;
  std::uint64_t drawn = 0;
  for (std::size_t n : {0,  1,  2,  3,  4,  5,   7,   8,   9,   15,  16,   17,   31,
                        32, 33, 63, 64, 65, 127, 128, 129, 255, 257, 1000, 1025, 4097}) {
    for (const auto& [lead, to_lead] : {std::pair{0U, 0U}, {1U, 1U}, {3U, 2U}, {7U, 3U}}) {
      ConvertCase c{.inputs = {}, .lead = lead, .to_lead = to_lead};
      for (std::size_t i = 0; i < n; ++i) c.inputs.push_back(draw_code(*o.from, *o.to, random, drawn++));
      all.push_back(std::move(c));
    }
  }
  // As long as a sweep's blocks, and longer than most vector loops' blocks.
  for (std::size_t n : {32769U, 100003U}) {
    ConvertCase c{.inputs = {}, .lead = 1};
    for (std::size_t i = 0; i < n; ++i) c.inputs.push_back(draw_code(*o.from, *o.to, random, drawn++));
    all.push_back(std::move(c));
  }
  return all;
}

/// Strides apart, interleaved, backwards; longer than a vector and a block.
std::vector<ConvertCase> strided(const ConvertOffer& o, Tier, std::uint64_t seed) {
  const CounterRandom random(seed);
  std::vector<ConvertCase> all;
  std::uint64_t drawn = 0;
  constexpr std::pair<std::int64_t, std::int64_t> strides[] = {{2, 1}, {1, 3}, {-1, 2}, {5, -7}, {64, 33}};
  for (std::size_t n : {1, 9, 100, 1000, 4097}) {
    for (const auto& [from, to] : strides) {
      // A kernel that takes a backward input for a packed one reads beyond it: not beyond its guard.
      if (from < 0 && n > 1000) continue;
      ConvertCase c{.inputs = {}, .lead = n % 4, .from_stride = from, .to_stride = to};
      for (std::size_t i = 0; i < n; ++i) c.inputs.push_back(draw_code(*o.from, *o.to, random, drawn++));
      all.push_back(std::move(c));
    }
  }
  return all;
}

/// Every length, and a moderate sample in one long call.
std::vector<ConvertCase> lengths_and_sample(const ConvertOffer& o, Tier tier, std::uint64_t seed) {
  std::vector<ConvertCase> all = lengths(o, tier, seed);
  for (ConvertCase& c : moderate(o, tier, seed)) all.push_back(std::move(c));
  return all;
}

// The second column of numbers: random cases at the standard tier, and the longest of them.
constexpr ConvertProperty table[] = {
    {"CONVERT-DOUBLE-1", has_traps, judge_double, traps, 0, 0, false,
     "equal to the exact value rounded once"},
    {"CONVERT-KNOWN-1", has_witnesses, judge_double, witnesses, 0, 0, false,
     "equal to the exact value rounded once"},
    {"CONVERT-MONOTONE-1", always, judge_monotone, broad, 0, 0, false, "results in the order of the inputs"},
    {"CONVERT-ROUNDTRIP-1", roundtrip_applies, judge_roundtrip, broad, 0, 0, false, "equal values"},
    {"CONVERT-SYMMETRY-1", rounds_by_magnitude, judge_symmetry, broad, 0, 0, false,
     "bits equal but for the sign; any NaN for a NaN"},
    {"CONVERT-COMMUTE-1", commute_applies, judge_commute, broad, 0, 0, false, "equal bits"},
    {"CONVERT-POSITION-1", always, judge_position, lengths_and_sample, 100, 300, false, "equal bits"},
    {"CONVERT-STRIDE-1", always, judge_stride, strided, 50, 70, true,
     "equal bits, and poison between the elements"},
    {"CONVERT-REPEAT-1", always, judge_repeat, moderate, 50, 300, false, "equal bits"},
    {"CONVERT-MODE-1", always, judge_mode, moderate, 0, 0, false, "equal bits"},
    {"CONVERT-STATE-1", always, judge_state, moderate, 0, 0, false, "an equal floating-point environment"},
    {"CONVERT-WRITE-1", always, judge_write, lengths, 50, 300, false,
     "no element with both poisons, guards and input intact"},
};

}  // namespace

std::span<const ConvertProperty> properties() { return table; }

const ConvertProperty* find_property(std::string_view requirement) {
  const auto* found = std::find_if(std::begin(table), std::end(table),
                                   [&](const auto& p) { return p.requirement == requirement; });
  return found == std::end(table) ? nullptr : found;
}

}  // namespace ulpgate::convert
