// wgmma against the PTX ISA's layouts.
#include <algorithm>
#include <gtest/gtest.h>

#include "kernels/executor/tests/fragments/machine.h"
#include "kernels/executor/tests/fragments/wgmma_check.h"

namespace fragment_test {
namespace {

constexpr int with_wgmma = 90;

// Neighbours along K adjacent; along M or N; neither.
constexpr ptx_isa::Strides k_adjacent{128, 256};
constexpr ptx_isa::Strides rows_adjacent{1024, 128};
constexpr ptx_isa::Strides padded{1168, 144};

/// Why there is none to test; "" where there is.
std::string why_no_wgmma() {
  const std::vector<int>& all = architectures().all;
  if (all.empty()) return architectures().none;
  if (std::find(all.begin(), all.end(), with_wgmma) != all.end()) return "";
  return "needs sm_90a, the device is sm_" + std::to_string(all[0]);
}

class WgmmaLayouts : public testing::TestWithParam<Wgmma> {
 protected:
  void SetUp() override {
    if (!why_no_wgmma().empty()) GTEST_SKIP() << why_no_wgmma();
  }
};

TEST_P(WgmmaLayouts, AreWhatThePtxIsaSays) {
  const On on(with_wgmma);
  const WgmmaLayout layout = layout_of(GetParam());
  EXPECT_EQ(layout.d.incomplete(), "");
  EXPECT_EQ(first_mismatch(GetParam(), layout, k_adjacent, rows_adjacent, Pairs::all), "") << on.faults();
  EXPECT_EQ(first_mismatch(GetParam(), layout, rows_adjacent, padded, Pairs::equal), "") << on.faults();
  EXPECT_EQ(first_mismatch(GetParam(), layout, padded, k_adjacent, Pairs::equal), "") << on.faults();
}

TEST_P(WgmmaLayouts, WrongOnesAreNoticed) {
  const On on(with_wgmma);
  const WgmmaLayout right = layout_of(GetParam());
  const auto noticed = [&](const WgmmaLayout& wrong) {
    return first_mismatch(GetParam(), wrong, k_adjacent, rows_adjacent, Pairs::equal) != "";
  };
  const WgmmaLayout::Byte strides_exchanged = [](int row, int k, int bytes, const ptx_isa::Strides& s) {
    const int t = 16 / bytes;
    return ptx_isa::wgmma_k_major_byte(row % 8, k % t, bytes, s) +
           static_cast<std::size_t>(row / 8) % 2 * s.leading_bytes +
           static_cast<std::size_t>(row / 16) * 2 * s.stride_bytes +
           static_cast<std::size_t>(k / t) * s.stride_bytes;
  };
  const WgmmaLayout::Byte k_on = [k_end = GetParam().k](int row, int k, int bytes,
                                                        const ptx_isa::Strides& s) {
    return ptx_isa::wgmma_k_major_byte(row, (k + k_end / 2) % k_end, bytes, s);
  };
  const WgmmaLayout::Byte rows_on = [](int row, int k, int bytes, const ptx_isa::Strides& s) {
    return ptx_isa::wgmma_k_major_byte((row + 8) % 64, k, bytes, s);
  };
  const auto with_a = [&](const WgmmaLayout::Byte& a) {
    WgmmaLayout wrong = right;
    wrong.a = a;
    return wrong;
  };
  const auto with_b = [&](const WgmmaLayout::Byte& b) {
    WgmmaLayout wrong = right;
    wrong.b = b;
    return wrong;
  };
  EXPECT_TRUE(noticed(with_a(strides_exchanged)));
  EXPECT_TRUE(noticed(with_a(k_on)));
  EXPECT_TRUE(noticed(with_b(k_on)));
  EXPECT_TRUE(noticed(with_a(rows_on)));
  EXPECT_TRUE(noticed(with_b(rows_on)));

  const auto with_d = [&](const std::function<ptx_isa::Element(int thread, int i)>& at) {
    WgmmaLayout wrong = right;
    for (int thread = 0; thread < wrong.d.threads; ++thread) {
      for (int i = 0; i < wrong.d.elements; ++i) {
        wrong.d.at[static_cast<std::size_t>(thread * wrong.d.elements + i)] = at(thread, i);
      }
    }
    EXPECT_EQ(wrong.d.incomplete(), "");
    return wrong;
  };
  EXPECT_TRUE(noticed(with_d([](int t, int i) { return ptx_isa::wgmma_d(t, i ^ 1); })));
  EXPECT_TRUE(noticed(with_d([](int t, int i) { return ptx_isa::wgmma_d(t, i ^ 2); })));
  EXPECT_TRUE(noticed(with_d([](int t, int i) { return ptx_isa::wgmma_d(t, i ^ 4); })));
  EXPECT_TRUE(noticed(with_d([](int t, int i) { return ptx_isa::wgmma_d(t ^ 32, i); })));
  EXPECT_TRUE(noticed(
      with_d([](int t, int i) { return ptx_isa::wgmma_d(t / 32 * 32 + t % 4 * 8 + t % 32 / 4, i); })));
}

TEST(WgmmaDescriptors, AreOfTheFormatOfThePtxIsa) {
  if (!why_no_wgmma().empty()) GTEST_SKIP() << why_no_wgmma();
  const On on(with_wgmma);
  for (const ptx_isa::Strides& strides : {k_adjacent, rows_adjacent, padded}) {
    std::vector<std::uint64_t> descriptors(32);
    ASSERT_EQ(
        run_descriptors(descriptors.size(), strides.leading_bytes, strides.stride_bytes, descriptors.data()),
        0)
        << on.faults();
    const std::uint64_t start = (descriptors[0] & 0x3FFF) << 4;
    EXPECT_EQ(start % 1024, 0U);
    for (std::size_t i = 0; i < descriptors.size(); ++i) {
      EXPECT_EQ(descriptors[i], ptx_isa::wgmma_no_swizzle_descriptor(start + 16 * i, strides)) << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, WgmmaLayouts, testing::ValuesIn(wgmma_instructions()),
                         [](const testing::TestParamInfo<Wgmma>& mma) {
                           return std::string(mma.param.name);
                         });

}  // namespace
}  // namespace fragment_test
