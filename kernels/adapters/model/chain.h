#pragma once
// Chains of matrix instructions over rows of A and columns of B that are decoded once.
//
// A line (a row of A or a column of B) is cut into segments; each segment is one chain that starts from +0:
// blocks of the entry's largest k, lowest first, each block's result the accumulator of the next. The last
// block of a segment may be shorter; where the instruction does not take its k in ascending order, it is
// padded with zeros instead.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "reference/tensor_core/fused_sum.h"
#include "reference/tensor_core/mma.h"
#include "reference/tensor_core/profile.h"

namespace ulpgate::model {

struct Segment {
  std::size_t first = 0;
  std::size_t count = 0;
};

/// A decoded line. Which member is used depends on the entry's algorithm.
struct Line {
  std::optional<Operands> operands;     ///< fused sums: in the order in which instructions take them
  std::vector<std::uint32_t> integers;  ///< integer sums: modulo 2^32
  std::vector<std::uint64_t> codes;     ///< the others
  std::vector<std::uint64_t> scales;
};

class Chain {
 public:
  /// Segments must begin at multiples of the scale block, where the entry has scales.
  Chain(const ProfileEntry& entry, const Format& a, const Format& b, std::vector<Segment> segments);

  std::size_t segment_count() const { return segments_.size(); }
  /// `scales` holds one for each block, where the entry has them; else it is empty.
  Line decode_a(std::span<const std::uint64_t> codes, std::span<const std::uint64_t> scales) const;
  Line decode_b(std::span<const std::uint64_t> codes, std::span<const std::uint64_t> scales) const;
  /// The sum of one segment, in the entry's output format.
  std::uint64_t sum(const Line& a, const Line& b, std::size_t segment) const;

 private:
  Line decode(const Format& format, const OperandDecoder* decoder, std::span<const std::uint64_t> codes,
              std::span<const std::uint64_t> scales) const;
  Operands fused_operands(const OperandDecoder& decoder, std::span<const std::uint64_t> codes,
                          std::span<const std::uint64_t> scales) const;
  std::size_t stored_count(const Segment& segment) const;

  ProfileEntry entry_;
  Format a_format_;
  Format b_format_;
  std::size_t instruction_k_;
  std::vector<Segment> segments_;
  std::vector<std::size_t> places_;  ///< where each segment's stored operands begin, and the end
  std::optional<FusedSum> fused_;
  std::optional<OperandDecoder> scale_;
  std::optional<Mma> mma_;  ///< where the algorithm is neither a fused nor an integer sum
};

}  // namespace ulpgate::model
