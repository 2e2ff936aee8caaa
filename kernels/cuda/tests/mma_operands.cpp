#include "kernels/cuda/tests/mma_operands.h"

#include <gtest/gtest.h>

#include "kernels/cuda/tests/numbers.h"

namespace ulpgate::cuda::kernel_test {
namespace {

std::vector<std::byte> numbers(const Format& f, int count, std::uint64_t seed) {
  std::vector<std::byte> bytes(static_cast<std::size_t>(count) * f.bytes());
  for (int i = 0; i < count; ++i) {
    const double x = small_number(seed, static_cast<std::uint64_t>(i));
    set_number(f, bytes.data(), i, f.has_sign ? x : x + 2);
  }
  return bytes;
}

}  // namespace

MmaOperands::MmaOperands(const MmaVariant& v)
    : variant(v),
      a(numbers(*v.a, v.instruction.m * v.instruction.k, 1)),
      b(numbers(*v.b, v.instruction.k * v.instruction.n, 2)),
      c(numbers(*v.d, v.instruction.m * v.instruction.n, 3)),
      d(c.size(), std::byte{0xFF}) {}

void MmaOperands::expect_product() const {
  const MmaInstruction& s = variant.instruction;
  for (int i = 0; i < s.m; ++i) {
    for (int j = 0; j < s.n; ++j) {
      double sum = number(*variant.d, c.data(), i * s.n + j);
      for (int k = 0; k < s.k; ++k)
        sum += number(*variant.a, a.data(), i * s.k + k) * number(*variant.b, b.data(), k * s.n + j);
      EXPECT_EQ(number(*variant.d, d.data(), i * s.n + j), sum) << "row " << i << ", column " << j;
    }
  }
}

}  // namespace ulpgate::cuda::kernel_test
