#pragma once
// Matrix instructions, computed as a profile's entry says.
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "reference/tensor_core/fused_sum.h"
#include "reference/tensor_core/grouped_sum.h"
#include "reference/tensor_core/profile.h"
#include "reference/tensor_core/two_stage_sum.h"

namespace ulpgate {

/// The index that an instruction of k products takes at `place`; k is a multiple of 4 for KOrder::mod4.
int k_at(KOrder order, int k, int place);

/// Operands of one instruction, as codes. Matrices are row-major: A is m x k, B is k x n, C is m x n. Scales,
/// where the entry has them, are m x (k / scale_block) and (k / scale_block) x n; else empty.
struct MmaOperands {
  MmaShape shape;
  std::span<const std::uint64_t> a;
  std::span<const std::uint64_t> b;
  std::span<const std::uint64_t> c;
  std::span<const std::uint64_t> a_scales = {};
  std::span<const std::uint64_t> b_scales = {};
};

/// Memory of Mma::run that can serve the next call, too.
struct MmaScratch {
  Operands a{0}, b{0};
};

/// An entry's arithmetic on one pair of its input formats. m and n may be anything, since they do not change
/// the arithmetic; k is an instruction's, and need not be one of the entry's shapes.
class Mma {
 public:
  /// Throws std::invalid_argument when the entry does not take these formats or fails check_entry.
  Mma(const ProfileEntry& entry, const Format& a, const Format& b);

  /// D, m x n, row-major. Throws std::invalid_argument when a size does not fit the shape.
  std::vector<std::uint64_t> run(const MmaOperands& operands) const;
  /// The same into `d`, which has C's size and shares no memory with operands.
  void run(const MmaOperands& operands, std::span<std::uint64_t> d, MmaScratch& scratch) const;

  /// One element: a.size() is the instruction's k. b and b_scales are a column.
  std::uint64_t dot(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                    std::uint64_t accumulator, std::span<const std::uint64_t> a_scales = {},
                    std::span<const std::uint64_t> b_scales = {}) const;

  /// One element of a chain of instructions: blocks of `instruction_k`, lowest first, where the result of one
  /// is the accumulator of the next. The last block may be shorter. Needs equal formats of C and D where
  /// there is more than one block.
  std::uint64_t dot_chain(int instruction_k, std::span<const std::uint64_t> a,
                          std::span<const std::uint64_t> b, std::uint64_t accumulator,
                          std::span<const std::uint64_t> a_scales = {},
                          std::span<const std::uint64_t> b_scales = {}) const;

  /// Whether `got` is what the entry allows where the model says `expected`: the same code, or, where the
  /// code of NaN is uncertain, any NaN for a NaN.
  bool meets(std::uint64_t expected, std::uint64_t got) const;

  const ProfileEntry& entry() const { return entry_; }

 private:
  std::uint64_t dot_codes(const std::uint64_t* a, const std::uint64_t* b, int k, std::uint64_t accumulator,
                          const std::uint64_t* a_scales, const std::uint64_t* b_scales) const;
  void run_fused(const MmaOperands& operands, std::span<std::uint64_t> d, MmaScratch& scratch) const;
  /// `codes` at a stride, in the order in which the instruction takes them, with scales applied.
  void decode(const OperandDecoder& decoder, const std::uint64_t* codes, int stride, int k,
              const std::uint64_t* scales, int scale_stride, Operands& out, std::size_t first) const;

  ProfileEntry entry_;
  Format a_format_;
  Format b_format_;
  std::optional<FusedSum> fused_;
  std::optional<OperandDecoder> scale_;  ///< of fused sums
  std::optional<GroupedSum> grouped_;
  std::optional<TwoStageSum> two_stage_;
};

}  // namespace ulpgate
