// What holds of every adapter of this build.
#include <algorithm>
#include <array>
#include <cstdint>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "kernels/api/adapter_loader.h"
#include "kernels/api/cuda_environment.h"
#include "kernels/api/operation_roles.h"
#include "kernels/api/registry.h"

namespace ulpgate {
namespace {

using testing::HasSubstr;

TEST(Adapters, AreSortedAndNamed) {
  ASSERT_FALSE(all_adapters().empty());
  EXPECT_TRUE(std::is_sorted(all_adapters().begin(), all_adapters().end(),
                             [](const auto& a, const auto& b) { return a.name < b.name; }));
  for (const AdapterEntry& entry : all_adapters()) {
    const auto implementation = entry.make();
    EXPECT_EQ(implementation->name(), entry.name);
    EXPECT_FALSE(implementation->version().empty());
    EXPECT_FALSE(implementation->description().empty());
  }
}

TEST(Adapters, SayWhyTheyDoNotRun) {
  for (const AdapterEntry& entry : all_adapters()) {
    const auto reason = entry.make()->not_run();
    if (!reason) continue;
    EXPECT_THAT((std::array{"no CUDA device", "no hardware", "not built", "load"}),
                testing::Contains(reason->category));
    EXPECT_FALSE(reason->text.empty());
  }
}

std::vector<std::string> required_claims(const Offer& offer) {
  if (offer.operation == "convert") return {"rounding", "overflow"};
  if (offer.operation == "gemm") return {"accumulator", "alpha_zero"};
  if (offer.operation == "mma") return {"shape"};
  if (offer.operation == "grad_scaler") return {"unscaling", "found_at"};
  if (offer.operation == "amax") return {"block", "amax_nan"};
  if (offer.operation == "quantize") return {"scales", "rule", "block"};
  if (offer.operation == "dequantize") return {"rule", "block"};
  if (offer.operation == "delayed_scale_update") return {"path", "algorithm", "element"};
  if (offer.operation == "autocast") return {"device"};
  return {"accumulator"};
}

TEST(Adapters, OfferEachEntryPointOnce) {
  for (const AdapterEntry& entry : all_adapters()) {
    std::set<std::tuple<std::string, std::string, Formats>> seen;
    for (const Offer& offer : entry.make()->offers()) {
      EXPECT_TRUE(seen.emplace(offer.operation, offer.variant, offer.formats).second)
          << entry.name << " " << offer.variant;
      EXPECT_EQ(offer.variant.find_first_not_of(
                    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.+"),
                std::string::npos)
          << offer.variant;
      EXPECT_EQ(wrong_roles(offer), "") << offer.variant;
      for (const auto& [role, format] : offer.formats) EXPECT_NE(find_format(format), nullptr) << format;
      for (const std::string& key : required_claims(offer))
        EXPECT_TRUE(offer.claims.contains(key)) << entry.name << " " << offer.variant << " " << key;
      EXPECT_FALSE(offer.ran.empty());
    }
  }
}

TEST(Adapters, AcceptAnEmptyCall) {
  for (const AdapterEntry& entry : all_adapters()) {
    const auto implementation = entry.make();
    if (implementation->not_run()) continue;
    for (const Offer& offer : implementation->offers()) {
      if (offer.operation != "convert") continue;  // gemm_adapters_test.cpp has the others
      const std::array<std::int64_t, 1> shape{0};
      const std::array<std::int64_t, 1> strides{1};
      std::uint64_t nothing[2] = {};
      const std::array tensors{
          Tensor{"from", find_format(offer.formats[0].second), Memory::host, shape, strides, &nothing[0]},
          Tensor{"to", find_format(offer.formats[1].second), Memory::host, shape, strides, &nothing[1]}};
      EXPECT_EQ(implementation->call({"convert", offer.variant, tensors, {}, nullptr}).status, Status::ok);
      EXPECT_EQ(implementation->call({"convert", "no such variant", tensors, {}, nullptr}).status,
                Status::unsupported);
      EXPECT_EQ(nothing[1], 0u);
    }
  }
}

TEST(Adapters, OfferProducts) {
  for (const char* name : {"eigen", "model-sm_90"}) {
    const auto offers = make_implementation(name)->offers();
    EXPECT_TRUE(std::any_of(offers.begin(), offers.end(), [](const Offer& o) {
      return o.operation == "gemm";
    })) << name;
  }
}

TEST(Adapters, SayWhyTheyCannotBeLoaded) {
  const auto missing = load_adapter("missing", "libulpgate_missing.so");
  EXPECT_EQ(missing->name(), "missing");
  ASSERT_TRUE(missing->not_run());
  EXPECT_EQ(missing->not_run()->category, "load");
  EXPECT_THAT(missing->not_run()->text, HasSubstr("libulpgate_missing.so: no such file"));
  EXPECT_TRUE(missing->offers().empty());
  EXPECT_EQ(missing->call({}).status, Status::failed);
}

TEST(Registry, NamesWhatItKnows) {
  try {
    make_implementation("cublas\x1b[31m");
    FAIL() << "made";
  } catch (const ImplementationError& error) {
    EXPECT_THAT(error.what(), HasSubstr("no implementation is called 'cublas?[31m'"));
    EXPECT_THAT(error.what(), HasSubstr("eigen, f16c, gcc"));
    EXPECT_THAT(error.what(), HasSubstr("plugin:PATH.so"));
  }
  EXPECT_THROW(make_implementation(""), ImplementationError);
  EXPECT_THROW(make_implementation("plugin:"), ImplementationError);
}

TEST(CudaEnvironment, AsksWithoutADevice) {
  for (const auto& [key, value] : cuda_environment()) EXPECT_FALSE(value.empty()) << key;
}

}  // namespace
}  // namespace ulpgate
