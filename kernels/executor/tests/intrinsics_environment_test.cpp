// Directed roundings neither read nor change the floating-point environment.
#include <cfenv>
#include <gtest/gtest.h>
#include <vector>

#include "kernels/executor/tests/intrinsics_oracle.h"
#include "ulpgate/simt/intrinsics.h"

namespace ulpgate {
namespace {

std::vector<std::uint64_t> results() {
  std::vector<std::uint64_t> all;
  Words words(21);
  for (int i = 0; i < 2000; ++i) {
    const Triple t = draw_triple(formats::fp32, words);
    const float a = __uint_as_float(static_cast<unsigned>(t.a)),
                b = __uint_as_float(static_cast<unsigned>(t.b)),
                c = __uint_as_float(static_cast<unsigned>(t.c));
    for (const float x : {__fadd_rz(a, c), __fadd_ru(a, c), __fadd_rd(a, c), __fmul_rz(a, b), __fmul_ru(a, b),
                          __fmaf_rz(a, b, c), __fmaf_ru(a, b, c), __fmaf_rd(a, b, c), __fdiv_rz(a, b),
                          __fdiv_rd(a, b), __fsqrt_rz(a), __fsqrt_ru(a), __frcp_ru(b), __frsqrt_rn(a)}) {
      all.push_back(__float_as_uint(x));
    }
    const Triple h = draw_triple(formats::fp16, words);
    const auto half = [](std::uint64_t code) { return __ushort_as_half(static_cast<unsigned short>(code)); };
    all.push_back(__half_as_ushort(__hfma(half(h.a), half(h.b), half(h.c))));
    all.push_back(static_cast<std::uint64_t>(__float2ll_ru(a)));
    all.push_back(__half_as_ushort(hrint(half(h.a))));
    all.push_back(__float_as_uint(__ll2float_rd(static_cast<long long>(words.next()))));
  }
  return all;
}

TEST(IntrinsicsEnvironment, IsLeftAlone) {
  const auto usual = results();
  for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    ASSERT_EQ(std::fesetround(mode), 0);
    const auto changed = results();
    EXPECT_EQ(std::fegetround(), mode);
    std::fesetround(FE_TONEAREST);
    EXPECT_EQ(changed, usual) << mode;
  }
}

}  // namespace
}  // namespace ulpgate
