// Operations on rows, in every order of threads and with every alignment: the same bits each time, and
// nothing else is touched. What they compute, the suites judge.
#include <cstring>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "kernels/api/tests/row_problem.h"
#include "kernels/cuda/rows/launch.h"
#include "kernels/cuda/tests/on_executor.h"

namespace ulpgate::cuda::kernel_test {
namespace {

/// Attention's d counts as inner.
bool has_inner(const Offer& offer) {
  const Extents first = find_row_operation(offer.operation)->tensors.front().extents;
  return first == Extents::lines || first == Extents::grouped || offer.operation == "attention";
}

std::vector<std::byte> bytes_of(const RowProblem& problem) {
  std::vector<std::byte> all;
  for (const RowProblem::Memory& m : problem.memory()) all.insert(all.end(), m.data, m.data + m.bytes);
  return all;
}

/// The problem that a variant makes of a call, or nothing where the kernel does not take it.
void expect_order_free(const RowsVariant& variant, RowSizes sizes, const RowLayout& layout) {
  if (!has_inner(variant.offer)) sizes.inner = 1;
  std::string formats;
  for (const auto& [role, format] : variant.offer.formats) formats += " " + format;
  SCOPED_TRACE(variant.offer.operation + " " + variant.offer.variant + formats +
               ", n = " + std::to_string(sizes.n) + ", inner = " + std::to_string(sizes.inner));
  RowProblem problem(variant.offer, sizes, layout);
  problem.fill_inputs();
  const Call call = problem.call();
  RowCall rows;
  ASSERT_EQ(understand_rows(call, rows).message, "");
  const RowsProblem launched = problem_of(variant, rows);
  if (!why_not(launched).empty()) return;
  std::vector<float> workspace(workspace_bytes(launched) / sizeof(float));
  std::vector<KnownMemory> known{{workspace.data(), workspace.size() * sizeof(float)}};
  for (const RowProblem::Memory& m : problem.memory()) known.push_back({m.data, m.bytes});
  std::vector<std::byte> first;
  in_every_order(
      90, known, [&] { return launch_rows(launched, workspace.data(), nullptr); },
      [&] {
        const std::vector<std::byte> now = bytes_of(problem);
        if (first.empty()) first = now;
        EXPECT_TRUE(now == first) << "the order of threads changes the result";
      });
  EXPECT_TRUE(problem.gaps_hold());
}

TEST(Rows, EveryVariant) {
  for (const RowsVariant& v : rows_variants({})) {
    for (const RowSizes& s : {RowSizes{3, 1, 1}, RowSizes{5, 33, 1}, RowSizes{2, 70, 3}, RowSizes{2, 300, 1}})
      expect_order_free(v, s, {});
  }
}

TEST(Rows, EveryAlignment) {
  for (const RowsVariant& v : rows_variants({})) {
    for (std::int64_t misplaced = 0; misplaced < 8; misplaced += 3) {
      expect_order_free(v, {2, 77, 1}, {.step = 1, .padding = 1, .misplaced = misplaced});
      expect_order_free(v, {2, 77, 2}, {.step = 2, .padding = 5, .misplaced = misplaced});
    }
  }
}

TEST(Rows, LongRowsAndManyRows) {
  for (const RowsVariant& v : rows_variants({})) {
    expect_order_free(v, {1, 1025, 1}, {});
    expect_order_free(v, {130, 5, 1}, {});
    if (v.offer.variant == "strided" || v.offer.operation == "attention")
      expect_order_free(v, {2, 6, 70}, {});
  }
}

TEST(Rows, RefuseWhatTheyCannot) {
  EXPECT_EQ(why_not(SoftmaxProblem{.unit = SoftmaxUnit::warp, .n = 1024}), "");
  EXPECT_NE(why_not(SoftmaxProblem{.unit = SoftmaxUnit::warp, .n = 1025}), "");
  EXPECT_NE(why_not(NormProblem{.unit = NormUnit::warp, .n = 1025}), "");
  EXPECT_NE(why_not(NormProblem{.n = (1 << 24) + 1}), "");
  EXPECT_EQ(launch_softmax({.unit = SoftmaxUnit::warp, .outer = 1, .n = 1025}, nullptr), unsupported_rows);
  const RowMemory fp8{.format = ElementFormat::e4m3};
  EXPECT_EQ(launch_softmax({.unit = SoftmaxUnit::warp, .outer = 1, .n = 8, .y = fp8}, nullptr),
            unsupported_rows);
  EXPECT_EQ(launch_norm({.unit = NormUnit::warp, .rows = 1, .n = 8, .y = fp8}, nullptr), unsupported_rows);
}

}  // namespace
}  // namespace ulpgate::cuda::kernel_test
