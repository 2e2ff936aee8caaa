// The adapters of cuBLAS and cuBLASLt on the fake device. gemm_adapters_test.cpp runs on them as well.
#include <cuda_runtime_api.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <string>

#include "kernels/api/operation_roles.h"
#include "kernels/api/registry.h"
#include "kernels/api/tests/gemm_problem.h"
#include "kernels/device/tests/fake.h"
#include "reference/formats/decode.h"

namespace ulpgate {

namespace adapters {
std::unique_ptr<Implementation> make_cublas();
std::unique_ptr<Implementation> make_cublaslt();
}  // namespace adapters

const std::vector<AdapterEntry>& all_adapters() {
  static const std::vector<AdapterEntry> all{{"cublas", adapters::make_cublas},
                                             {"cublaslt", adapters::make_cublaslt}};
  return all;
}

namespace {

using testing::HasSubstr;

const Offer& offer_of(const std::vector<Offer>& offers, const std::string& variant, const std::string& d) {
  for (const Offer& o : offers) {
    if (o.variant == variant && o.formats[3].second == d) return o;
  }
  throw std::runtime_error(variant + " is not offered");
}

TEST(Libraries, OfferWhatTheyClaim) {
  for (const AdapterEntry& entry : all_adapters()) {
    for (const Offer& o : entry.make()->offers()) {
      EXPECT_EQ(wrong_roles(o), "") << o.variant;
      EXPECT_TRUE(o.claims.contains("accumulator") && o.claims.contains("alpha_zero"));
      EXPECT_EQ(o.ran.at("device"), "sm_90");
    }
  }
  const auto lt = adapters::make_cublaslt()->offers();
  EXPECT_EQ(offer_of(lt, "compute_32f+workspace_32m", "fp16").claims.at("accumulator"),
            "sm_90/wgmma.fp16.fp32");
  EXPECT_EQ(offer_of(lt, "compute_32f_fast_tf32+workspace_0", "fp32").claims.at("accumulator"),
            "sm_90/wgmma.tf32.fp32");
  EXPECT_EQ(offer_of(lt, "compute_32f+fast_accum+bias+workspace_32m", "bf16").claims.at("accumulator"),
            "sm_90/wgmma.fp8.fp32");
  EXPECT_THAT(offer_of(lt, "compute_32f+workspace_32m", "fp16").ran.at("algorithm_1024x1024x1024"),
              HasSubstr("split-K 1, reduction "));
}

/// A problem of that offer whose elements are all 1.
struct Ones {
  GemmProblem problem;
  Ones(const Offer& offer, const Sizes& sizes) : problem(offer, sizes, {"", true, false, true, 0, 1}) {
    for (const char* role : {"a", "b", "c"}) {
      const Format& f = *problem.view(role).format;
      problem.fill(role, [&](int, int, int) { return exact_code(f, 1); });
    }
  }
};

TEST(Libraries, AddABiasToEveryRow) {
  const auto lt = adapters::make_cublaslt();
  const auto offers = lt->offers();
  int tried = 0;
  for (const Offer& offer : offers) {
    if (offer.variant.find("+bias") == std::string::npos) continue;
    Ones ones(offer, {2, 16, 32, 16});
    const Format& d = *ones.problem.view("d").format;
    ones.problem.fill("bias", [&](int, int, int j) { return exact_code(d, j); });
    ASSERT_EQ(ones.problem.run(*lt, 1, 1).status, Status::ok);
    for (int j = 0; j < 32; ++j) EXPECT_EQ(to_double(d, ones.problem.view("d").get(1, 3, j)), 17 + j);
    ++tried;
  }
  EXPECT_EQ(tried, 4);
}

TEST(Libraries, ScaleEachProblemByItsOwnFactors) {
  const auto lt = adapters::make_cublaslt();
  const auto offers = lt->offers();
  Ones ones(offer_of(offers, "compute_32f+fast_accum+workspace_32m", "fp32"), {2, 16, 16, 16});
  ones.problem.fill("a_scale", [](int p, int, int) { return exact_code(formats::fp32, p == 0 ? 2 : 3); });
  ones.problem.fill("b_scale", [](int p, int, int) { return exact_code(formats::fp32, p == 0 ? 5 : 7); });
  ASSERT_EQ(ones.problem.run(*lt, 1, 1).status, Status::ok);
  EXPECT_EQ(to_double(formats::fp32, ones.problem.view("d").get(0, 0, 0)), 16 * 10 + 1);
  EXPECT_EQ(to_double(formats::fp32, ones.problem.view("d").get(1, 0, 0)), 16 * 21 + 1);
}

TEST(Libraries, SayWhatWasRefused) {
  const auto lt = adapters::make_cublaslt();
  const auto offers = lt->offers();
  Ones ones(offer_of(offers, "compute_32f+fast_accum+workspace_32m", "fp32"), {1, 16, 16, 17});
  const Reply reply = ones.problem.run(*lt);
  EXPECT_EQ(reply.status, Status::unsupported);
  EXPECT_EQ(reply.message, "cublasLtMatmulAlgoGetHeuristic: CUBLAS_STATUS_NOT_SUPPORTED, says the fake");
}

TEST(Libraries, ReportWhatGoesWrong) {
  for (const AdapterEntry& entry : all_adapters()) {
    const auto implementation = entry.make();
    const auto offers = implementation->offers();
    const Offer& offer = offers.front();
    const auto answer = [&] {
      Ones ones(offer, {1, 16, 16, 16});
      const Reply reply = ones.problem.run(*implementation);
      EXPECT_EQ(reply.status, Status::failed);
      return reply.message;
    };
    fake::orders().cuda_error = cudaErrorIllegalAddress;
    EXPECT_THAT(answer(), HasSubstr("every later CUDA call of this process fails"));
    fake::orders().stray_byte = 3;
    EXPECT_EQ(answer(), "the device wrote past the end of d");
    fake::orders().change_input = true;
    EXPECT_THAT(answer(), HasSubstr("the device changed byte 0 of "));
  }
  EXPECT_EQ(fake::blocks(), 0);
}

}  // namespace
}  // namespace ulpgate
