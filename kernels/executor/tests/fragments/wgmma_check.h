#pragma once
// A wgmma instruction against layouts of shared memory and of its accumulator.
#include <functional>
#include <ostream>
#include <string>

#include "kernels/executor/tests/fragments/ptx_shared_memory.h"
#include "kernels/executor/tests/fragments/subjects.h"
#include "kernels/executor/tests/fragments/table.h"

namespace fragment_test {

/// The byte of an operand's element (row of A or column of B, k), and D's distribution over 128 threads.
struct WgmmaLayout {
  using Byte = std::function<std::size_t(int row, int k, int element_bytes, const ptx_isa::Strides&)>;
  Byte a = ptx_isa::wgmma_k_major_byte;
  Byte b = ptx_isa::wgmma_k_major_byte;
  Table d;
};
/// That of the PTX ISA.
WgmmaLayout layout_of(const Wgmma& instruction);

/// How many of the pairs of k are tried.
enum class Pairs { all, equal };

/// For every k: A is a column of 64 different numbers there, B a row of ones, and the other way round, with a
/// D that is to be replaced; for two different k, where all products are 0; and a D of 4096 different
/// numbers, to be kept, for products that are 0. Between the operands' blocks, NaN. The first D that is not
/// as expected; "" if there is none.
std::string first_mismatch(const Wgmma& instruction, const WgmmaLayout& layout, const ptx_isa::Strides& a,
                           const ptx_isa::Strides& b, Pairs pairs);

inline void PrintTo(const Wgmma& instruction, std::ostream* out) { *out << instruction.name; }

}  // namespace fragment_test
