// What the adapters of device libraries claim is understood for every architecture, without a device.
#include <gtest/gtest.h>

#include "kernels/adapters/cublas/variants.h"
#include "kernels/adapters/cublaslt/variants.h"
#include "reference/tensor_core/profile.h"
#include "suites/gemm/offer.h"

namespace ulpgate::gemm {
namespace {

template <typename Variants>
void expect_understood(const Variants& variants, const std::string& where) {
  EXPECT_FALSE(variants.empty()) << where;
  for (const auto& variant : variants) {
    const auto offer = understand(variant.offer);
    ASSERT_TRUE(offer) << where << " " << variant.offer.variant;
    EXPECT_EQ(offer->unclaimed, "") << where << " " << variant.offer.variant;
  }
}

TEST(LibraryOffers, AreUnderstoodOnEveryArchitecture) {
  std::vector<std::string> architectures{""};
  for (const Profile& profile : built_in_profiles()) architectures.push_back(profile.architecture);
  EXPECT_GT(architectures.size(), 6U);
  for (const std::string& architecture : architectures) {
    expect_understood(cublas::variants(architecture), "cublas on " + architecture);
    expect_understood(cublaslt::variants(architecture), "cublaslt on " + architecture);
  }
}

}  // namespace
}  // namespace ulpgate::gemm
