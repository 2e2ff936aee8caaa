// mma against the PTX ISA's fragments.
#include <functional>
#include <gtest/gtest.h>

#include "kernels/executor/tests/fragments/machine.h"
#include "kernels/executor/tests/fragments/mma_check.h"
#include "kernels/executor/tests/fragments/mma_k_order.h"
#include "kernels/executor/tests/fragments/values.h"

namespace fragment_test {
namespace {

class MmaFragments : public testing::TestWithParam<Mma> {
 protected:
  /// Runs what probes_of(architecture) returns on each architecture that has the instruction.
  void on_each(const std::function<std::vector<Probe>(int)>& probes_of) const {
    if (architectures().all.empty()) GTEST_SKIP() << architectures().none;
    const MmaTables tables = tables_of(GetParam());
    bool ran = false;
    for (int architecture : architectures().all) {
      if (architecture < GetParam().minimum) continue;
      const On on(architecture);
      const std::string mismatch = first_mismatch(GetParam(), tables, probes_of(architecture));
      if (on.lacks_instruction()) continue;
      ran = true;
      EXPECT_EQ(mismatch, "") << "sm_" << architecture << "\n" << on.faults();
    }
    if (ran) return;
    ASSERT_FALSE(architectures().complete);
    GTEST_SKIP() << "needs sm_" << GetParam().minimum;
  }
};

TEST_P(MmaFragments, TablesAreComplete) {
  const MmaTables tables = tables_of(GetParam());
  EXPECT_EQ(tables.a.incomplete(), "");
  EXPECT_EQ(tables.b.incomplete(), "");
  EXPECT_EQ(tables.c.incomplete(), "");
  const Mma& mma = GetParam();
  const ptx_isa::MmaFragments f = ptx_isa::mma_fragments(mma.m, mma.n, mma.k, format_of(mma.a).bits);
  EXPECT_EQ(mma.a_registers, f.a.registers) << f.section;
  EXPECT_EQ(mma.b_registers, f.b.registers) << f.section;
  EXPECT_EQ(mma.operand_bytes * 8, f.a.elements * format_of(mma.a).bits) << f.section;
  const ptx_isa::Fragment& c = mma.accumulator == std::string("fp16") ? f.packed : f.c;
  EXPECT_EQ(mma.c_registers, c.registers) << f.section;
  EXPECT_EQ(mma.register_bytes * 8, c.elements * format_of(mma.accumulator).bits) << f.section;
}

TEST_P(MmaFragments, OneHotProductsAreWhereThePtxIsaSays) {
  const std::vector<Probe> probes = one_hot_probes(GetParam());
  on_each([&](int) { return probes; });
}

class MmaOrder : public MmaFragments {};

TEST_P(MmaOrder, StepsOfTheSumTakeKInOrder) {
  on_each([&](int architecture) { return k_order_probes(GetParam(), architecture); });
}

std::string name_of(const testing::TestParamInfo<Mma>& mma) { return mma.param.name; }

/// Sums of integers show no order.
std::vector<Mma> of_floating_point() {
  std::vector<Mma> some;
  for (const Mma& mma : mma_instructions()) {
    if (format_of(mma.a).exponent_bits != 0) some.push_back(mma);
  }
  return some;
}

INSTANTIATE_TEST_SUITE_P(All, MmaFragments, testing::ValuesIn(mma_instructions()), name_of);
INSTANTIATE_TEST_SUITE_P(All, MmaOrder, testing::ValuesIn(of_floating_point()), name_of);

}  // namespace
}  // namespace fragment_test
