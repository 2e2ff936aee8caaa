#pragma once
// How an implementation of a row-wise operation computes, by its claims. Claims that an operation does not
// have keep their defaults.
#include <cstdint>
#include <optional>

#include "reference/formats/format.h"

namespace ulpgate {

/// Error of an elementary function at `argument`: at most constant + slope * |argument| units in the last
/// place of the result, in the accumulator's format.
struct FunctionError {
  double constant = 1;
  double slope = 0;
};

enum class SoftmaxAlgorithm {
  shifted,       ///< maximum m first, then exp(x - m) and its sum
  online,        ///< running maximum and sum over blocks, rescaled where the maximum grows
  base2,         ///< exp2(x c - m c), c = scale * log2(e) rounded, m c rounded, the rest one fused operation
  base2_online,  ///< both
  unshifted,     ///< exp(x) and its sum
};

enum class LogSoftmaxAlgorithm {
  subtract,    ///< (x - m) - log(sum)
  lse,         ///< x - (m + log(sum))
  of_softmax,  ///< log(softmax)
};

enum class VarianceAlgorithm {
  two_pass,  ///< mean, then the mean of (x - mean)^2
  welford,   ///< running mean and sum of squares, or of blocks, combined by Chan's formula
  one_pass,  ///< E[x^2] - mean^2
};

enum class Division {
  rounded,      ///< a quotient rounded once
  reciprocal,   ///< numerator times the rounded reciprocal
  approximate,  ///< within division_ulps
};

/// A row whose every logit is masked or -infinity.
enum class MaskedRow { nan, zero };
/// A row with +infinity.
enum class InfinityRow { nan, one_hot };
enum class Reduction { none, mean, sum };

struct RowArithmetic {
  /// Format of intermediate results; each operation is rounded to nearest even in it, sums in any order.
  const Format* accumulator = nullptr;
  /// Subnormal results of the accumulator become zero, as do those of the output.
  bool flushes_subnormals = false;
  FunctionError exp = {};
  FunctionError log = {};
  /// log may be wrong by 2^log_absolute beside its ulps.
  std::optional<int> log_absolute = std::nullopt;
  Division division = Division::rounded;
  double division_ulps = 0.5;  ///< of Division::approximate
  double rsqrt_ulps = 2;
  SoftmaxAlgorithm softmax = SoftmaxAlgorithm::shifted;
  LogSoftmaxAlgorithm log_softmax = LogSoftmaxAlgorithm::subtract;
  bool through_logarithm = false;  ///< softmax is exp((x - m) - log(sum)): of shifted and online alone
  std::int64_t block = 0;          ///< logits of a block of the online algorithms; 0: not known
  VarianceAlgorithm variance = VarianceAlgorithm::two_pass;
  MaskedRow masked_row = MaskedRow::nan;
  bool masked_lse_is_positive = false;  ///< lse of such a row is +infinity
  InfinityRow infinity = InfinityRow::nan;
  /// What masked logits count as; nullopt: -infinity. A row whose maximum is exactly this number is masked.
  std::optional<double> mask_value = std::nullopt;
  bool zero_centred = false;  ///< gamma counts as 1 + gamma
  bool rounds_first = false;  ///< the normalised value is rounded to the output's format before gamma
  bool folded = false;        ///< layer_norm is x a + b, a = rstd gamma, b = beta - mean a
  Reduction reduction = Reduction::none;
  std::int64_t parts = 1;  ///< that attention is cut into along n, and put together from
  const Format* probabilities =
      nullptr;  ///< what attention's weights are rounded to; nullptr: the accumulator
};

}  // namespace ulpgate
