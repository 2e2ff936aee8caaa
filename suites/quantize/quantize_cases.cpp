#include "suites/quantize/quantize_cases.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "reference/formats/decode.h"
#include "reference/oracles/quantize.h"
#include "suites/framework/codes.h"
#include "suites/framework/text.h"
#include "suites/quantize/cases.h"
#include "suites/quantize/order_cases.h"

namespace ulpgate::blocks {
namespace {

using quantize::ScaleKind;

/// Rows and columns of about so many blocks.
BlocksCase of_blocks(const BlocksOffer& o, std::int64_t blocks, Family family, std::uint64_t seed) {
  const quantize::Block b = o.recipe.block;
  if (b == quantize::Block{}) return plain_case(3, 37, family, seed);
  if (b.columns == 0) return plain_case(blocks, 20, family, seed);
  if (b.rows == 0) return plain_case(5, blocks, family, seed);
  // Where that is a lot, blocks are cut short by the tensor's last row: each has its scale all the same.
  constexpr std::int64_t most = 1 << 17;
  if (blocks * b.rows * b.columns > most)
    return plain_case(std::max<std::int64_t>(most / (blocks * b.columns), 1), blocks * b.columns, family,
                      seed);
  const std::int64_t across = std::min<std::int64_t>(blocks, 16);
  return plain_case((blocks + across - 1) / across * b.rows, across * b.columns, family, seed);
}

std::uint64_t x_code(const BlocksOffer& o, double value) { return nearest_code(*o.format("x"), value); }

std::uint64_t times_power(const Format& f, std::uint64_t code, int k) {
  return nearest_code(f, std::ldexp(to_double(f, code), k));
}

/// What scales become where x is multiplied by 2^k. Those of zeros stay.
void move_scales(const BlocksOffer& o, const BlocksCase& c, const std::vector<std::uint64_t>& x, int k,
                 BlocksRun& run) {
  for (const char* name : {"scales", "scales_t"}) {
    if (!o.has(name)) continue;
    const std::size_t t = o.place(name);
    const Shape s = shape_of(o, c, t);
    const bool turned = o.operation->tensors[t].extents == BlockExtents::blocks_transposed;
    const quantize::Grid g = turned ? quantize::grid_of(o.recipe.block, c.columns, c.rows)
                                    : quantize::grid_of(o.recipe.block, c.rows, c.columns);
    std::vector<bool> moves(static_cast<std::size_t>(g.scales()), false);
    for (std::int64_t i = 0; i < c.rows * c.columns; ++i) {
      const std::int64_t row = i / c.columns, column = i % c.columns;
      if (to_double(*o.format("x"), x[static_cast<std::size_t>(i)]) != 0)
        moves[static_cast<std::size_t>(turned ? g.block_of(column, row) : g.block_of(row, column))] = true;
    }
    for (std::int64_t i = 0; i < g.scales(); ++i) {
      if (!moves[static_cast<std::size_t>(i)]) continue;
      std::uint64_t& code = run.outputs[t][stored_place(o, s, t, i / s[1], i % s[1])];
      if (o.recipe.scales == ScaleKind::mx) code += static_cast<std::uint64_t>(k);
      if (o.recipe.scales == ScaleKind::current) code = times_power(formats::fp32, code, k);
    }
  }
}

}  // namespace

Cases scale_cases(const BlocksOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  const bool whole = o.recipe.block == quantize::Block{};
  const auto blocks = static_cast<std::int64_t>(at_tier(tier, 100, 1200, 5000));
  const auto times = whole ? at_tier(tier, 100, 600, 3000) : at_tier(tier, 1, 2, 4);
  for (std::size_t i = 0; i < times; ++i)
    all.push_back(of_blocks(o, blocks, Family::thresholds, seed + i * 17));
  return all;
}

Cases element_cases(const BlocksOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  for (const int exponent : {0, 1, -3, 7, -9}) {
    BlocksCase c = of_blocks(o, 40, Family::ties, ++seed);
    c.exponent = exponent;
    all.push_back(c);
  }
  for (const Family family : {Family::uniform, Family::blocks, Family::spread, Family::tiny, Family::large})
    all.push_back(of_blocks(o, 40, family, ++seed));
  const Format& f = *o.format("x");
  if (f.storage_bits > 16 || tier == Tier::smoke) return all;
  // Scale classes: the largest number of x, and some below.
  const int top = std::ilogb(largest_value(f)) - std::ilogb(largest_value(*o.recipe.element));
  for (const int exponent : {top, top - 1, 0, -4, -14}) {
    if (tier == Tier::standard && exponent != 0 && exponent != top) continue;
    BlocksCase c = plain_case(256, 256, Family::every, 0);
    c.exponent = exponent;
    all.push_back(c);
  }
  return all;
}

Cases given_cases(const BlocksOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  for (std::size_t i = 0; i < at_tier(tier, 10, 60, 300); ++i) {
    BlocksCase c = of_blocks(o, 30, i % 2 == 0 ? Family::uniform : Family::spread, ++seed);
    c.exponent = static_cast<int>(i % 7) - 3;
    all.push_back(c);
  }
  const Cases both_ways = inverse_cases(o, tier, ++seed);
  all.insert(all.end(), both_ways.begin(), both_ways.end());
  return all;
}

Cases range_cases(const BlocksOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  const double most = largest_value(*o.recipe.element);
  // 509 of oneDNN#5626, and the rest between the largest number and where its binade ends.
  for (const double part :
       {1.0, 1.002, 449.0 / 448, 1.03, 464.0 / 448, 1.05, 480.0 / 448, 509.0 / 448, 511.9 / 448}) {
    for (int k = tier == Tier::smoke ? 0 : -6; k <= 6; k += 2) {
      BlocksCase c = plain_case(2, std::min<std::int64_t>(block_columns(o), 40), Family::uniform, ++seed);
      c.exponent = -3;
      c.planted.push_back({0, 0, c.columns / 2, x_code(o, std::ldexp(part * most, k))});
      c.planted.push_back({0, 1, 0, x_code(o, -std::ldexp(part * most, k))});
      if (o.has("scale"))
        c.planted.push_back(
            {o.place("scale"), 0, 0,
             nearest_code(formats::fp32,
                          std::ldexp(1.0, o.recipe.given == quantize::GivenRule::divide ? k : -k))});
      all.push_back(c);
    }
  }
  return all;
}

Cases zero_cases(const BlocksOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  const std::int64_t width = block_columns(o);
  all.push_back(plain_case(2, width, Family::zeros, ++seed));
  all.push_back(plain_case(1, 3 * width + 1, Family::zeros, ++seed));
  // Zeros among others.
  BlocksCase c = plain_case(3, std::min<std::int64_t>(3 * width, 400), Family::uniform, ++seed);
  for (std::int64_t i = 0; i < std::min(width, c.columns); ++i)
    c.planted.push_back({0, 1, i, i % 2 == 0 ? 0 : o.format("x")->sign_mask()});
  all.push_back(c);
  c.planted.push_back({0, 1, 1, 1});
  all.push_back(c);
  return all;
}

Cases shift_cases(const BlocksOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (int k = 1; k <= 6; ++k) {
    BlocksCase c = of_blocks(o, 12, k % 2 == 0 ? Family::uniform : Family::steps, ++seed);
    c.exponent = k;
    all.push_back(c);
  }
  return all;
}

Cases layout_cases(const BlocksOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  const std::int64_t width = block_columns(o), height = block_rows(o) == 4 ? 1 : block_rows(o);
  for (const std::int64_t rows : {1, 31, 33, 127, 129, 260}) {
    for (const std::int64_t columns : {1, 3, 4, 5, 9}) {
      if (tier == Tier::smoke && rows > 40) continue;
      all.push_back(
          plain_case(rows * height, columns * width - (rows % 2 == 0 ? 3 : 0), Family::blocks, ++seed));
    }
  }
  // 2880 columns, of TransformerEngine#3070.
  all.push_back(plain_case(2 * height, 2880, Family::blocks, ++seed));
  return all;
}

Cases pack_cases(const BlocksOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  const std::int64_t width = block_columns(o);
  for (std::int64_t columns = 1; columns <= 2 * width + 3; columns += tier == Tier::smoke ? 6 : 1) {
    for (const std::int64_t rows : {1, 2, 5})
      all.push_back(plain_case(rows, columns, rows == 2 ? Family::ties : Family::uniform, ++seed));
  }
  return all;
}

Cases random_cases(const BlocksOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  const Format& e = *o.recipe.element;
  // Of a transposed copy, neighbours along both axes; else one row.
  const std::int64_t columns = o.has("q_t") ? 16 : 2 * 256, rows = 2 * 256 / columns;
  const std::size_t x = o.place("x"), random = o.place("random");
  const std::uint64_t most = max_finite_magnitude(e), step = e.width() > 4 ? 13 : 1;
  for (std::uint64_t code = 0; code < most; code += step) {
    const double low = to_double(e, code), high = to_double(e, code + 1);
    for (const double fraction : {0.0, 1.0 / 512, 1.0 / 256, 0.3, 0.5, 0.75, 255.0 / 256, 511.0 / 512}) {
      if (tier == Tier::smoke && fraction != 0.3) continue;
      for (const double sign : {1.0, -1.0}) {
        BlocksCase c = plain_case(rows, columns, Family::codes, ++seed);
        c.codes.resize(o.formats.size());
        for (std::int64_t i = 0; i < rows * columns; ++i) {
          // Each pair of elements has one that fixes the scale, so that each block has.
          const bool fixes = (i / columns + i % columns) % 2 == 0;
          c.codes[x].push_back(x_code(o, fixes ? largest_value(e) : sign * (low + fraction * (high - low))));
          // The neighbour's random bits are others.
          const auto byte = static_cast<std::uint64_t>(i / 2) ^ (fixes ? 0xFFU : 0U);
          c.codes[random].push_back(byte | (seed * 0x9E3779B1U << 8 & 0xFFFFFF00U));
        }
        if (o.has("scale"))
          c.codes[o.place("scale")].assign(static_cast<std::size_t>(shape_of(o, c, o.place("scale"))[0] *
                                                                    shape_of(o, c, o.place("scale"))[1]),
                                           nearest_code(formats::fp32, 1));
        if (o.has("global"))
          c.codes[o.place("global")] = {nearest_code(formats::fp32, 448 * largest_value(e))};
        all.push_back(c);
      }
    }
  }
  return all;
}

CaseJudgement judge_shift(const Runner& runner, const BlocksCase& shifted) {
  const BlocksOffer& o = runner.offer();
  const int k = shifted.exponent;
  BlocksCase c = shifted;
  c.exponent = 0;
  const Inputs inputs = expand(o, c);
  Inputs moved = inputs;
  for (std::uint64_t& code : moved[o.place("x")]) code = times_power(*o.format("x"), code, k);
  if (o.has("global"))
    moved[o.place("global")][0] = times_power(formats::fp32, moved[o.place("global")][0], k);
  if (o.has("scale")) {
    for (std::uint64_t& code : moved[o.place("scale")])
      code = times_power(formats::fp32, code, o.recipe.given == quantize::GivenRule::divide ? k : -k);
  }
  BlocksRun before = runner.run(c, inputs);
  const BlocksRun after = runner.run(c, moved);
  for (const BlocksRun* run : {static_cast<const BlocksRun*>(&before), &after}) {
    if (auto problem = call_problem(*run)) return *problem;
  }
  move_scales(o, c, inputs[o.place("x")], k, before);
  return compare_bits(o, c, before, after, "x times 2^" + std::to_string(k) + "; from x itself it");
}

}  // namespace ulpgate::blocks
