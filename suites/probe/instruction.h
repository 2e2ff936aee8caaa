#pragma once
// A matrix instruction as a black box: dot products in, output codes out.
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "kernels/api/implementation.h"
#include "reference/formats/format.h"
#include "reference/tensor_core/profile.h"

namespace ulpgate::probe {

/// One element of D: a row of A and a column of B, k codes each, with their block scales where the
/// instruction has them, and the accumulator.
struct Dot {
  std::vector<std::uint64_t> a;
  std::vector<std::uint64_t> b;
  std::uint64_t c = 0;
  std::vector<std::uint64_t> a_scales = {};
  std::vector<std::uint64_t> b_scales = {};
};

/// What an instruction takes and gives.
struct Signature {
  const Format* a = nullptr;
  const Format* b = nullptr;
  const Format* accumulator = nullptr;
  const Format* output = nullptr;
  int k = 0;
  const Format* scale_format = nullptr;  ///< nullptr: none
  int scale_block = 0;                   ///< consecutive k that share a scale; divides k

  int scales() const { return scale_block == 0 ? 0 : k / scale_block; }
  bool is_integer() const { return a->kind == FormatKind::integer; }
};

/// "e4m3 x e5m2 + fp32 -> fp32, k = 32"; with scales also "scales e8m0 of 32".
std::string to_text(const Signature& signature);

struct Instruction : Signature {
  /// The output code of each dot, in order. May throw std::runtime_error with one sentence.
  std::function<std::vector<std::uint64_t>(std::span<const Dot>)> evaluate;
};

/// A profile's entry, on the reference engine. `k` is 0 for the largest of its shapes. Throws
/// std::invalid_argument where the entry does not take the formats.
Instruction from_model(const ProfileEntry& entry, const Format& a, const Format& b, int k = 0);

/// An offer of operation `mma`. The implementation must outlive the instruction. Each call carries min(m, n)
/// dots, on the diagonal of D; the elements beside it are computed from the same operands and not looked at.
/// Throws std::invalid_argument where the offer is not of mma or does not say its formats, shape and, with
/// scales, scale_block.
Instruction from_offer(Implementation& implementation, const Offer& offer);

}  // namespace ulpgate::probe
