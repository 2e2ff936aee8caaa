#pragma once
// What follows the chains: parts are added, scaled by alpha and beta, and rounded to D's format.
//
// fp32 and fp16 accumulators: fma(alpha, sum, beta * c) in fp32, then rounded to nearest even; where beta is
// 0, alpha * sum. fp64: the same in fp64. int32: alpha * sum + beta * c modulo 2^32. Host arithmetic: the
// rounding mode must be the default one.
#include <cstdint>
#include <string>

#include "reference/formats/format.h"
#include "reference/tensor_core/output.h"
#include "reference/tensor_core/profile.h"

namespace ulpgate::model {

/// `ran` says so.
std::string epilogue_text(const Format& accumulator);

/// fp32 values to one of fp32, fp16, bf16, to nearest even; every NaN becomes one code.
class Narrow {
 public:
  Narrow(const Format& to, std::uint64_t nan_code);
  std::uint64_t operator()(float x) const;

 private:
  bool is_fp32_;
  OutputRounder rounder_;
};

/// The code of NaN in D: the entry's where D has the accumulator's format, else all magnitude bits set, as
/// NVIDIA's conversions give.
std::uint64_t nan_code_of(const ProfileEntry& entry, const Format& d);

class Epilogue {
 public:
  /// `d` is the accumulator's format, or fp16 or bf16 after an fp32 accumulator.
  Epilogue(const ProfileEntry& entry, const Format& d, double alpha, double beta);

  /// beta * c alone: where k or alpha is 0.
  std::uint64_t without_sum(std::uint64_t c) const;
  /// With the sum's code in the accumulator's format. `c` counts where beta is not 0.
  std::uint64_t with_sum(std::uint64_t sum, std::uint64_t c) const;
  /// With a sum that is in fp32 already.
  std::uint64_t with_sum(float sum, std::uint64_t c) const;
  /// An fp32 value that was rounded to D's format on its way.
  float narrowed(float x) const;

 private:
  Format accumulator_;
  Format d_;
  Narrow narrow_;
  std::uint64_t nan_code_;
  double alpha_;
  double beta_;
};

}  // namespace ulpgate::model
