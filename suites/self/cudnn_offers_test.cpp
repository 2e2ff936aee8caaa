// What the adapter of cuDNN claims is understood, without a device.
#include <gtest/gtest.h>

#include "kernels/adapters/cudnn/variants.h"
#include "suites/rows/offer.h"

namespace ulpgate::rows {
namespace {

TEST(CudnnOffers, AreUnderstood) {
  const auto variants = cudnn::variants();
  EXPECT_GE(variants.size(), 15U);
  for (const cudnn::Variant& v : variants) {
    const auto offer = understand(v.offer, v.offer.operation);
    ASSERT_TRUE(offer);
    EXPECT_EQ(offer->unclaimed, "") << v.offer.operation << " " << v.offer.variant;
  }
}

}  // namespace
}  // namespace ulpgate::rows
