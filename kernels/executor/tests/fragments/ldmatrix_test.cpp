// ldmatrix against the PTX ISA's fragments.
#include <functional>
#include <gtest/gtest.h>

#include "kernels/executor/tests/fragments/machine.h"
#include "kernels/executor/tests/fragments/ptx_shared_memory.h"
#include "kernels/executor/tests/fragments/subjects.h"

namespace fragment_test {
namespace {

constexpr int lanes = 32;
constexpr int row_bytes = 16;
constexpr int slots = 48;  // for rows in shared memory, more than there are rows

/// What the document says, to test and to change.
struct LoadLayout {
  bool transposed;
  std::function<int(int matrix, int row)> address_thread = ptx_isa::ldmatrix_address_thread;
  std::function<ptx_isa::Element(int laneid, int i)> element =
      transposed ? ptx_isa::ldmatrix_trans_element : ptx_isa::ldmatrix_element;
  std::function<int(int matrix)> destination = [](int matrix) { return matrix; };
};

/// Each element of shared memory has a value of its own; rows are neither adjacent nor in order.
std::string first_mismatch(int count, bool transposed, const LoadLayout& layout) {
  std::vector<std::uint16_t> image(slots * row_bytes / 2);
  for (std::size_t i = 0; i < image.size(); ++i) image[i] = static_cast<std::uint16_t>(1000 + i);
  std::vector<std::uint32_t> offsets(lanes);
  for (int lane = 0; lane < lanes; ++lane) {
    // Lanes beyond the addresses have copies of lower ones', as sm_75 wants them.
    offsets[static_cast<std::size_t>(lane)] =
        static_cast<std::uint32_t>(lane % (8 * count) * 11 % slots * row_bytes);
  }
  std::vector<std::uint32_t> registers(static_cast<std::size_t>(lanes * count));
  if (const int error =
          run_ldmatrix(count, transposed, image.data(), image.size() * 2, offsets.data(), registers.data());
      error != 0) {
    return "error " + std::to_string(error);
  }
  for (int lane = 0; lane < lanes; ++lane) {
    for (int matrix = 0; matrix < count; ++matrix) {
      const std::uint32_t got =
          registers[static_cast<std::size_t>(lane * count + layout.destination(matrix))];
      for (int i = 0; i < 2; ++i) {
        const ptx_isa::Element e = layout.element(lane, i);
        const int address_of = layout.address_thread(matrix, e.row);
        const std::size_t expected_at =
            offsets.at(static_cast<std::size_t>(address_of)) / 2 + static_cast<std::size_t>(e.col);
        if ((got >> (16 * i) & 0xFFFF) != image[expected_at]) {
          return "lane " + std::to_string(lane) + ", matrix " + std::to_string(matrix) + ", element " +
                 std::to_string(i) + ": expected (" + std::to_string(e.row) + ", " + std::to_string(e.col) +
                 ")";
        }
      }
    }
  }
  return "";
}

class Ldmatrix : public testing::TestWithParam<std::tuple<int, bool>> {
 protected:
  void SetUp() override {
    if (architectures().all.empty()) GTEST_SKIP() << architectures().none;
  }
  int count() const { return std::get<0>(GetParam()); }
  bool transposed() const { return std::get<1>(GetParam()); }
};

TEST_P(Ldmatrix, LoadsWhatThePtxIsaSays) {
  for (int architecture : architectures().all) {
    const On on(architecture);
    EXPECT_EQ(first_mismatch(count(), transposed(), {transposed()}), "") << on.faults();
  }
}

TEST_P(Ldmatrix, WrongLayoutsAreNoticed) {
  const On on(architectures().all[0]);
  EXPECT_NE(first_mismatch(count(), transposed(), {!transposed()}), "") << ".trans dropped or added";

  LoadLayout halves{transposed()};
  halves.element = [right = halves.element](int laneid, int i) { return right(laneid, 1 - i); };
  EXPECT_NE(first_mismatch(count(), transposed(), halves), "") << "halves of a register exchanged";

  LoadLayout roles{transposed()};
  roles.element = [right = roles.element](int laneid, int i) {
    return right(laneid % 4 * 8 + laneid / 4, i);
  };
  EXPECT_NE(first_mismatch(count(), transposed(), roles), "")
      << "roles of laneid / 4 and laneid % 4 exchanged";

  LoadLayout rows{transposed()};
  rows.address_thread = [](int matrix, int row) { return matrix * 8 + 7 - row; };
  EXPECT_NE(first_mismatch(count(), transposed(), rows), "") << "rows in the other order";

  if (count() == 1) return;
  LoadLayout registers{transposed()};
  registers.destination = [](int matrix) { return matrix ^ 1; };
  EXPECT_NE(first_mismatch(count(), transposed(), registers), "") << "registers exchanged";

  LoadLayout addresses{transposed()};
  addresses.address_thread = [this](int matrix, int row) { return row * count() + matrix; };
  EXPECT_NE(first_mismatch(count(), transposed(), addresses), "") << "a row's addresses in adjacent threads";
}

INSTANTIATE_TEST_SUITE_P(All, Ldmatrix, testing::Combine(testing::Values(1, 2, 4), testing::Bool()),
                         [](const testing::TestParamInfo<std::tuple<int, bool>>& loads) {
                           return "x" + std::to_string(std::get<0>(loads.param)) +
                                  (std::get<1>(loads.param) ? "_trans" : "");
                         });

}  // namespace
}  // namespace fragment_test
