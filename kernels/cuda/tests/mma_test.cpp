// Every instruction's kernel, once.
#include "kernels/cuda/mma/mma.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "kernels/cuda/tests/mma_operands.h"
#include "kernels/cuda/tests/on_executor.h"

namespace ulpgate::cuda::kernel_test {
namespace {

TEST(Mma, EveryInstruction) {
  for (const int architecture : {75, 80, 89, 90, 100, 120}) {
    const std::string name = "sm_" + std::to_string(architecture);
    const std::vector<MmaVariant> variants = mma_variants(name, mma_instructions(), {});
    EXPECT_FALSE(variants.empty());
    for (const MmaVariant& v : variants) {
      SCOPED_TRACE(v.offer.variant + " of " + v.offer.formats[0].second + " and " +
                   v.offer.formats[1].second + ", " + name);
      MmaOperands o(v);
      const KnownMemory memory[] = {{o.a.data(), o.a.size()},
                                    {o.b.data(), o.b.size()},
                                    {o.c.data(), o.c.size()},
                                    {o.d.data(), o.d.size()}};
      const MmaProblem problem{v.instruction, o.a.data(), o.b.data(), o.c.data(), o.d.data()};
      in_every_order(
          architecture, memory, [&] { return launch_mma(architecture, problem, nullptr); },
          [&] { o.expect_product(); });
    }
  }
}

TEST(Mma, RefusesWhatAnArchitectureLacks) {
  const MmaInstruction later{"mma", "e4m3", "e4m3", "fp32", 16, 8, 32, 89, 1000};
  EXPECT_EQ(launch_mma(80, {later, nullptr, nullptr, nullptr, nullptr}, nullptr), no_such_instruction);
}

}  // namespace
}  // namespace ulpgate::cuda::kernel_test
