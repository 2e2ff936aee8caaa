// Every method against the slow second oracle.
#include <gtest/gtest.h>

#include "reference/tests/gemm/test_problem.h"

namespace ulpgate::tests {
namespace {

/// Also that all methods agree bit for bit, on one thread and on three.
void expect_all_methods_as_twin(const ProductProblem& problem) {
  const ProductSums sums = exact_products(problem);
  expect_as_twin(problem, sums);
  expect_same_bits(problem, sums, exact_products(problem, {.threads = 3}));
  for (const ProductMethod method : forced_methods) {
    SCOPED_TRACE("method " + std::to_string(static_cast<int>(method)));
    if (const auto other = try_products(problem, method)) expect_same_bits(problem, sums, *other);
  }
}

TEST(ProductTwin, EveryPairOfFormats) {
  Random random(1);
  for (const Format* a : all_formats()) {
    for (const Format* b : all_formats()) {
      for (const Family family : all_families()) {
        TestProblem t(*a, *b, {1, random.below(4), random.below(5), random.below(6)});
        t.draw(family, random);
        SCOPED_TRACE(t.text() + ", family " + std::to_string(static_cast<int>(family)));
        expect_all_methods_as_twin(t.problem());
        if (HasFailure()) return;
      }
    }
  }
}

TEST(ProductTwin, RandomShapesAndLayouts) {
  Random random(2);
  const std::vector<const Format*> formats{&formats::fp16, &formats::bf16, &formats::e4m3, &formats::fp32,
                                           &formats::tf32, &formats::fp64, &formats::int8, &formats::e5m2};
  for (int round = 0; round < 300; ++round) {
    const Shape shape{1 + random.below(3), random.below(21), random.below(21), random.below(21)};
    const Format& format = *random.among(formats);
    TestProblem t(format, format, shape, random.among(all_layouts()), random.among(all_layouts()));
    t.draw(random.among(all_families()), random);
    if (round % 3 == 0) t.cancel();
    SCOPED_TRACE(t.text() + ", round " + std::to_string(round));
    expect_all_methods_as_twin(t.problem());
    if (HasFailure()) return;
  }
}

TEST(ProductTwin, CancelledSumsAreZero) {
  Random random(3);
  for (const Format* format : {&formats::fp16, &formats::bf16, &formats::fp32, &formats::fp64}) {
    TestProblem t(*format, *format, {1, 5, 5, 64});
    t.draw(Family::any_finite, random);
    t.cancel();
    const ProductSums sums = exact_products(t.problem());
    expect_as_twin(t.problem(), sums);
    EXPECT_EQ(sums.sum(0, 4, 4).high, 0);
    EXPECT_GT(sums.magnitude(0, 4, 4), 0);
    for (const ProductMethod method : forced_methods) {
      if (const auto other = try_products(t.problem(), method)) expect_same_bits(t.problem(), sums, *other);
    }
  }
}

TEST(ProductTwin, ZeroAnnihilatesAndSubnormalsFlushed) {
  Random random(4);
  for (int round = 0; round < 60; ++round) {
    const Format& format =
        *random.among(std::vector<const Format*>{&formats::fp16, &formats::e5m2, &formats::fp32});
    TestProblem t(format, format, {1, 6, 7, 9});
    t.draw(round % 2 == 0 ? Family::any : Family::extreme, random);
    // Few specials, so that not every sum is NaN.
    for (std::int64_t k = 0; k < 9; ++k) t.a.set(0, round % 6, k, draw_code(format, Family::any, random));
    ProductProblem p = t.problem();
    p.zero_annihilates = round % 3 != 0;
    p.flush_subnormals = round % 3 != 1;
    expect_all_methods_as_twin(p);
    if (HasFailure()) return;
  }
}

TEST(ProductTwin, Specials) {
  Random random(5);
  const Format& f = formats::fp16;
  const std::vector<std::uint64_t> planted{0x7C00, 0xFC00, 0x7E00, 0x0000, 0x8000};
  for (int round = 0; round < 200; ++round) {
    TestProblem t(f, f, {1, 9, 9, 12});
    t.draw(Family::moderate, random);
    const std::int64_t count = random.below(5);
    for (std::int64_t s = 0; s < count; ++s) {
      t.a.set(0, random.below(9), random.below(12), random.among(planted));
      t.b.set(0, random.below(12), random.below(9), random.among(planted));
    }
    ProductProblem p = t.problem();
    p.zero_annihilates = round % 2 != 0;
    expect_all_methods_as_twin(p);
    if (HasFailure()) return;
  }
}

TEST(ProductTwin, Scales) {
  Random random(6);
  const std::vector<const Format*> elements{&formats::e4m3, &formats::e2m1, &formats::e5m2, &formats::fp16,
                                            &formats::fp32, &formats::fp64, &formats::int8};
  const std::vector<const Format*> scales{&formats::e8m0, &formats::ue4m3, &formats::fp32, &formats::bf16,
                                          &formats::fp64};
  for (int round = 0; round < 300; ++round) {
    const Shape shape{1 + random.below(2), random.below(9), random.below(9), random.below(20)};
    const Format& format = *random.among(elements);
    TestProblem t(format, format, shape);
    t.draw(round % 4 == 0 ? Family::any : Family::any_finite, random);
    ProductProblem p = t.problem();
    p.zero_annihilates = round % 5 == 0;
    const std::int64_t block = 1 + random.below(8);
    const Family family = round % 3 == 0 ? Family::any : Family::moderate;
    TestMatrix a_scale(*random.among(scales), shape.batch, shape.m, shape.k / block + 1,
                       random.among(all_layouts()));
    a_scale.draw(family, random);
    TestMatrix b_scale(*random.among(scales), shape.batch, shape.k / 4 + 1, shape.n / block + 1,
                       Layout::row_major);
    b_scale.draw(family, random);
    if (round % 2 == 0) p.a_scale = ScaleView{a_scale.view(), 1, block};
    if (round % 7 != 0) p.b_scale = ScaleView{b_scale.view(), 4, block};
    SCOPED_TRACE(t.text() + ", round " + std::to_string(round));
    expect_all_methods_as_twin(p);
    if (HasFailure()) return;
  }
}

TEST(ProductTwin, LargeProblemsAtSampledElements) {
  Random random(7);
  for (const Format* format :
       {&formats::fp16, &formats::e4m3, &formats::bf16, &formats::fp32, &formats::fp64}) {
    for (const Family family : {Family::any_finite, Family::moderate}) {
      TestProblem t(*format, *format, {1, 250, 259, 300}, Layout::padded, Layout::column_major);
      t.draw(family, random);
      SCOPED_TRACE(t.text());
      const ProductProblem p = t.problem();
      const ProductSums sums = exact_products(p, {.threads = 2});
      for (int sample = 0; sample < 20; ++sample)
        expect_as_twin(p, sums, 0, random.below(p.m), random.below(p.n));
      for (const ProductMethod method : forced_methods) {
        if (const auto other = try_products(p, method, 2)) expect_same_bits(p, sums, *other);
      }
      if (HasFailure()) return;
    }
  }
}

}  // namespace
}  // namespace ulpgate::tests
