// The oracles of layer_norm and rms_norm against the twin, and their own refinement.
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

#include "reference/oracles/layer_norm.h"
#include "reference/oracles/norm/row_kernels.h"
#include "reference/oracles/norm/row_sums.h"
#include "reference/oracles/rms_norm.h"
#include "reference/tests/norm/contains.h"
#include "reference/tests/norm/rows.h"
#include "reference/twins/norm.h"

namespace ulpgate {
namespace {

const Format* const row_formats[] = {&formats::fp16, &formats::bf16, &formats::fp32, &formats::fp64};

/// As narrow as a double-double can be, where all is far from the ends of double's range.
bool narrow(const Enclosure& e, const TwinReal& twin, double part, int bits) {
  return TwinReal(e.radius) <= (abs(twin) + TwinReal(part)) * ldexp(TwinReal(1), -bits);
}

struct Checked {
  int elements = 0, infinite = 0;
};

void check(const RowValue& value, const RowValue& refined, const TwinReal& twin, double part,
           const std::string& what, Checked& checked) {
  EXPECT_TRUE(value.number_class == NumberClass::finite || value.number_class == NumberClass::zero) << what;
  EXPECT_TRUE(contains(value.value, twin, part)) << what << ": " << value.value.high << " and " << twin;
  EXPECT_TRUE(contains(refined.value, twin, part)) << what << ": " << refined.value.high << " and " << twin;
  ++checked.elements;
  if (std::isinf(refined.value.radius)) {
    ++checked.infinite;
    return;
  }
  EXPECT_TRUE(narrow(value.value, twin, part, 94) || abs(twin) < 1e-280) << what << " " << value.value.radius;
  EXPECT_TRUE(narrow(refined.value, twin, 0, 100) || abs(twin) < 1e-280)
      << what << " " << refined.value.radius;
}

/// Rows of n numbers with everything that a norm may have.
struct Problem {
  std::vector<double> x, gamma, beta;
  double eps = 0;
  bool zero_centred = false;
};

Problem draw(const Format& f, int family, int n, Words& words) {
  Problem p;
  p.x = draw_row(f, family, n, words);
  if (words.below(3) != 0) p.gamma = draw_row(f, words.below(2) == 0 ? 0 : 8, n, words);
  if (words.below(2) != 0) p.beta = draw_row(f, words.below(2) == 0 ? 0 : 8, n, words);
  const double choices[] = {1e-5, 1e-12, 0, 1, 1e-6, 2.5e-38};
  p.eps = choices[words.below(6)];
  p.zero_centred = words.below(4) == 0;
  return p;
}

TEST(NormTwin, OraclesContainIt) {
  Words words(11);
  Checked checked;
  for (int round = 0; round < 40; ++round) {
    for (const Format* f : row_formats) {
      for (int family = 0; family < row_families; ++family) {
        const int n = round % 5 == 4 ? 65 : 1 + words.below(12);
        const Problem p = draw(*f, family, n, words);
        RowArithmetic arithmetic;
        arithmetic.zero_centred = p.zero_centred;
        const TwinNormRow row{p.x, p.gamma, p.beta, p.eps, p.zero_centred};
        const auto layer = layer_norm_row({p.x, p.gamma, p.beta, p.eps}, arithmetic);
        const std::string what =
            row_family_name(family) + " " + std::string(f->name) + " n " + std::to_string(n);
        if (layer->value(LayerNormOutput::rstd, 0).number_class != NumberClass::infinity) {
          const TwinNorm twin = twin_layer_norm(row);
          for (int i = 0; i < n; ++i) {
            const auto at = static_cast<std::size_t>(i);
            const double beta = p.beta.empty() ? 0 : std::fabs(p.beta[at]);
            // What N_i cancels from is known to 2^-106.
            const double reach = (abs(twin.mean) * twin.rstd).convert_to<double>() *
                                 (p.gamma.empty() ? 1 : std::fabs(p.gamma[at]) + 1);
            check(layer->value(0, i), layer->refined(0, i, 100), twin.y[at], beta + reach, what + " y",
                  checked);
          }
          check(layer->value(1, 0), layer->refined(1, 0, 100), twin.mean, 0, what + " mean", checked);
          check(layer->value(2, 0), layer->refined(2, 0, 100), twin.rstd, 0, what + " rstd", checked);
        }
        const auto rms = rms_norm_row({p.x, p.gamma, p.eps}, arithmetic);
        if (rms->value(RmsNormOutput::rstd, 0).number_class == NumberClass::infinity) continue;
        const TwinNorm twin = twin_rms_norm({p.x, p.gamma, {}, p.eps, p.zero_centred});
        for (int i = 0; i < n; ++i)
          check(rms->value(0, i), rms->refined(0, i, 100), twin.y[static_cast<std::size_t>(i)], 0,
                what + " rms", checked);
        check(rms->value(1, 0), rms->refined(1, 0, 100), twin.rstd, 0, what + " rms rstd", checked);
      }
    }
  }
  EXPECT_GT(checked.elements, 20000);
  EXPECT_LT(checked.infinite, checked.elements / 100);
}

TEST(RowSums, BinsAndIntegersAgree) {
  Words words(12);
  for (int round = 0; round < 30; ++round) {
    for (const Format* f : row_formats) {
      for (int family = 0; family < row_families; ++family) {
        const std::vector<double> x = draw_row(*f, family, 1 + words.below(40), words);
        const RowSums chosen = row_sums(x), bins = row_sums_in_bins(x);
        Exact sum, squares, magnitude;
        for (const double v : x) {
          const Exact e = Exact::from_double(v);
          sum += e;
          squares += e * e;
          magnitude += e.abs();
          EXPECT_TRUE(v == 0 || e.exponent() >= chosen.quantum);
          EXPECT_TRUE(chosen.lowest <= v && v <= chosen.highest);
        }
        EXPECT_EQ(chosen.sum(), sum) << row_family_name(family);
        EXPECT_EQ(chosen.squares(), squares);
        EXPECT_EQ(bins.sum(), sum);
        EXPECT_EQ(bins.squares(), squares);
        EXPECT_TRUE(Exact::from_double(chosen.magnitude) >= magnitude);
        EXPECT_LE(chosen.magnitude, magnitude.to_double() * (1 + 1e-9));
      }
    }
  }
}

BlockSums slow_sums(const std::vector<double>& integers) {
  BlockSums s;
  for (const double x : integers) {
    const auto k = static_cast<std::int64_t>(x), upper = static_cast<std::int64_t>(std::llrint(x * 0x1p-26)),
               lower = k - upper * (std::int64_t{1} << 26);
    s.sum += k;
    s.magnitudes += std::abs(k);
    s.upper += upper * upper;
    s.mixed += upper * lower;
    s.lower += lower * lower;
    s.all |= static_cast<std::uint64_t>(std::abs(k));
  }
  return s;
}

/// Whatever this machine can run gives the same bits.
TEST(RowKernels, AgreeBitForBit) {
  Words words(13);
  const std::vector<RowKernels> all = available_row_kernels();
  for (const int n : {1, 3, 4, 255, 256, 700}) {
    for (int family = 0; family < row_families; ++family) {
      const std::vector<double> x = draw_row(formats::fp32, family, n, words),
                                gamma = draw_row(formats::fp32, 0, n, words),
                                beta = draw_row(formats::fp32, 8, n, words);
      const NormTransform t{static_cast<double>(n),
                            {-3.25, 0x1p-60, 0x1p-110},
                            {0.7, 0x1p-56, 0x1p-104},
                            static_cast<double>(words.below(2)),
                            gamma.data(),
                            words.below(2) == 0 ? nullptr : beta.data()};
      std::vector<std::vector<double>> results;
      for (const RowKernels& kernels : all) {
        const auto size = static_cast<std::size_t>(n);
        std::vector<double> parts(3 * size);
        kernels.transform(x.data(), n, t, {parts.data(), parts.data() + size, parts.data() + 2 * size});
        results.push_back(parts);
        EXPECT_EQ(results.back(), results.front()) << row_family_name(family) << " " << n;
        const RowRange range = kernels.survey(x.data(), n), first = all.front().survey(x.data(), n);
        EXPECT_EQ(range.largest, first.largest);
        // Of integers of any size that they take.
        std::vector<double> integers(x.size());
        for (double& k : integers)
          k = static_cast<double>(static_cast<std::int64_t>(words.next() >> 12) - (std::int64_t{1} << 51)) *
              std::ldexp(1.0, -words.below(50));
        for (double& k : integers) k = std::trunc(k);
        const BlockSums sums = kernels.sums(integers.data(), n, 1), right = slow_sums(integers);
        EXPECT_EQ(sums.sum, right.sum);
        EXPECT_EQ(sums.magnitudes, right.magnitudes);
        EXPECT_EQ(sums.upper, right.upper);
        EXPECT_EQ(sums.mixed, right.mixed);
        EXPECT_EQ(sums.lower, right.lower);
        EXPECT_EQ(sums.all, right.all);
        EXPECT_EQ(range.smallest, first.smallest);
        EXPECT_EQ(range.lowest, first.lowest);
        EXPECT_EQ(range.highest, first.highest);
        EXPECT_EQ(range.significands, first.significands);
        const RowRange magnitudes = kernels.magnitudes(x.data(), n);
        EXPECT_EQ(magnitudes.largest, first.largest);
        EXPECT_EQ(magnitudes.smallest, first.smallest);
        EXPECT_EQ(magnitudes.significands, first.significands);
      }
    }
  }
}

TEST(RowSums, SeesWhatIsNotFinite) {
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> x{1, infinity, -infinity, std::nan("")};
  EXPECT_TRUE(row_sums(std::span(x).first(1)).all_finite());
  EXPECT_TRUE(row_sums(std::span(x).first(2)).any_positive_infinity);
  EXPECT_FALSE(row_sums(std::span(x).first(2)).any_nan);
  EXPECT_TRUE(row_sums(std::span(x).first(3)).any_negative_infinity);
  EXPECT_TRUE(row_sums(x).any_nan);
  EXPECT_TRUE(row_sums({}).all_finite());
}

}  // namespace
}  // namespace ulpgate
