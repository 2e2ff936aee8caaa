#include "suites/quantize/cases.h"

#include <algorithm>

#include "reference/oracles/quantize/hadamard.h"
#include "suites/framework/codes.h"
#include "suites/framework/random.h"

namespace ulpgate::blocks {
namespace {

constexpr std::int64_t group = quantize::hadamard_size;

}  // namespace

std::size_t at_tier(Tier tier, std::size_t smoke, std::size_t standard, std::size_t full) {
  return tier == Tier::smoke ? smoke : tier == Tier::standard ? standard : full;
}

BlocksCase plain_case(std::int64_t rows, std::int64_t columns, Family family, std::uint64_t seed) {
  BlocksCase c;
  c.rows = rows;
  c.columns = columns;
  c.family = family;
  c.seed = seed;
  return c;
}

std::int64_t block_columns(const BlocksOffer& o) {
  return o.recipe.block.columns > 0 ? o.recipe.block.columns : 32;
}
std::int64_t block_rows(const BlocksOffer& o) { return o.recipe.block.rows > 0 ? o.recipe.block.rows : 4; }

BlocksCase shaped(const BlocksOffer& o, std::int64_t rows, std::int64_t columns, Family family,
                  std::uint64_t seed) {
  BlocksCase c = plain_case(rows, columns, family, seed);
  if (o.is("hadamard")) c.columns = (columns + group - 1) / group * group;
  if (o.is("delayed_scale_update")) {
    c.rows = std::clamp<std::int64_t>(rows, 1, 40);
    c.columns = std::min<std::int64_t>(columns, 70);
  }
  return c;
}

std::vector<std::uint64_t> special_codes(const Format& f) {
  std::vector<std::uint64_t> codes;
  const auto both_signs = [&](std::uint64_t magnitude) {
    codes.push_back(magnitude);
    if (f.has_sign) codes.push_back(magnitude | f.sign_mask());
  };
  if (f.has_nan() && f.nans != NanCodes::ieee) both_signs(f.magnitude_mask());
  if (f.has_nan() && f.nans == NanCodes::ieee) {
    // The usual one, all bits, one between. All quiet: what fmax does with a signaling one differs by
    // machine.
    const std::uint64_t quiet = infinity_magnitude(f) | std::uint64_t{1} << (f.significand_bits - 1);
    for (const std::uint64_t code : {quiet, f.magnitude_mask(), quiet | 1}) both_signs(code);
  }
  if (f.has_infinity) both_signs(infinity_magnitude(f));
  return codes;
}

Cases empty_cases(const BlocksOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const auto& [rows, columns] :
       {std::pair(0, 0), std::pair(0, 32), std::pair(4, 0), std::pair(1, 1), std::pair(1, 16)}) {
    BlocksCase c = plain_case(rows, columns, Family::uniform, ++seed);
    if (o.is("hadamard") && columns % group != 0) continue;
    if (o.is("delayed_scale_update") && rows == 0) continue;  // a history has at least the current slot
    all.push_back(c);
  }
  return all;
}

Cases stride_cases(const BlocksOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  const std::int64_t width = std::min<std::int64_t>(2 * block_columns(o) + 5, 300);
  for (const std::int64_t rows : {1, 3, 37}) {
    if (tier == Tier::smoke && rows == 37) continue;
    const BlocksCase base = shaped(o, rows, width, Family::blocks, ++seed);
    const auto with = [&](auto change) {
      BlocksCase c = base;
      change(c.layout);
      all.push_back(c);
    };
    with([](Layout& l) { l.pad = 3; });
    with([](Layout& l) { l.step = 2; });
    with([](Layout& l) { l.turned = true; });
    for (const unsigned axes : {1U, 2U, 3U}) with([&](Layout& l) { l.reversed = axes; });
    for (const std::int64_t lead : {1, 3, 8}) with([&](Layout& l) { l.lead = lead; });
    with([](Layout& l) { l = {.pad = 5, .step = 3, .turned = true, .reversed = 2, .lead = 1}; });
  }
  return all;
}

Cases conduct_cases(const BlocksOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  const std::int64_t width = block_columns(o);
  for (const std::int64_t rows : {1, 2, 33, 130}) {
    if (rows * width > 40000) continue;
    for (const std::int64_t columns : {width - 1, width, width + 1, 3 * width + 7}) {
      BlocksCase c = shaped(o, rows, std::max<std::int64_t>(columns, 1), Family::blocks, ++seed);
      all.push_back(c);
      c.layout.pad = 13;
      all.push_back(c);
    }
  }
  return all;
}

Cases special_cases(const BlocksOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  const std::int64_t width = std::min<std::int64_t>(block_columns(o), 33), columns = 2 * width + 3;
  const std::size_t x = 0;
  for (const std::uint64_t code : special_codes(*o.formats[x])) {
    for (std::int64_t at = 0; at < columns; ++at) {
      if (tier == Tier::smoke && at % 7 != 0) continue;
      BlocksCase c = shaped(o, 2, columns, Family::uniform, ++seed);
      c.planted.push_back({x, at % c.rows, at % c.columns, code});
      all.push_back(c);
    }
  }
  for (const Family family : {Family::uniform, Family::zeros}) {
    BlocksCase c = shaped(o, 1, 3, family, ++seed);
    for (std::int64_t i = 0; i < c.columns; ++i) {
      for (const std::uint64_t code : special_codes(*o.formats[x])) {
        BlocksCase all_of_it = c;
        for (std::int64_t k = 0; k <= i; ++k) all_of_it.planted.push_back({x, 0, k, code});
        all.push_back(all_of_it);
      }
    }
  }
  return all;
}

Cases edge_cases(const BlocksOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  const std::int64_t width = block_columns(o), height = block_rows(o);
  for (const std::int64_t rows : {std::int64_t{1}, height - 1, height, height + 1, 2 * height + 1}) {
    for (const std::int64_t columns :
         {std::int64_t{1}, width - 1, width, width + 1, 3 * width + width / 2 + 1, 4 * width}) {
      if (rows < 1 || columns < 1) continue;
      if (tier == Tier::smoke && rows * columns > 20000) continue;
      for (const Family family : {Family::blocks, Family::thresholds})
        all.push_back(shaped(o, rows, columns, family, ++seed));
    }
  }
  return all;
}

Cases grid_cases(const BlocksOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  const auto many = static_cast<std::int64_t>(at_tier(tier, 257, 65537, 65537));
  const std::int64_t step = o.is("hadamard") ? group : 1, across = (many + step - 1) / step * step;
  for (const auto& [rows, columns] : {std::pair(many, step), std::pair(std::int64_t{1}, across)}) {
    BlocksCase c = plain_case(rows, columns, Family::equal, seed - seed % 50 + 1);
    c.planted.push_back({0, rows - 1, columns - 1, nearest_code(*o.formats[0], 100)});
    all.push_back(c);
  }
  return all;
}

BlocksCase draw_layout(const BlocksOffer& o, std::uint64_t seed, int size) {
  const CounterRandom random(seed, 1);
  BlocksCase c = draw_case(o, seed, size);
  c.layout = {.pad = static_cast<std::int64_t>(random.below(20, 9)),
              .step = 1 + static_cast<std::int64_t>(random.below(21, 3)),
              .turned = random.below(22, 2) != 0,
              .reversed = static_cast<unsigned>(random.below(23, 4)),
              .lead = static_cast<std::int64_t>(random.below(24, 9))};
  return c;
}

BlocksCase draw_case(const BlocksOffer& o, std::uint64_t seed, int size) {
  const CounterRandom random(seed, 1);
  const auto extent = [&](std::uint64_t index, std::int64_t most) {
    return static_cast<std::int64_t>(1 +
                                     random.below(index, static_cast<std::uint64_t>(1 + most * size / 100)));
  };
  BlocksCase c = shaped(o, extent(0, 2 * block_rows(o) + 2),
                        extent(1, std::min<std::int64_t>(4 * block_columns(o), 300)),
                        all_families[random.below(2, std::size(all_families))], seed);
  c.exponent = static_cast<int>(random.below(3, 9)) - 4;
  if (o.is("delayed_scale_update"))
    c.margin = random.below(4, 3) == 0 ? static_cast<int>(random.below(5, 9)) - 4 : 0;
  if (random.below(6, 4) == 0) {
    const std::vector<std::uint64_t> codes = special_codes(*o.formats[0]);
    if (codes.empty()) return c;
    const std::uint64_t code = codes[random.below(9, codes.size())];
    const auto at = [&](std::uint64_t index, std::int64_t extent_of) {
      return static_cast<std::int64_t>(random.below(index, static_cast<std::uint64_t>(extent_of)));
    };
    // Amaxes have no sign.
    const std::uint64_t sign = o.is("delayed_scale_update") ? o.formats[0]->sign_mask() : 0;
    c.planted.push_back({0, at(7, c.rows), at(8, c.columns), code & ~sign});
  }
  return c;
}

}  // namespace ulpgate::blocks
