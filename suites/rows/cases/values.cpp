// Cases by what their values are.
#include <array>

#include "suites/framework/codes.h"
#include "suites/framework/random.h"
#include "suites/rows/cases.h"

namespace ulpgate::rows {

std::size_t at_tier(Tier tier, std::size_t smoke, std::size_t standard, std::size_t full) {
  return tier == Tier::smoke ? smoke : tier == Tier::standard ? standard : full;
}

std::optional<std::uint64_t> special_code(const Format& f, int which) {
  if (which == 0) {
    if (!f.has_nan()) return std::nullopt;
    return f.nans == NanCodes::negative_zero ? f.sign_mask() : f.magnitude_mask();
  }
  if (!f.has_infinity) return std::nullopt;
  return infinity_magnitude(f) | (which == 2 ? f.sign_mask() : 0);
}

bool can_be(const RowsOffer& o, std::size_t tensor, int which) {
  if (o.operation->tensors[tensor].name != "y" || which == 0) return true;
  // A softmax is at most 1, its logarithm at most 0.
  return which == 2 && o.operation->name.starts_with("log_");
}

bool has_inner(const RowsOffer& o) {
  return o.operation->tensors[0].extents == Extents::lines || has_groups(o);
}

Cases accuracy_cases(const Definition& d, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  constexpr std::array<std::int64_t, 8> lengths{33, 5, 256, 1000, 17, 128, 3000, 64};
  Cases all;
  const std::size_t shapes = at_tier(tier, 2, 4, lengths.size());
  for (std::size_t s = 0; s < shapes; ++s) {
    for (const Family family : d.families)
      all.push_back(in_groups(o, plain_case(o, lengths[s] > 500 ? 2 : 6, lengths[s], family, ++seed)));
  }
  if (has_inner(o)) {
    RowsCase c = plain_case(o, 3, 40, Family::uniform, ++seed);
    c.inner = 5;
    set_groups(o, c);
    all.push_back(c);
  }
  return all;
}

Cases length_cases(const Definition& d, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  constexpr std::array<std::int64_t, 31> short_ones{1,   2,   3,   4,   5,   7,   8,   9,   13,  15,  16,
                                                    17,  31,  32,  33,  63,  64,  65,  97,  127, 128, 129,
                                                    255, 256, 257, 511, 512, 513, 769, 781, 997};
  constexpr std::array<std::int64_t, 9> long_ones{1023, 1024, 1025, 2047, 2049, 4095, 4096, 4097, 8191};
  Cases all;
  std::size_t next = 0;
  const auto add = [&](std::int64_t n, std::int64_t rows) {
    all.push_back(in_groups(o, plain_case(o, rows, n, d.families[next++ % d.families.size()], ++seed)));
  };
  const std::size_t step = at_tier(tier, 5, 1, 1);
  for (std::size_t i = 0; i < short_ones.size(); i += step) add(short_ones[i], 3);
  for (std::size_t i = 0; i < long_ones.size(); i += 2 * step) add(long_ones[i], 2);
  if (tier >= Tier::standard && !o.emulated) add(65537, 1);
  if (tier > Tier::standard) {
    for (const std::int64_t n : {1024, 4096, 104729, 1048576}) add(n, 1);
  }
  // Where most threads have nothing, whatever the values are: squares of large ones overflow.
  for (const std::int64_t n : {1, 2}) {
    for (const Family family : d.families) all.push_back(plain_case(o, 2, n, family, ++seed));
  }
  return all;
}

Cases special_cases(const Definition&, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  const std::int64_t inner = has_inner(o) ? 2 : 1;
  for (std::size_t t = 0; t < o.formats.size(); ++t) {
    const RowTensor& tensor = o.operation->tensors[t];
    if (o.formats[t] == nullptr || tensor.output || !o.formats[t]->is_floating()) continue;
    // A mask has a requirement of its own; the gradient of a loss is a number.
    if (tensor.name == "mask" || tensor.name == "dloss") continue;
    for (const std::int64_t n : {1, 2, 3, 5, 8, 16, 17, 32, 33, 65, 130, 1025}) {
      for (int which = 0; which < 3; ++which) {
        const auto code = special_code(*o.formats[t], which);
        if (!code || !can_be(o, t, which) || (tier == Tier::smoke && n % 8 != which)) continue;
        RowsCase c = plain_case(o, n > 200 ? 3 : 5, n, Family::uniform, ++seed);
        c.inner = n < 40 ? inner : 1;
        set_groups(o, c);
        const auto shape = shape_of(o, c, t);
        const CounterRandom random(seed, 61);
        // The rows between stay as they are without.
        for (std::int64_t row = 0; row < shape[0]; row += 2) {
          const auto place = static_cast<std::int64_t>(
              random.below(static_cast<std::uint64_t>(row), static_cast<std::uint64_t>(shape[1])));
          c.planted.push_back({t, row, row == 0 ? shape[1] - 1 : place, shape[2] - 1, *code});
        }
        all.push_back(c);
      }
    }
  }
  return all;
}

Cases identity_cases(const Definition& d, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  for (const std::int64_t n : {1, 2, 17, 64, 129, 1030}) {
    if (tier == Tier::smoke && n > 100) break;
    for (const Family family : d.families) {
      RowsCase c = plain_case(o, n > 100 ? 1 : 3, n, family, ++seed);
      c.inner = n == 17 && has_inner(o) ? 2 : 1;
      c = in_groups(o, c);
      all.push_back(c);
    }
  }
  return all;
}

Cases equal_cases(const Definition&, const RowsOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const std::int64_t n : {2, 7, 33, 65, 250, 1025}) {
    for (const Family family : {Family::equal, Family::steps}) {
      RowsCase c = plain_case(o, 2, n, family, ++seed);
      c.plain_parameters = true;
      all.push_back(in_groups(o, c));
    }
  }
  return all;
}

}  // namespace ulpgate::rows
