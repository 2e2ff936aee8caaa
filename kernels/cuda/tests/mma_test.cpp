// Every instruction's kernel, once.
#include "kernels/cuda/mma/mma.h"

#include <array>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "kernels/cuda/mma/offers.h"
#include "kernels/cuda/tests/numbers.h"
#include "kernels/cuda/tests/on_executor.h"

namespace ulpgate::cuda::kernel_test {
namespace {

void expect_product(const MmaVariant& v, int architecture) {
  const auto [m, n, k] = std::array{v.instruction.m, v.instruction.n, v.instruction.k};
  const auto packed = [](const Format& f, int count) {
    return std::vector<std::byte>(static_cast<std::size_t>(count) * f.bytes());
  };
  std::vector<std::byte> a = packed(*v.a, m * k), b = packed(*v.b, k * n), c = packed(*v.d, m * n),
                         d = packed(*v.d, m * n);
  const bool is_unsigned = v.a->name == "uint8" || v.b->name == "uint8";
  const auto value = [&](std::uint64_t seed, int place) {
    const double x = small_number(seed, static_cast<std::uint64_t>(place));
    return is_unsigned ? x + 2 : x;
  };
  for (int i = 0; i < m * k; ++i) set_number(*v.a, a.data(), i, value(1, i));
  for (int i = 0; i < k * n; ++i) set_number(*v.b, b.data(), i, value(2, i));
  for (int i = 0; i < m * n; ++i) set_number(*v.d, c.data(), i, value(3, i));
  const KnownMemory memory[] = {
      {a.data(), a.size()}, {b.data(), b.size()}, {c.data(), c.size()}, {d.data(), d.size()}};
  const auto launch = [&] {
    return launch_mma(architecture, {v.instruction, a.data(), b.data(), c.data(), d.data()}, nullptr);
  };
  const auto check = [&] {
    for (int i = 0; i < m; ++i) {
      for (int j = 0; j < n; ++j) {
        double sum = number(*v.d, c.data(), i * n + j);
        for (int q = 0; q < k; ++q)
          sum += number(*v.a, a.data(), i * k + q) * number(*v.b, b.data(), q * n + j);
        EXPECT_EQ(number(*v.d, d.data(), i * n + j), sum) << i << ", " << j;
      }
    }
  };
  in_every_order(architecture, memory, launch, check);
}

TEST(Mma, EveryInstruction) {
  for (const int architecture : {75, 80, 89, 90, 100, 120}) {
    const std::vector<MmaVariant> variants =
        mma_variants("sm_" + std::to_string(architecture), mma_instructions(), {});
    EXPECT_FALSE(variants.empty());
    for (const MmaVariant& v : variants) {
      SCOPED_TRACE(v.offer.variant + " of " + v.offer.formats[0].second + " and " +
                   v.offer.formats[1].second + ", sm_" + std::to_string(architecture));
      expect_product(v, architecture);
    }
  }
}

TEST(Mma, RefusesWhatAnArchitectureLacks) {
  const MmaInstruction later{"mma", "e4m3", "e4m3", "fp32", 16, 8, 32, 89, 1000};
  EXPECT_EQ(launch_mma(80, {later, nullptr, nullptr, nullptr, nullptr}, nullptr), no_such_instruction);
}

}  // namespace
}  // namespace ulpgate::cuda::kernel_test
