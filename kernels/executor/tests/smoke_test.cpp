#include <gtest/gtest.h>
#include <stdexcept>
#include <string>
#include <thread>
#include <ulpgate/simt.h>
#include <vector>

#include "kernels/executor/executor.h"
namespace {
__global__ void sum_rows(const float* x, float* y, int n) {
  SIMT_SHARED(float, part, [32]);
  float s = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) s += x[blockIdx.x * n + i];
  for (int o = 16; o > 0; o /= 2) s += __shfl_xor_sync(0xFFFFFFFFU, s, o);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
  __syncthreads();
  if (threadIdx.x == 0) {
    float t = 0;
    for (unsigned w = 0; w < blockDim.x / 32; ++w) t += part[w];
    y[blockIdx.x] = t;
  }
}
__global__ void identity(const std::uint16_t* a, float* d) {
  std::uint32_t ra[4], rb[2];
  float rc[4] = {}, rd[4];
  const unsigned g = threadIdx.x / 4, q = threadIdx.x % 4;
  auto at = [&](unsigned r, unsigned k) { return a[r * 16 + k] | std::uint32_t(a[r * 16 + k + 1]) << 16; };
  ra[0] = at(g, q * 2);
  ra[1] = at(g + 8, q * 2);
  ra[2] = at(g, q * 2 + 8);
  ra[3] = at(g + 8, q * 2 + 8);
  for (int r = 0; r < 2; ++r) {
    unsigned k = q * 2 + r * 8;
    rb[r] = (k == g ? 0x3C00u : 0u) | (k + 1 == g ? 0x3C000000u : 0u);
  }
  simt::mma<16, 8, 16, simt::fp16, simt::fp16, float>(rd, ra, rb, rc);
  for (int i = 0; i < 4; ++i) d[(g + 8 * (i / 2)) * 8 + q * 2 + i % 2] = rd[i];
}
TEST(Smoke, SumsRows) {
  simt::Executor executor({});
  simt::UseExecutor use(executor);
  std::vector<float> x(64 * 1000, 1), y(64);
  EXPECT_EQ(simt::launch("sum_rows", sum_rows, 64, 128, 0, nullptr, x.data(), y.data(), 1000), 0);
  for (float v : y) EXPECT_EQ(v, 1000);
}
TEST(Smoke, LaunchesComeFromOneThreadAfterTheOther) {
  simt::Executor executor({});
  std::vector<float> x(8 * 100, 1), y(8);
  for (int i = 0; i < 4; ++i) {
    y.assign(8, 0);
    std::thread([&] {
      const simt::UseExecutor use(executor);
      for (const unsigned blocks : {8U, 1U})
        EXPECT_EQ(simt::launch("sum_rows", sum_rows, blocks, 128, 0, nullptr, x.data(), y.data(), 100), 0);
    }).join();
    EXPECT_EQ(y, std::vector<float>(8, 100));
  }
}
TEST(Smoke, NamesTheArchitecturesThereAre) {
  try {
    const simt::Executor executor({.architecture = "sm_91"});
    FAIL() << "there is no sm_91";
  } catch (const std::invalid_argument& e) {
    EXPECT_NE(std::string(e.what()).find("sm_89, sm_90"), std::string::npos) << e.what();
  }
}
TEST(Smoke, Multiplies) {
  simt::Executor executor({});
  simt::UseExecutor use(executor);
  std::vector<std::uint16_t> a(256);
  for (int i = 0; i < 256; ++i) a[i] = 0x3C00 + i;
  std::vector<float> d(128, -1);
  EXPECT_EQ(simt::launch("identity", identity, 1, 32, 0, nullptr, a.data(), d.data()), 0);
  for (auto& f : executor.faults()) std::puts(f.text.c_str());
  for (int r = 0; r < 16; ++r)
    for (int c = 0; c < 8; ++c) EXPECT_EQ(d[r * 8 + c], 1 + (r * 16 + c) / 1024.f) << r << " " << c;
}
}  // namespace
