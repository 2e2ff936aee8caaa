// Every instruction set's kernels against plain loops.
#include "reference/oracles/gemm/kernels.h"

#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <gtest/gtest.h>
#include <vector>

#include "reference/tests/gemm/test_problem.h"

namespace ulpgate::tests {
namespace {

using namespace products;

class Kernels : public ::testing::TestWithParam<std::size_t> {
 protected:
  Kernels() : kernels_(available_product_kernels().at(GetParam())) {}

  /// In [-2^(bits - 1), 2^(bits - 1)).
  std::int64_t integer(int bits) { return static_cast<std::int64_t>(random_.word()) >> (64 - bits); }

  template <typename T, typename Multiply>
  void expect_products(Multiply multiply, int columns, int bits) {
    constexpr std::int64_t length = 37;
    const int rows = kernels_.rows;
    std::vector<T> a(static_cast<std::size_t>(rows * length));
    std::vector<T> b(static_cast<std::size_t>(columns * length));
    for (T& x : a) x = static_cast<T>(integer(bits));
    for (T& x : b) x = static_cast<T>(integer(bits));
    const std::int64_t stride = columns + 5;
    std::vector<T> c(static_cast<std::size_t>(rows * stride), T{7});
    for (const bool add : {false, true}) {
      multiply(a.data(), b.data(), length, c.data(), stride, add);
      for (int r = 0; r < rows; ++r) {
        for (int j = 0; j < columns; ++j) {
          std::int64_t sum = 0;
          for (std::int64_t k = 0; k < length; ++k)
            sum += static_cast<std::int64_t>(a[static_cast<std::size_t>(k * rows + r)]) *
                   static_cast<std::int64_t>(b[static_cast<std::size_t>(k * columns + j)]);
          EXPECT_EQ(static_cast<std::int64_t>(c[static_cast<std::size_t>(r * stride + j)]),
                    add ? 2 * sum : sum);
        }
        for (std::int64_t j = columns; j < stride; ++j)
          EXPECT_EQ(c[static_cast<std::size_t>(r * stride + j)], T{7});
      }
    }
  }

  ProductKernels kernels_;
  Random random_{21};
};

TEST_P(Kernels, MultiplyPanels) {
  expect_products<double>(kernels_.multiply_doubles, kernels_.double_columns, 23);
  expect_products<float>(kernels_.multiply_floats, kernels_.float_columns, 9);
}

TEST_P(Kernels, RoundFloatSumsInOrderOfK) {
  constexpr std::int64_t length = 256;
  std::vector<float> a(static_cast<std::size_t>(kernels_.rows * length));
  std::vector<float> b(static_cast<std::size_t>(kernels_.float_columns * length));
  for (float& x : a)
    x = std::ldexp(static_cast<float>(random_.below(4096)), -static_cast<int>(random_.below(30)));
  for (float& x : b)
    x = std::ldexp(static_cast<float>(random_.below(4096)), -static_cast<int>(random_.below(30)));
  std::vector<float> c(static_cast<std::size_t>(kernels_.rows * kernels_.float_columns));
  kernels_.multiply_floats(a.data(), b.data(), length, c.data(), kernels_.float_columns, false);
  for (int r = 0; r < kernels_.rows; ++r) {
    for (int j = 0; j < kernels_.float_columns; ++j) {
      float sum = 0;
      for (std::int64_t k = 0; k < length; ++k)
        sum += a[static_cast<std::size_t>(k * kernels_.rows + r)] *
               b[static_cast<std::size_t>(k * kernels_.float_columns + j)];
      EXPECT_EQ(c[static_cast<std::size_t>(r * kernels_.float_columns + j)], sum);
    }
  }
}

TEST_P(Kernels, DotIntegers) {
  for (const std::int64_t length : {0, 1, 7, 64, 100}) {
    std::vector<std::vector<std::int32_t>> lines(5,
                                                 std::vector<std::int32_t>(static_cast<std::size_t>(length)));
    for (auto& line : lines) {
      for (std::int32_t& x : line) x = static_cast<std::int32_t>(integer(28));
    }
    const std::int32_t* b[4] = {lines[1].data(), lines[2].data(), lines[3].data(), lines[4].data()};
    std::int64_t sums[4];
    kernels_.dot_integers(lines[0].data(), b, length, sums);
    for (std::size_t j = 0; j < 4; ++j) {
      std::int64_t sum = 0;
      for (std::size_t k = 0; k < lines[0].size(); ++k) sum += std::int64_t{lines[0][k]} * lines[j + 1][k];
      EXPECT_EQ(sums[j], sum);
    }
  }
}

TEST_P(Kernels, ConvertLines) {
  constexpr std::size_t length = 53;
  std::vector<std::int64_t> significands(length);
  std::vector<std::int16_t> exponents(length);
  for (std::size_t k = 0; k < length; ++k) {
    significands[k] = k % 7 == 0 ? 0 : integer(20);
    exponents[k] = static_cast<std::int16_t>(random_.below(40) - 20);
  }
  std::vector<std::int64_t> integers(length);
  kernels_.to_integers(significands.data(), exponents.data(), -20, length, integers.data());
  for (std::size_t k = 0; k < length; ++k)
    EXPECT_EQ(integers[k], significands[k] * (std::int64_t{1} << (exponents[k] + 20)));
  std::vector<std::int64_t> rest = integers;
  std::vector<double> low(length);
  std::vector<double> high(length);
  kernels_.split_integers(rest.data(), length, 19, low.data());
  kernels_.to_doubles(rest.data(), length, high.data());
  for (std::size_t k = 0; k < length; ++k) {
    EXPECT_EQ(
        static_cast<std::int64_t>(low[k]) + static_cast<std::int64_t>(high[k]) * (std::int64_t{1} << 19),
        integers[k]);
    EXPECT_GE(low[k], -0x1p18);
    EXPECT_LT(low[k], 0x1p18);
  }
}

TEST_P(Kernels, UpperBoundsAreAboveAndClose) {
  const std::vector<std::int64_t> significands{0,
                                               1,
                                               -1,
                                               4095,
                                               (1 << 26) - 1,
                                               (1 << 27) - 1,
                                               -(1 << 27) - 1,
                                               integer(53),
                                               integer(60),
                                               (std::int64_t{1} << 62) - 1,
                                               -(std::int64_t{1} << 61) - 1,
                                               (std::int64_t{1} << 54) + 1};
  const std::vector<std::int16_t> exponents(significands.size(), -30);
  std::vector<double> upper(significands.size());
  kernels_.to_upper_bounds(significands.data(), exponents.data(), 3, static_cast<std::int64_t>(upper.size()),
                           upper.data());
  for (std::size_t k = 0; k < upper.size(); ++k) {
    const Exact value = Exact::from_integer(significands[k]).abs().scaled(-33);
    const Exact bound = Exact::from_double(upper[k]);
    EXPECT_GE(bound, value) << significands[k];
    EXPECT_LE(bound, value + value.scaled(-24)) << significands[k];
    EXPECT_LT(bound.significand(), 1 << 26) << "26 bits, so that products are exact";
    const bool short_enough = std::abs(significands[k]) < 1 << 26;
    EXPECT_TRUE(!short_enough || bound == value) << significands[k];
  }
}

template <typename Term, typename Bin>
void expect_bins(void (*add)(const Term*, const Term*, std::int64_t, Bin*), int rows, int columns,
                 Random& random) {
  constexpr std::int64_t length = 61;
  constexpr int bins_of_line = 9;
  const int sums = rows * columns;
  const auto draw = [&](int lines) {
    std::vector<Term> terms(static_cast<std::size_t>(lines * length));
    for (Term& t : terms) {
      t.significand = static_cast<decltype(t.significand)>(random.below(2000) - 1000);
      t.offset = static_cast<decltype(t.offset)>(random.below(bins_of_line)) *
                 static_cast<decltype(t.offset)>(static_cast<std::size_t>(sums) * sizeof(Bin));
    }
    return terms;
  };
  const std::vector<Term> a = draw(rows);
  const std::vector<Term> b = draw(columns);
  std::vector<Bin> bins(static_cast<std::size_t>(2 * bins_of_line * sums));
  std::vector<Bin> expected = bins;
  add(a.data(), b.data(), length, bins.data());
  for (std::int64_t k = 0; k < length; ++k) {
    for (int r = 0; r < rows; ++r) {
      for (int c = 0; c < columns; ++c) {
        const Term& x = a[static_cast<std::size_t>(k * rows + r)];
        const Term& y = b[static_cast<std::size_t>(k * columns + c)];
        const std::size_t bin = (x.offset + y.offset) / sizeof(Bin);
        expected[bin + static_cast<std::size_t>(r * columns + c)] +=
            static_cast<Bin>(x.significand) * y.significand;
      }
    }
  }
  EXPECT_TRUE(bins == expected);
}

TEST_P(Kernels, AddToBins) {
  expect_bins(kernels_.add_binned_32, binned_rows_32, binned_columns_32, random_);
  expect_bins(kernels_.add_binned_64, binned_rows_64, binned_columns_64, random_);
}

TEST_P(Kernels, CarriesKeepTheValue) {
  // Bins 8 bits apart; the value of the first sum, before and after, in units of its first bin.
  constexpr std::size_t count = 20, distance = 4, sums = binned_sums_32;
  std::vector<std::int64_t> bins((count + distance) * sums);
  for (std::size_t i = 0; i < count * sums; ++i) bins[i] = integer(63);
  const auto value = [&](std::size_t sum) {
    Exact total;
    for (std::size_t bin = 0; bin < count + distance; ++bin)
      total += Exact::from_integer(bins[bin * sums + sum]).scaled(8 * static_cast<int>(bin));
    return total;
  };
  std::vector<Exact> before;
  for (std::size_t s = 0; s < sums; ++s) before.push_back(value(s));
  kernels_.carry_32(bins.data(), count, distance);
  for (std::size_t s = 0; s < sums; ++s) EXPECT_EQ(value(s), before[s]);
  for (std::size_t i = 0; i < count * sums; ++i) {
    EXPECT_GE(bins[i], 0);
    EXPECT_LT(bins[i], std::int64_t{1} << 32);
  }
  std::vector<std::int64_t> limbs(5 * sums);
  kernels_.gather_32(bins.data(), 5, 4, 8, limbs.data());
  for (std::size_t s = 0; s < sums; ++s) {
    Exact total;
    for (std::size_t limb = 0; limb < 5; ++limb)
      total += Exact::from_integer(limbs[limb * sums + s]).scaled(32 * static_cast<int>(limb));
    for (std::size_t bin = count; bin < count + distance; ++bin)
      total += Exact::from_integer(bins[bin * sums + s]).scaled(8 * static_cast<int>(bin));
    EXPECT_EQ(total, before[s]);
  }
}

INSTANTIATE_TEST_SUITE_P(InstructionSets, Kernels,
                         ::testing::Range(std::size_t{0}, available_product_kernels().size()));

}  // namespace
}  // namespace ulpgate::tests
