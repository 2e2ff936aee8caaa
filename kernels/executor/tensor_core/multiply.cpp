// mma.sync and ldmatrix.
#include <array>
#include <bit>
#include <cstring>
#include <vector>

#include "kernels/executor/block/machine.h"
#include "kernels/executor/block/worker.h"
#include "kernels/executor/tensor_core/fragment_layout.h"
#include "kernels/executor/tensor_core/registers.h"

namespace simt::detail {
namespace {

[[noreturn]] void give_up(const char* kind, const std::string& what, const Site& site) {
  Worker::current()->stop(kind, what, place(site));
}

static_assert(std::endian::native == std::endian::little);

constexpr std::uint32_t whole_warp = 0xFFFFFFFF;

std::string name(const Instruction& i) {
  return std::string(i.family) + " m" + std::to_string(i.m) + "n" + std::to_string(i.n) + "k" +
         std::to_string(i.k) + " of " + i.a + " and " + i.b + " with accumulators of " + i.accumulator;
}

/// Codes of A, B and C, row-major, from every lane's registers.
struct Matrices {
  std::vector<std::uint64_t> a, b, c;

  template <typename Lane>
  Matrices(const Instruction& i, const Lane& lane)
      : a(static_cast<std::size_t>(i.m * i.k)),
        b(static_cast<std::size_t>(i.k * i.n)),
        c(static_cast<std::size_t>(i.m * i.n)) {
    const int e = i.operand_elements;
    for (unsigned l = 0; l < 32; ++l) {
      const Registers& from = lane(l);
      for (int r = 0; r < i.a_registers; ++r) {
        for (int x = 0; x < e; ++x) {
          const auto [row, k] = a_position(l, r, x, e, i.m);
          a[static_cast<std::size_t>(row * i.k + k)] = get_element(from.a, r, x, e, i.operand_bytes);
        }
      }
      for (int r = 0; r < i.b_registers; ++r) {
        for (int x = 0; x < e; ++x) {
          const auto [k, column] = b_position(l, r, x, e);
          b[static_cast<std::size_t>(k * i.n + column)] = get_element(from.b, r, x, e, i.operand_bytes);
        }
      }
      for (int r = 0; r < i.c_registers; ++r) {
        for (int x = 0; x < i.register_elements; ++x) {
          const auto [row, column] = c_position(l, r * i.register_elements + x, i.m);
          c[static_cast<std::size_t>(row * i.n + column)] =
              get_element(from.c, r, x, i.register_elements, i.register_bytes);
        }
      }
    }
  }
};

template <typename Lane>
void store(const Instruction& i, const std::vector<std::uint64_t>& d, const Lane& lane) {
  for (unsigned l = 0; l < 32; ++l) {
    for (int r = 0; r < i.c_registers; ++r) {
      for (int x = 0; x < i.register_elements; ++x) {
        const auto [row, column] = c_position(l, r * i.register_elements + x, i.m);
        set_element(lane(l).d, r, x, i.register_elements, i.register_bytes,
                    d[static_cast<std::size_t>(row * i.n + column)]);
      }
    }
  }
}

struct Row {
  const std::byte* address;
  std::uint32_t* registers;
};

}  // namespace

void multiply(const Instruction& instruction, Registers& mine, const Site& site) {
  together(whole_warp, Together::multiply, mine, site, [&](const auto& lane) {
    Machine& machine = Worker::current()->machine();
    const ulpgate::Mma* const mma = machine.tensor_cores().find(instruction);
    if (mma == nullptr)
      give_up("no such instruction", machine.options().architecture + " has no " + name(instruction), site);
    const Matrices from(instruction, lane);
    store(instruction, mma->run({{instruction.m, instruction.n, instruction.k}, from.a, from.b, from.c}),
          lane);
  });
}

void load_matrix(std::uint32_t* registers, unsigned count, bool transposed, const void* row,
                 const Site& site) {
  Row mine{static_cast<const std::byte*>(row), registers};
  Worker& worker = *Worker::current();
  if (worker.thread().lane() < 8 * count) {
    // Each lane answers for the row that it names.
    if (reinterpret_cast<std::uintptr_t>(row) % 16 != 0)
      give_up("misaligned access", "ldmatrix takes a row whose address is no multiple of 16", site);
    const SharedMemory& shared = worker.shared();
    if (mine.address < shared.begin() || mine.address + 16 > shared.end())
      give_up("shared out of bounds", "ldmatrix takes a row from memory that is not shared", site);
    note_read(row, 16, site);
  }
  together(whole_warp, Together::load_matrix, mine, site, [&](const auto& lane) {
    for (unsigned block = 0; block < count; ++block) {
      std::array<std::array<std::uint16_t, 8>, 8> matrix;
      for (unsigned r = 0; r < 8; ++r) std::memcpy(matrix[r].data(), lane(8 * block + r).address, 16);
      for (unsigned l = 0; l < 32; ++l) {
        const unsigned r = l / 4, c = l % 4 * 2;
        const std::uint16_t low = transposed ? matrix[c][r] : matrix[r][c];
        const std::uint16_t high = transposed ? matrix[c + 1][r] : matrix[r][c + 1];
        lane(l).registers[block] = low | static_cast<std::uint32_t>(high) << 16;
      }
    }
  });
}

}  // namespace simt::detail
