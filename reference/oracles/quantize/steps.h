#pragma once
// Single fp32 operations, rounded to nearest even: the host's own, which are those of IEEE 754. Flushed to
// zero where a recipe says so, as by -ftz=true: subnormal operands count as zeros, and subnormal results
// become zeros.
#include <bit>
#include <cmath>
#include <cstdint>

namespace ulpgate::quantize {

class Steps {
 public:
  explicit Steps(bool flush_to_zero) : flush_(flush_to_zero) {}

  float kept(float x) const {
    return flush_ && std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0F, x) : x;
  }
  float product(float a, float b) const { return kept(kept(a) * kept(b)); }
  float quotient(float a, float b) const { return kept(kept(a) / kept(b)); }

 private:
  bool flush_;
};

inline float number(std::uint32_t code) { return std::bit_cast<float>(code); }
inline std::uint32_t code_of(float x) { return std::bit_cast<std::uint32_t>(x); }

}  // namespace ulpgate::quantize
