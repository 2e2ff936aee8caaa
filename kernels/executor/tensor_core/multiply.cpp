// mma.sync and ldmatrix.
#include <array>
#include <cstring>
#include <string>

#include "kernels/executor/block/machine.h"
#include "kernels/executor/block/worker.h"
#include "kernels/executor/tensor_core/tensor_cores.h"

namespace simt::detail {
namespace {

[[noreturn]] void give_up(const char* kind, const std::string& what, const Site& site) {
  Worker::current()->stop(kind, what, place(site));
}

constexpr std::uint32_t whole_warp = 0xFFFFFFFF;

std::string name(const Instruction& i) {
  return std::string(i.family) + " m" + std::to_string(i.m) + "n" + std::to_string(i.n) + "k" +
         std::to_string(i.k) + " of " + i.a + " and " + i.b + " with accumulators of " + i.accumulator;
}

struct Row {
  const std::byte* address;
  std::uint32_t* registers;
};

}  // namespace

void multiply(const Instruction& instruction, Registers& mine, const Site& site) {
  together(whole_warp, Together::multiply, mine, site, [&](const auto& lane) {
    Worker& worker = *Worker::current();
    WorkerTensorCores& cores = worker.tensor_cores();
    const MatrixInstruction& known = cores.find(instruction);
    if (!known.mma)
      give_up("no such instruction", worker.machine().options().architecture + " has no " + name(instruction),
              site);
    const auto elements = [](int rows, int columns) { return static_cast<std::size_t>(rows * columns); };
    cores.a.resize(elements(instruction.m, instruction.k));
    cores.b.resize(elements(instruction.k, instruction.n));
    cores.c.resize(elements(instruction.m, instruction.n));
    cores.d.resize(cores.c.size());
    for (unsigned l = 0; l < 32; ++l) {
      const Registers& from = lane(l);
      known.places.gather_a(l, from.a, cores.a);
      known.places.gather_b(l, from.b, cores.b);
      known.places.gather_c(l, from.c, cores.c);
    }
    known.mma->run({known.shape, cores.a, cores.b, cores.c}, cores.d, cores.scratch);
    for (unsigned l = 0; l < 32; ++l) known.places.scatter_d(l, cores.d, lane(l).d);
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
