// The checks of mma notice tables that are wrong.
#include <functional>
#include <gtest/gtest.h>

#include "kernels/executor/tests/fragments/machine.h"
#include "kernels/executor/tests/fragments/mma_check.h"
#include "kernels/executor/tests/fragments/mma_k_order.h"
#include "kernels/executor/tests/fragments/values.h"

namespace fragment_test {
namespace {

/// Elements first and second of each thread, `count` of them, change places.
Table exchanged(Table table, int first, int second, int count) {
  for (int thread = 0; thread < table.threads; ++thread) {
    for (int i = 0; i < count; ++i) {
      const auto place = [&](int e) { return static_cast<std::size_t>(thread * table.elements + e + i); };
      std::swap(table.at[place(first)], table.at[place(second)]);
    }
  }
  return table;
}

/// groupID and threadID_in_group change their roles.
Table with_roles_exchanged(const Table& table) {
  Table wrong = table;
  for (int lane = 0; lane < table.threads; ++lane) {
    const int other = lane % 4 * 8 + lane / 4;
    for (int i = 0; i < table.elements; ++i) {
      wrong.at[static_cast<std::size_t>(lane * table.elements + i)] =
          table.at[static_cast<std::size_t>(other * table.elements + i)];
    }
  }
  return wrong;
}

using Permutation = std::function<int(int)>;

Table with_columns(Table table, const Permutation& of) {
  for (ptx_isa::Element& e : table.at) e.col = of(e.col);
  return table;
}
Table with_rows(Table table, const Permutation& of) {
  for (ptx_isa::Element& e : table.at) e.row = of(e.row);
  return table;
}

struct Wrong {
  std::string what;
  MmaTables tables;
};

std::vector<Wrong> wrong_tables(const Mma& mma) {
  const MmaTables right = tables_of(mma);
  std::vector<Wrong> all;
  const auto add = [&](const std::string& what, const std::function<void(MmaTables&)>& change) {
    MmaTables wrong = right;
    change(wrong);
    all.push_back({what, wrong});
  };
  const int in_a_register = right.a.elements / mma.a_registers;
  const int in_c_register = right.c.elements / mma.c_registers;
  if (mma.a_registers > 1) {
    add("A's first two registers exchanged",
        [&](MmaTables& t) { t.a = exchanged(t.a, 0, in_a_register, in_a_register); });
  }
  if (mma.a_registers > 2) {
    add("A's second and third registers exchanged",
        [&](MmaTables& t) { t.a = exchanged(t.a, in_a_register, 2 * in_a_register, in_a_register); });
  }
  if (mma.b_registers > 1) {
    add("B's first two registers exchanged",
        [&](MmaTables& t) { t.b = exchanged(t.b, 0, in_a_register, in_a_register); });
  }
  if (in_a_register > 1) {
    const int half = in_a_register / 2;
    add("halves of A's first register exchanged", [&](MmaTables& t) { t.a = exchanged(t.a, 0, half, half); });
    add("halves of B's first register exchanged", [&](MmaTables& t) { t.b = exchanged(t.b, 0, half, half); });
  }
  if (in_c_register > 1) {
    add("halves of C's and D's first register exchanged", [&](MmaTables& t) {
      t.c = exchanged(t.c, 0, 1, 1);
      t.d = t.c;
    });
  }
  add("C's and D's first two registers exchanged", [&](MmaTables& t) {
    t.c = exchanged(t.c, 0, in_c_register, in_c_register);
    t.d = t.c;
  });
  add("C's first two registers exchanged, D's not",
      [&](MmaTables& t) { t.c = exchanged(t.c, 0, in_c_register, in_c_register); });
  add("roles of groupID and threadID_in_group exchanged in A",
      [](MmaTables& t) { t.a = with_roles_exchanged(t.a); });
  add("roles exchanged in B", [](MmaTables& t) { t.b = with_roles_exchanged(t.b); });
  add("roles exchanged in C and D", [](MmaTables& t) { t.c = t.d = with_roles_exchanged(t.c); });
  const Permutation half_of_k_on = [&](int k) { return (k + mma.k / 2) % mma.k; };
  add("A's k half of K on", [&](MmaTables& t) { t.a = with_columns(t.a, half_of_k_on); });
  add("B's k half of K on", [&](MmaTables& t) { t.b = with_rows(t.b, half_of_k_on); });
  add("A's rows one on", [&](MmaTables& t) { t.a = with_rows(t.a, [&](int i) { return (i + 1) % mma.m; }); });
  add("B's columns one on",
      [&](MmaTables& t) { t.b = with_columns(t.b, [&](int j) { return (j + 1) % mma.n; }); });
  return all;
}

class WrongMmaTables : public testing::TestWithParam<Mma> {
 protected:
  void SetUp() override {
    if (architectures().all.empty()) GTEST_SKIP() << architectures().none;
  }
};

TEST_P(WrongMmaTables, EachIsNoticed) {
  const std::vector<Probe> probes = one_hot_probes(GetParam());
  for (int architecture : architectures().all) {
    if (architecture < GetParam().minimum) continue;
    const On on(architecture);
    if (!first_mismatch(GetParam(), tables_of(GetParam()), {probes[0]}).empty()) continue;
    for (const Wrong& wrong : wrong_tables(GetParam())) {
      ASSERT_EQ(wrong.tables.a.incomplete() + wrong.tables.b.incomplete() + wrong.tables.c.incomplete(), "");
      EXPECT_NE(first_mismatch(GetParam(), wrong.tables, probes), "") << wrong.what;
    }
    return;
  }
  GTEST_SKIP() << "needs sm_" << GetParam().minimum;
}

/// k permuted alike in A and B: the products are the same, and so they are in the same places; it is noticed
/// where it moves a product to another step.
TEST_P(WrongMmaTables, PermutedKIsNoticedWhereStepsShow) {
  const MmaTables right = tables_of(GetParam());
  const int k = GetParam().k;
  const std::vector<Permutation> permutations = {[&](int i) { return (i + k / 2) % k; },
                                                 [](int i) { return i ^ 2; }, [](int i) { return i ^ 1; }};
  for (int architecture : architectures().all) {
    if (architecture < GetParam().minimum) continue;
    const On on(architecture);
    for (const Permutation& permuted : permutations) {
      const MmaTables wrong{with_columns(right.a, permuted), with_rows(right.b, permuted), right.c, right.d};
      const std::vector<Probe> probes = k_order_probes(GetParam(), architecture);
      const std::string mismatch = first_mismatch(GetParam(), wrong, probes);
      if (on.lacks_instruction()) break;
      bool moved = false;
      for (int i = 0; i < k; ++i) {
        moved |= step_of(GetParam(), architecture, i) != step_of(GetParam(), architecture, permuted(i));
      }
      EXPECT_EQ(!mismatch.empty(), moved) << "sm_" << architecture << ": " << mismatch;
      EXPECT_EQ(first_mismatch(GetParam(), wrong, {one_hot_probes(GetParam())[0]}), "");
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, WrongMmaTables, testing::ValuesIn(mma_instructions()),
                         [](const testing::TestParamInfo<Mma>& mma) { return std::string(mma.param.name); });

}  // namespace
}  // namespace fragment_test
