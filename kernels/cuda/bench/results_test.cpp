// What of the benchmark needs no device: which cases there are, and what is made of times.
#include "kernels/cuda/bench/results.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace ulpgate::cuda::bench {
namespace {

TEST(GemmCases, EveryKernelOfAnArchitectureIsMeasuredWhereItCan) {
  for (const int architecture : {75, 80, 86, 89, 90, 100, 120}) {
    SCOPED_TRACE(architecture);
    const std::vector<GemmCase> cases = gemm_cases(architecture);
    for (const GemmKernel& k : gemm_kernels()) {
      const bool used = architecture >= k.first_architecture && architecture <= k.last_architecture;
      EXPECT_EQ(used, std::any_of(cases.begin(), cases.end(), [&](const GemmCase& c) {
                  return c.kernel.unit == k.unit && c.kernel.a == k.a && c.kernel.b == k.b &&
                         c.kernel.accumulator == k.accumulator && c.kernel.promotion == k.promotion &&
                         c.kernel.first_architecture == k.first_architecture;
                }));
    }
    for (const GemmCase& c : cases) {
      std::string reason;
      EXPECT_TRUE(supports(architecture, c.problem(), reason) || c.split_k > 1)
          << name_of(c) << ": " << reason;
    }
  }
}

TEST(GemmCases, OperandsAreMadeOnce) {
  const std::vector<GemmCase> cases = gemm_cases(90);
  std::vector<std::string> seen;
  for (const GemmCase& c : cases) {
    const std::string operands = text(c.shape) + text(c.formats);
    if (!seen.empty() && seen.back() == operands) continue;
    EXPECT_EQ(std::count(seen.begin(), seen.end(), operands), 0) << operands;
    seen.push_back(operands);
  }
}

Times times(double median) { return {median, median / 2, median * 0.9, median * 1.1, 11, 1}; }

/// A copy at 100 bytes a microsecond; two products of 2e6 operations and 2000 bytes.
Results two_products() {
  const std::vector<GemmCase> all = gemm_cases(90);
  GemmCase c = *std::find_if(all.begin(), all.end(), [](const GemmCase& one) {
    return one.kernel.unit == GemmUnit::warp_group && one.formats.a == ElementFormat::fp16;
  });
  c.shape = {100, 100, 100};
  Results r;
  r.environment = {{"device", "none"}};
  r.copy_bytes = 1000;
  r.copy = times(10);
  r.gemm.push_back({c, 2000, times(40), times(32), {}});
  r.gemm.push_back({c, 2000, times(80), times(20), {}});
  c.formats = {ElementFormat::e5m2, ElementFormat::e5m2, ElementFormat::fp32, ElementFormat::bf16};
  r.gemm.push_back({c, 2000, times(40), std::nullopt, "it has none"});
  r.left_out.push_back({c, "the time was over"});
  return r;
}

TEST(BenchmarkResults, SharesAreRatiosOfMedians) {
  const nlohmann::ordered_json json = to_json(two_products());
  const auto& first = json["gemm"][0];
  EXPECT_EQ(first["median_us"], 40);
  EXPECT_EQ(first["min_us"], 20);
  EXPECT_EQ(first["of_cublas"], 0.8);
  EXPECT_EQ(first["of_bandwidth_floor"], 0.5);
  // cuBLAS's best was 20 us for as many operations.
  EXPECT_EQ(first["of_flop_floor"], 0.5);
  EXPECT_EQ(json["gemm"][1]["of_cublas"], 0.25);
  EXPECT_EQ(json["copy"]["bytes_per_second"], 100e6);
}

TEST(BenchmarkResults, WhatIsNotThereIsSaid) {
  Results results = two_products();
  const nlohmann::ordered_json json = to_json(results);
  EXPECT_TRUE(json["gemm"][2]["of_cublas"].is_null());
  EXPECT_TRUE(json["gemm"][2]["of_flop_floor"].is_null());
  EXPECT_EQ(json["gemm"][2]["why_no_cublas"], "it has none");
  EXPECT_EQ(json["not_measured"][0]["reason"], "the time was over");
  EXPECT_NE(table(results).find("not measured: 100 x 100 x 100, e5m2 e5m2 fp32 bf16"), std::string::npos);
  EXPECT_FALSE(results.failed());
  results.left_out[0].failed = true;
  EXPECT_TRUE(results.failed());
}

}  // namespace
}  // namespace ulpgate::cuda::bench
