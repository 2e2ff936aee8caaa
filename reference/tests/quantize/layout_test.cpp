// Where things lie, and the Hadamard transform: both readings agree.
#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

#include "reference/bounds/hadamard.h"
#include "reference/oracles/quantize.h"
#include "reference/oracles/quantize/hadamard.h"
#include "reference/oracles/quantize/packing.h"
#include "reference/oracles/quantize/scale_layout.h"
#include "reference/oracles/quantize/steps.h"
#include "reference/tests/print.h"
#include "reference/tests/quantize/vector_line.h"
#include "reference/tests/words.h"
#include "reference/twins/block_layout.h"
#include "reference/twins/hadamard.h"

namespace ulpgate {
namespace {

using namespace quantize;

TEST(Blocks, LastOnesAreShort) {
  const Grid g = grid_of({16, 32}, 33, 70);
  EXPECT_EQ(g.scale_rows, 3);
  EXPECT_EQ(g.scale_columns, 3);
  EXPECT_EQ(g.block_of(32, 69), 8);
  EXPECT_EQ(g.block_of(15, 31), 0);
  EXPECT_EQ(g.block_of(16, 32), 4);
  const Grid whole = grid_of({}, 0, 5);
  EXPECT_EQ(whole.scales(), 1);
  EXPECT_EQ(grid_of({1, 0}, 7, 5).scales(), 7);
  EXPECT_EQ(grid_of({0, 1}, 7, 5).scales(), 5);
  const std::vector<float> x{1, -2, 3, 4, -5, 6};
  EXPECT_EQ(block_amaxes(grid_of({1, 2}, 2, 3), x, AmaxNan::ignored), (std::vector<float>{2, 3, 5, 6}));
  EXPECT_EQ(block_amaxes(grid_of({0, 1}, 2, 3), x, AmaxNan::ignored), (std::vector<float>{4, 5, 6}));
}

TEST(ScaleLayouts, SwizzlingIsOneToOne) {
  for (const auto& [rows, columns] :
       {std::pair(128, 4), std::pair(1, 1), std::pair(200, 9), std::pair(256, 12)}) {
    const std::int64_t all =
        padded_rows(ScaleLayout::swizzled, rows) * padded_columns(ScaleLayout::swizzled, columns);
    std::vector<bool> taken(static_cast<std::size_t>(all));
    for (std::int64_t r = 0; r < rows; ++r) {
      for (std::int64_t c = 0; c < columns; ++c) {
        const auto at = static_cast<std::size_t>(swizzled_place(columns, r, c));
        ASSERT_LT(at, taken.size());
        EXPECT_FALSE(taken[at]);
        taken[at] = true;
      }
    }
  }
  // One tile, by hand: rows 0, 32, 64 and 96 lie side by side, four columns each.
  EXPECT_EQ(swizzled_place(4, 0, 3), 3);
  EXPECT_EQ(swizzled_place(4, 32, 0), 4);
  EXPECT_EQ(swizzled_place(4, 96, 3), 15);
  EXPECT_EQ(swizzled_place(4, 1, 0), 16);
  EXPECT_EQ(swizzled_place(8, 0, 4), 512);
  EXPECT_EQ(swizzled_place(8, 128, 0), 1024);
}

TEST(ScaleLayouts, LieWhereTheTwinPutsThem) {
  for (const ScaleLayout layout : {ScaleLayout::plain, ScaleLayout::padded, ScaleLayout::swizzled}) {
    for (const std::int64_t rows : {1, 2, 31, 33, 127, 128, 129, 300}) {
      for (const std::int64_t columns : {1, 3, 4, 5, 8, 13}) {
        const std::vector<std::int64_t> stored = twin_stored_scales(layout, rows, columns);
        const std::int64_t across = padded_columns(layout, columns);
        ASSERT_EQ(static_cast<std::int64_t>(stored.size()), padded_rows(layout, rows) * across);
        std::int64_t found = 0;
        for (std::int64_t row = 0; row < rows; ++row) {
          for (std::int64_t column = 0; column < columns; ++column) {
            const std::int64_t at = layout == ScaleLayout::swizzled ? swizzled_place(columns, row, column)
                                                                    : row * across + column;
            ASSERT_EQ(stored.at(static_cast<std::size_t>(at)), row * columns + column)
                << rows << " x " << columns << ": (" << row << ", " << column << ")";
            ++found;
          }
        }
        // The rest is padding.
        EXPECT_EQ(std::count(stored.begin(), stored.end(), -1),
                  static_cast<std::ptrdiff_t>(stored.size()) - found);
      }
    }
  }
}

TEST(Copies, AreWhatTheTwinMakes) {
  Words words(11);
  for (const char* name : {"@te_block_1d", "@te_block_2d", "@te_mx", "@te_mx_2d", "@te_current"}) {
    Recipe r = quantize_test::recipe(name, formats::e4m3);
    // Blocks of the same kind that small tensors have several of.
    if (r.block.rows > 1) r.block.rows = 3;
    if (r.block.columns > 1) r.block.columns = 4;
    for (const auto& [rows, columns] :
         {std::pair(1, 1), std::pair(3, 4), std::pair(7, 10), std::pair(10, 3)}) {
      std::vector<std::uint32_t> codes;
      std::vector<float> x;
      for (int i = 0; i < rows * columns; ++i) {
        codes.push_back(static_cast<std::uint32_t>(words.next()) & 0xBFFFFFFF);
        x.push_back(number(codes.back()));
      }
      for (const bool turned : {false, true}) {
        const int down = turned ? columns : rows, across = turned ? rows : columns;
        const Quantized fast = quantized(r, down, across, {.x = turned ? transposed(x, rows, columns) : x});
        const TwinCopy slow = twin_copy(r, codes, rows, columns, turned, 0);
        for (int i = 0; i < down * across; ++i) {
          const auto at = static_cast<std::size_t>(i);
          const auto block = static_cast<std::size_t>(fast.grid.block_of(i / across, i % across));
          ASSERT_EQ(fast.elements[at], slow.elements[at]) << name << (turned ? " transposed " : " ") << i;
          ASSERT_EQ(fast.scales[block].stored, slow.scales[at].stored) << name << " " << i;
        }
      }
    }
  }
}

TEST(Packing, TwoElementsAByte) {
  const std::vector<std::uint64_t> codes{1, 2, 3, 4, 5, 6};
  using Bytes = std::vector<std::uint64_t>;
  EXPECT_EQ(packed(Packing::none, codes, 2, 3, 0), codes);
  EXPECT_EQ(packed(Packing::low_first, codes, 1, 6, 0), (Bytes{0x21, 0x43, 0x65}));
  EXPECT_EQ(packed(Packing::high_first, codes, 1, 6, 0), (Bytes{0x12, 0x34, 0x56}));
  // Odd rows end with a byte of their own.
  EXPECT_EQ(packed(Packing::low_first, codes, 2, 3, 0), (Bytes{0x21, 0x03, 0x54, 0x06}));
  EXPECT_EQ(packed(Packing::high_first, codes, 2, 3, 0xF), (Bytes{0x12, 0x3F, 0x45, 0x6F}));
  for (const Packing packing : {Packing::low_first, Packing::high_first}) {
    for (const std::int64_t columns : {1, 2, 3, 6}) {
      for (const std::uint64_t rest : {0U, 7U}) {
        const std::int64_t rows = 6 / columns;
        const Bytes some(codes.begin(), codes.begin() + rows * columns);
        const Unpacked4 back = unpacked(packing, packed(packing, some, rows, columns, rest), rows, columns);
        EXPECT_EQ(back.codes, some);
        EXPECT_EQ(back.rest_is_zero, rest == 0 || columns % 2 == 0);
      }
    }
  }
  EXPECT_EQ(unpacked(Packing::none, codes, 2, 3).codes, codes);
}

/// Numbers of all kinds; few of them special.
std::uint32_t any_code(Words& words, int kind) {
  const auto word = static_cast<std::uint32_t>(words.next());
  if (kind == 0) return (word & 0x807FFFFFU) | static_cast<std::uint32_t>(100 + words.below(50)) << 23;
  if (kind == 1 && words.below(12) == 0) return words.below(2) == 0 ? 0x7FC00000 : word | 0x7F800000U;
  if (kind == 2 && words.below(12) == 0) return 0x7F800000U | (word & 0x80000000U);
  return word & 0xBFFFFFFFU;
}

TEST(Hadamard, IsWhatTheTwinMakes) {
  Words words(12);
  for (int i = 0; i < 400; ++i) {
    std::array<std::uint32_t, 16> codes{};
    std::vector<Exact> x;
    for (std::uint32_t& code : codes) {
      code = any_code(words, i % 4);
      x.push_back(Exact::from_code(formats::fp32, code));
    }
    const auto signs = static_cast<std::uint32_t>(i == 0 ? hadamard_signs : words.next() & 0xFFFF);
    const std::vector<TwinValue> slow = twin_hadamard(codes, signs);
    for (int j = 0; j < 16; ++j) {
      const Exact fast = hadamard(std::span<const Exact, 16>(x), signs, j);
      const TwinValue& y = slow[static_cast<std::size_t>(j)];
      ASSERT_EQ(fast.is_nan(), y.number_class == NumberClass::nan) << i << ", " << j;
      if (fast.is_nan()) continue;
      ASSERT_EQ(fast.is_finite(), y.number_class == NumberClass::finite) << i << ", " << j;
      ASSERT_EQ(!fast.is_zero() && fast.negative(), y.negative) << i << ", " << j;
      if (!fast.is_finite()) continue;
      const Rational magnitude = Rational(fast.significand()) * Rational::power_of_two(fast.exponent());
      ASSERT_TRUE(magnitude == y.magnitude) << i << ", " << j;
    }
  }
}

double rounded_to(const Format& f, double x) {
  return to_double(f, encode(f, Exact::from_double(x), Rule{}).code);
}

/// Right arithmetic keeps the bound, in every order that is tried: neighbours are added pairwise in a random
/// order, each sum rounded to the accumulator.
TEST(Hadamard, SumsInAnyOrderKeepTheBound) {
  Words words(13);
  double most = 0;
  for (const Format* accumulator : {&formats::fp32, &formats::fp16, &formats::bf16}) {
    for (int i = 0; i < 400; ++i) {
      std::vector<Exact> x;
      std::vector<double> terms;
      for (int k = 0; k < 16; ++k) {
        const double size = std::ldexp(1 + words.unit(), -words.below(1 + i % 12));
        // What an fp32 accumulator holds; the others round it first.
        const double v = rounded_to(formats::fp32, words.below(2) == 0 ? size : -size);
        x.push_back(Exact::from_double(v));
        terms.push_back(rounded_to(*accumulator, v) * hadamard_sign(hadamard_signs, k, i % 16));
      }
      while (terms.size() > 1) {
        const auto at = static_cast<std::size_t>(words.below(static_cast<int>(terms.size())));
        const double a = terms[at];
        terms.erase(terms.begin() + static_cast<std::ptrdiff_t>(at));
        const auto with = static_cast<std::size_t>(words.below(static_cast<int>(terms.size())));
        terms[with] = rounded_to(*accumulator, terms[with] + a);
      }
      const double y = rounded_to(*accumulator, terms[0] / 4);
      const Exact exact = hadamard(std::span<const Exact, 16>(x), hadamard_signs, i % 16);
      const double error = (Exact::from_double(y) - exact).abs().to_double();
      const double bound = hadamard_error(x, *accumulator).to_double();
      ASSERT_LE(error, bound) << accumulator->name << " " << i;
      if (bound > 0) most = std::max(most, error / bound);
    }
  }
  EXPECT_GT(most, 0.05) << "the bound is loose";
}

TEST(Hadamard, IsOrthogonal) {
  for (int a = 0; a < hadamard_size; ++a) {
    for (int b = 0; b < hadamard_size; ++b) {
      int product = 0;
      for (int j = 0; j < hadamard_size; ++j)
        product += hadamard_sign(hadamard_signs, a, j) * hadamard_sign(hadamard_signs, b, j);
      EXPECT_EQ(product, a == b ? 16 : 0);
    }
  }
  // Sign by sign, as published.
  constexpr int signs[] = {1, 1, 1, -1, 1, -1, -1, -1, -1, -1, -1, 1, -1, 1, -1, -1};
  for (int i = 0; i < hadamard_size; ++i) EXPECT_EQ(hadamard_sign(hadamard_signs, i, 0), signs[i]);
}

TEST(Hadamard, KeepsTheSumOfProducts) {
  Words words(7);
  std::vector<Exact> a, b;
  Exact before, after;
  for (int i = 0; i < hadamard_size; ++i) {
    a.push_back(Exact::from_integer(words.below(2001) - 1000));
    b.push_back(Exact::from_integer(words.below(2001) - 1000));
    before += a.back() * b.back();
  }
  for (int j = 0; j < hadamard_size; ++j)
    after += hadamard(std::span<const Exact, 16>(a), hadamard_signs, j) *
             hadamard(std::span<const Exact, 16>(b), hadamard_signs, j);
  EXPECT_EQ(before, after);
}

}  // namespace
}  // namespace ulpgate
