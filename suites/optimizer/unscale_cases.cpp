#include "suites/optimizer/unscale_cases.h"

#include <cmath>

#include "suites/framework/codes.h"
#include "suites/framework/random.h"

namespace ulpgate::optimizer {
namespace {

using rows::Cases;
using rows::Family;
using rows::RowsCase;
using rows::RowsOffer;

/// What our own multi-tensor kernels work on at a time.
constexpr std::int64_t chunk = 2048;

void plant(const RowsOffer& o, RowsCase& c, std::string_view tensor, std::int64_t row, std::int64_t i,
           double value) {
  const std::size_t t = o.place(tensor);
  c.planted.push_back({t, row, i, 0, nearest_code(*o.formats[t], value)});
}

/// All of each row, where there are sizes.
void fill_sizes(const RowsOffer& o, RowsCase& c) { c.plain_parameters = o.has("sizes"); }

RowsCase at_scale(const RowsOffer& o, std::int64_t outer, std::int64_t n, Family family, double scale,
                  std::uint64_t seed) {
  RowsCase c = rows::plain_case(o, outer, n, family, seed);
  fill_sizes(o, c);
  plant(o, c, "scale", 0, 0, scale);
  return c;
}

}  // namespace

Cases scale_cases(const rows::Definition& d, const RowsOffer& o, Tier, std::uint64_t seed) {
  // fixtures/vectors/scaler/unscale.txt: scale and gradient.
  constexpr double published[][2] = {{65536, 655.36},
                                     {3, 6},
                                     {3, 10},
                                     {1000, 1},
                                     {0x1p-10, 1e38},
                                     {0, 0},
                                     {0x1.fffffep127, 0x1.fffffep127},
                                     {65536, 0x1p-149},
                                     {49, 7},
                                     {65536, 1e-40},
                                     {0x1p-149, 1},
                                     {1e-3, 1}};
  Cases all;
  for (const auto& [scale, gradient] : published) {
    RowsCase c = at_scale(o, 1, 1, Family::steps, scale, ++seed);
    plant(o, c, "x", 0, 0, gradient);
    all.push_back(c);
  }
  for (const double scale : {1.0, 65536.0, 1e-3, 0x1.fffffep127}) {
    RowsCase c = at_scale(o, 2, 11, Family::steps, scale, ++seed);
    // Zeros of both signs, and what the scale may leave a zero of.
    for (std::int64_t i = 0; i < c.n; ++i) {
      const auto sign = (i & 1) != 0 ? o.input().sign_mask() : 0;
      c.planted.push_back({0, 0, i, 0, sign});
      c.planted.push_back({0, 1, i, 0, sign | static_cast<std::uint64_t>(i)});
    }
    all.push_back(c);
  }
  for (const double scale : {3.0, 49.0, 65536.0, 1e-3, 0x1p-149, 0x1p-126, 0x1.fffffep127, 0.0, 1.0}) {
    for (const Family family : d.families) all.push_back(at_scale(o, 3, 37, family, scale, ++seed));
  }
  return all;
}

RowsCase draw_scale(const rows::Definition& d, const RowsOffer& o, std::uint64_t seed, int size) {
  return rows::draw_accuracy(d, o, seed, size);
}

Cases found_cases(const rows::Definition&, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  const auto add = [&](std::int64_t rows, std::int64_t n, std::int64_t row, std::int64_t i) {
    const auto code = rows::special_code(o.input(), static_cast<int>(++seed % 3));
    RowsCase c = rows::plain_case(o, rows, n, Family::normal, seed);
    fill_sizes(o, c);
    if (i >= 0) c.planted.push_back({0, row, i, 0, *code});
    all.push_back(c);
  };
  for (const std::int64_t n :
       {1, 2, 3, 4, 5, 7, 8, 9, 15, 17, 31, 33, 63, 64, 127, 129, 255, 257, 1023, 1025}) {
    add(1, n, 0, -1);
    for (const std::int64_t i : {std::int64_t{0}, n / 2, n - 1}) add(1, n, 0, i);
  }
  for (std::int64_t k = -3; k <= 7; ++k) add(1, chunk + 8, 0, chunk + k);
  for (std::int64_t r = 1; r <= (tier == Tier::smoke ? 2 : 7); ++r)
    add(1, 2 * chunk + r, 0, 2 * chunk + r - 1);
  for (std::int64_t row = 0; row < 5; ++row) add(5, 9, row, row);
  return all;
}

RowsCase draw_found(const rows::Definition& d, const RowsOffer& o, std::uint64_t seed, int size) {
  const CounterRandom random(seed, 71);
  RowsCase c = rows::draw_accuracy(d, o, seed, size);
  if (random.below(0, 3) == 0) return c;
  const auto place = [&](std::uint64_t index, std::int64_t below) {
    return static_cast<std::int64_t>(random.below(index, static_cast<std::uint64_t>(below)));
  };
  c.planted.push_back({0, place(1, c.outer), place(2, c.n), 0,
                       *rows::special_code(o.input(), static_cast<int>(random.below(3, 3)))});
  return c;
}

Cases keep_cases(const rows::Definition&, const RowsOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const double flag : {1.0, 2.0, 0x1p-149}) {
    for (const std::int64_t n : {1, 8, 70, 3000}) {
      RowsCase c = rows::plain_case(o, 2, n, Family::normal, ++seed);
      plant(o, c, "found_inf", 0, 0, flag);
      all.push_back(c);
      c.planted.push_back({0, 1, n - 1, 0, alarming_code(o.input())});
      all.push_back(c);
    }
  }
  return all;
}

Cases after_cases(const rows::Definition&, const RowsOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const double scale : {0x1p-10, 0x1p-149, 0.0, 1.0, 65536.0}) {
    for (const double gradient : {60000.0, 1.0, 0.0}) {
      RowsCase c = at_scale(o, 2, 12, Family::steps, scale, ++seed);
      // Small ones beside it: they do not overflow with it, but at scales that make everything infinite.
      c.exponent = -12;
      plant(o, c, "x", 1, 11, gradient);
      all.push_back(c);
    }
    RowsCase c = at_scale(o, 2, 12, Family::steps, scale, ++seed);
    plant(o, c, "x", 1, 5, largest_value(o.input()));
    all.push_back(c);
  }
  return all;
}

Cases one_cases(const rows::Definition& d, const RowsOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  const Format& f = o.input();
  for (const Family family : d.families) {
    RowsCase c = at_scale(o, 2, 21, family, 1, ++seed);
    // Signalling and quiet ones, of both signs, with payloads.
    const std::uint64_t infinity = infinity_magnitude(f);
    const std::uint64_t quiet = infinity | std::uint64_t{1} << (f.significand_bits - 1);
    c.planted.push_back({0, 0, 3, 0, quiet | 0x23});
    c.planted.push_back({0, 0, 20, 0, infinity | 0x11});
    c.planted.push_back({0, 1, 8, 0, quiet | 0x5 | f.sign_mask()});
    c.planted.push_back({0, 1, 9, 0, infinity | f.sign_mask()});
    all.push_back(c);
  }
  return all;
}

Cases size_cases(const rows::Definition&, const RowsOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  const std::uint64_t alarm = alarming_code(o.input());
  for (const std::int64_t n : {1, 4, 9, 33, 64, 257, 2 * static_cast<int>(chunk) + 5}) {
    // Empty tensors beside full ones, NaN right behind the last element, or in it.
    for (const bool inside : {false, true}) {
      RowsCase c = rows::plain_case(o, 6, n, Family::normal, ++seed);
      const std::int64_t sizes[] = {0, n, n / 2, 0, n - 1, n + 7};
      for (std::int64_t row = 0; row < 6; ++row) {
        plant(o, c, "sizes", row, 0, static_cast<double>(sizes[row]));
        const std::int64_t at = inside ? sizes[row] - 1 : sizes[row];
        if (at >= 0 && at < n && (!inside || row == static_cast<std::int64_t>(seed % 6)))
          c.planted.push_back({0, row, at, 0, alarm});
      }
      all.push_back(c);
    }
  }
  return all;
}

Cases long_cases(const rows::Definition&, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  const bool is_short = tier == Tier::smoke || o.emulated;
  const std::int64_t n = is_short ? 5 * chunk + 3 : (std::int64_t{1} << 20) + 5;
  for (const bool planted : {false, true}) {
    RowsCase c = rows::plain_case(o, 1, n, Family::normal, ++seed);
    fill_sizes(o, c);
    if (planted) c.planted.push_back({0, 0, n - 1, 0, alarming_code(o.input())});
    all.push_back(c);
  }
  RowsCase many = rows::plain_case(o, is_short ? 400 : 5000, 7, Family::normal, ++seed);
  many.planted.push_back({0, many.outer - 1, 0, 0, alarming_code(o.input())});
  fill_sizes(o, many);
  all.push_back(many);
  return all;
}

Cases sparse_cases(const rows::Definition&, const RowsOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  const double large = largest_value(o.input()) * 0.6;
  const auto add = [&](std::initializer_list<double> values, std::initializer_list<double> index) {
    // At a scale that makes no gradient infinite by itself.
    RowsCase c = at_scale(o, static_cast<std::int64_t>(values.size()), 5, Family::steps, 4, ++seed);
    std::int64_t row = 0;
    for (const double value : values) plant(o, c, "x", row++, 3, value);
    row = 0;
    for (const double line : index) plant(o, c, "index", row++, 0, line);
    all.push_back(c);
  };
  add({large, large}, {0, 0});
  add({large, large}, {0, 1});
  add({large, -large}, {0, 0});
  add({-large, 1, -large}, {4, 2, 4});
  add({large, 1, large, 2}, {3, 0, 7, 3});
  add({large, large, -large}, {1, 1, 1});
  add({large / 2, large / 2, large / 2, large / 2}, {5, 5, 5, 5});
  // Lines that differ in high bits only, and some that are one.
  for (const double line : {255.0, 1023.0, 1024.0, 65535.0, 65537.0, 0x1p31 + 3, 0x1p32 + 7, 0x1p40 + 1}) {
    for (const double other : {0x1p8, 0x1p10, 0x1p16, 0x1p31, 0x1p32})
      add({large, large}, {line, line + other});
    add({large, 1, large}, {line, line - 1, line});
  }
  // The order decides what fp32 makes infinite, and where x is fp16, what is rounded away on the way to
  // 65520.
  add({-large, large, large}, {6, 6, 6});
  add({-large, 1, large, 2, large}, {6, 1, 6, 3, 6});
  add({large, large, -large}, {6, 6, 6});
  add({65504, 15.9921875, 0x1p-9, 0x1p-9, 0x1p-9, 0x1p-9}, {2, 2, 2, 2, 2, 2});
  add({0x1p-9, 0x1p-9, 0x1p-9, 0x1p-9, 15.9921875, 65504}, {2, 2, 2, 2, 2, 2});
  return all;
}

}  // namespace ulpgate::optimizer
