// The models as implementations, against the engine one element at a time.
#include <algorithm>
#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

#include "kernels/api/registry.h"
#include "kernels/api/tests/gemm_problem.h"
#include "reference/formats/decode.h"
#include "reference/tensor_core/mma.h"

namespace ulpgate {
namespace {

/// splitmix64 of a place.
std::uint64_t random_bits(std::uint64_t place) {
  std::uint64_t z = (place + 1) * 0x9E3779B97F4A7C15ULL;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

std::uint64_t random_code(const Format& f, std::uint64_t place) {
  const std::uint64_t bits = random_bits(place);
  std::uint64_t code = bits & f.code_mask();
  // Mostly of similar size, so that sums round and do not overflow.
  if (f.kind == FormatKind::floating && f.exponent_bits > 4 && bits >> 60 != 0) {
    const int span = std::min(f.exponent_bits, 3);
    const std::uint64_t exponent = static_cast<std::uint64_t>(f.bias) - 4 + (bits >> 40 & Format::ones(span));
    const int place_of_exponent = f.significand_bits + f.padding_bits;
    code = (code & ~(Format::ones(f.exponent_bits) << place_of_exponent)) | exponent << place_of_exponent;
  }
  if (f.kind == FormatKind::exponent_only) code = 120 + bits % 16;
  return code;
}

void fill_random(GemmProblem& problem, const Offer& offer) {
  std::uint64_t seed = 1;
  for (const auto& [role, format_name] : offer.formats) {
    if (role == "alpha" || role == "d") continue;
    const Format& f = *find_format(format_name);
    ++seed;
    problem.fill(role, [&](int p, int i, int j) {
      return random_code(f, (seed << 40) + (static_cast<std::uint64_t>(p) << 32) +
                                (static_cast<std::uint64_t>(i) << 16) + static_cast<std::uint64_t>(j));
    });
  }
}

const ProfileEntry& entry_of(const Offer& offer) {
  const auto claim = offer.claims.find(offer.operation == "gemm" ? "accumulator" : "profile");
  const std::size_t slash = claim->second.find('/');
  return *find_profile(claim->second.substr(0, slash))->find(claim->second.substr(slash + 1));
}

std::vector<std::uint64_t> line(const CallMatrix& m, int problem, int row, std::int64_t length) {
  std::vector<std::uint64_t> codes(static_cast<std::size_t>(length), 0);
  for (int j = 0; j < m.columns; ++j) codes[static_cast<std::size_t>(j)] = m.get(problem, row, j);
  return codes;
}

/// The chain over all of k, with alpha = 1 and beta = 0.
std::uint64_t chain(GemmProblem& problem, const Offer& offer, int p, int i, int j) {
  const ProfileEntry& entry = entry_of(offer);
  const CallMatrix& a = problem.view("a");
  const CallMatrix b = problem.view("b").transposed();
  const int k = entry.largest_k();
  // Instructions that do not take k in order are padded.
  const std::int64_t length =
      entry.arithmetic.k_order == KOrder::ascending ? a.columns : (a.columns + k - 1) / k * k;
  std::vector<std::uint64_t> a_scales, b_scales;
  if (entry.arithmetic.scale_format != nullptr) {
    const CallMatrix& rows = problem.view("a_scale");
    a_scales = line(rows, p, i, rows.columns);
    b_scales = line(problem.view("b_scale").transposed(), p, j, rows.columns);
  }
  return Mma(entry, *a.format, *b.format)
      .dot_chain(k, line(a, p, i, length), line(b, p, j, length), 0, a_scales, b_scales);
}

std::vector<std::string> models() {
  std::vector<std::string> names;
  for (const AdapterEntry& entry : all_adapters()) {
    if (entry.name.starts_with("model-")) names.emplace_back(entry.name);
  }
  return names;
}

TEST(Model, IsThereForEveryProfile) { EXPECT_EQ(models().size(), built_in_profiles().size()); }

TEST(Model, GemmIsTheEngineChain) {
  int compared = 0;
  for (const std::string& name : models()) {
    const auto model = make_implementation(name);
    for (const Offer& offer : model->offers()) {
      if (offer.operation != "gemm" || offer.variant.find("+split") != std::string::npos ||
          offer.variant.find("+promotion") != std::string::npos ||
          offer.variant.find("+scaled") != std::string::npos)
        continue;
      const ProfileEntry& entry = entry_of(offer);
      for (const int k : {1, 3, 32, 100}) {
        GemmProblem problem(offer, {2, 3, 4, k}, {"", true, false, true, 1, 1});
        if (problem.view("d").format->name != entry.output->name) continue;
        fill_random(problem, offer);
        ASSERT_EQ(problem.run(*model).status, Status::ok);
        const CallMatrix& d = problem.view("d");
        for (int p = 0; p < 2; ++p) {
          for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 4; ++j) {
              ASSERT_EQ(d.get(p, i, j), chain(problem, offer, p, i, j))
                  << name << " " << offer.variant << " " << entry.id << " k " << k;
              ++compared;
            }
          }
        }
      }
    }
  }
  EXPECT_GT(compared, 5000);
}

TEST(Model, MmaIsTheEngine) {
  for (const std::string& name : models()) {
    const auto model = make_implementation(name);
    for (const Offer& offer : model->offers()) {
      if (offer.operation != "mma") continue;
      const ProfileEntry& entry = entry_of(offer);
      Sizes s;
      ASSERT_EQ(std::sscanf(offer.claims.at("shape").c_str(), "m%dn%dk%d", &s.m, &s.n, &s.k), 3);
      GemmProblem problem(offer, s);
      fill_random(problem, offer);
      ASSERT_EQ(problem.run(*model).message, "") << offer.variant;
      const Mma mma(entry, *problem.view("a").format, *problem.view("b").format);
      for (const auto& [i, j] : {std::pair{0, 0}, {1, 2}, {s.m - 1, s.n - 1}}) {
        std::vector<std::uint64_t> a_scales, b_scales;
        if (entry.arithmetic.scale_format != nullptr) {
          a_scales = line(problem.view("a_scale"), 0, i, s.k / entry.arithmetic.scale_block);
          b_scales = line(problem.view("b_scale").transposed(), 0, j, s.k / entry.arithmetic.scale_block);
        }
        EXPECT_EQ(problem.view("d").get(0, i, j),
                  mma.dot(line(problem.view("a"), 0, i, s.k), line(problem.view("b").transposed(), 0, j, s.k),
                          problem.view("c").get(0, i, j), a_scales, b_scales))
            << name << " " << offer.variant;
      }
      problem.view("d").rows -= 1;
      EXPECT_EQ(problem.run(*model).status, Status::invalid);
    }
  }
}

/// The result of that variant, with those formats of a and d, for all-positive fp16 or e4m3 data.
float result(const std::string& model_name, const std::string& variant, const std::string& a_format,
             const std::string& d_format, int k, std::uint64_t a_code, std::uint64_t b_code) {
  const auto model = make_implementation(model_name);
  for (const Offer& offer : model->offers()) {
    if (offer.operation != "gemm" || offer.variant != variant || offer.formats[0].second != a_format ||
        offer.formats[3].second != d_format)
      continue;
    GemmProblem problem(offer, {1, 1, 1, k});
    problem.fill("a", [&](int, int, int) { return a_code; });
    problem.fill("b", [&](int, int, int) { return b_code; });
    EXPECT_EQ(problem.run(*model).message, "");
    return static_cast<float>(to_double(*problem.view("d").format, problem.view("d").get(0, 0, 0)));
  }
  ADD_FAILURE() << variant << " is not offered";
  return 0;
}

TEST(Model, Fp8StallsWithoutPromotion) {
  // 1/16 * 1/16: the accumulator of 14 bits stays at 64 (recorded on a GH200; fixtures/profiles/sm_90.json).
  EXPECT_EQ(result("model-sm_90", "wgmma", "e4m3", "fp32", 32768, 0x18, 0x18), 64);
  EXPECT_EQ(result("model-sm_90", "wgmma+promotion128", "e4m3", "fp32", 32768, 0x18, 0x18), 128);
  EXPECT_EQ(result("model-sm_90", "wgmma+scaled+promotion128", "e4m3", "bf16", 32768, 0x18, 0x18), 128);
  EXPECT_EQ(result("model-sm_100", "tcgen05", "e4m3", "fp32", 32768, 0x18, 0x18), 128);
}

TEST(Model, PartsInTheOutputFormatRound) {
  // k times 1 + 2^-10. In fp16 the whole, 4101 + 1/1024, is 4100; its parts, 2051 + 1/1024 and 2050, are 2052
  // and 2050, and their sum is 4104 after rounding to even.
  const int k = 4097;
  const float whole = result("model-sm_90", "mma", "fp16", "fp32", k, 0x3C01, 0x3C00);
  EXPECT_EQ(whole, 4097 + 4097 / 1024.0F);
  EXPECT_EQ(result("model-sm_90", "mma+split2", "fp16", "fp32", k, 0x3C01, 0x3C00), whole);
  EXPECT_EQ(result("model-sm_90", "mma", "fp16", "fp16", k, 0x3C01, 0x3C00), 4100);
  EXPECT_EQ(result("model-sm_90", "mma+split2", "fp16", "fp16", k, 0x3C01, 0x3C00), 4100);
  EXPECT_EQ(result("model-sm_90", "mma+split2_output", "fp16", "fp16", k, 0x3C01, 0x3C00), 4104);
}

TEST(Model, ScalesMultiplyAlpha) {
  const auto model = make_implementation("model-sm_90");
  for (const Offer& offer : model->offers()) {
    if (offer.variant != "wgmma+scaled" || offer.formats[3].second != "fp32") continue;
    GemmProblem problem(offer, {2, 1, 1, 2});
    problem.fill("a", [](int, int, int) { return 0x38; });
    problem.fill("b", [](int, int, int) { return 0x40; });
    problem.fill("c", [](int, int, int) { return 0x3F800000; });
    problem.fill("a_scale", [](int p, int, int) { return p == 0 ? 0x40400000 : 0x3F000000; });
    problem.fill("b_scale", [](int, int, int) { return 0x41200000; });
    ASSERT_EQ(problem.run(*model, 2, 1).message, "");
    EXPECT_EQ(to_double(formats::fp32, problem.view("d").get(0, 0, 0)), 2 * 3 * 10 * 4 + 1);
    EXPECT_EQ(to_double(formats::fp32, problem.view("d").get(1, 0, 0)), 2 * 0.5 * 10 * 4 + 1);
    return;
  }
  FAIL() << "wgmma+scaled is not offered";
}

TEST(Model, GivesTheProfilesNan) {
  const auto model = make_implementation("model-sm_90");
  for (const Offer& offer : model->offers()) {
    if (offer.operation != "gemm" || !offer.claims.contains("nan")) continue;
    GemmProblem problem(offer, {1, 1, 1, 4});
    const Format& c = *problem.view("c").format;
    for (const char* role : {"a", "b"}) problem.fill(role, [](int, int, int) { return 0; });
    problem.fill("c", [&](int, int, int) { return c.sign_mask() | c.magnitude_mask(); });
    ASSERT_EQ(problem.run(*model, 1, 1).message, "");
    EXPECT_EQ(offer.claims.at("nan"),
              problem.view("d").format->name == "fp32" ? "code:0x7fffffff" : "code:0x7fff");
    EXPECT_EQ(problem.view("d").get(0, 0, 0), c.magnitude_mask());
  }
}

}  // namespace
}  // namespace ulpgate
