#include "suites/framework/fp_environment.h"

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace ulpgate {
namespace {

std::uint32_t control_register() {
#if defined(__x86_64__)
  return _mm_getcsr() & ~0x3Fu;  // without the exception flags
#elif defined(__aarch64__)
  std::uint64_t fpcr;
  __asm__ volatile("mrs %0, fpcr" : "=r"(fpcr));
  return static_cast<std::uint32_t>(fpcr);
#else
  return 0;
#endif
}

bool subnormals_survive() {
  volatile float x = 0x0.3p-124f;
  volatile float zero = 0, one = 1;
  return x + zero == 0x0.3p-124f && x * one == 0x0.3p-124f && x != zero;
}

}  // namespace

FpEnvironment read_fp_environment() { return {std::fegetround(), control_register(), subnormals_survive()}; }

std::string describe_change(const FpEnvironment& before, const FpEnvironment& after) {
  if (before.rounding != after.rounding) {
    return "the rounding mode was " + rounding_mode_name(before.rounding) + " and is " +
           rounding_mode_name(after.rounding);
  }
  if (before.keeps_subnormals != after.keeps_subnormals) return "subnormals are flushed to zero now";
  if (before.control != after.control) return "the floating-point control register changed";
  return {};
}

std::string rounding_mode_name(int mode) {
  switch (mode) {
    case FE_TONEAREST:
      return "to nearest";
    case FE_DOWNWARD:
      return "downward";
    case FE_UPWARD:
      return "upward";
    case FE_TOWARDZERO:
      return "toward zero";
    default:
      return "mode " + std::to_string(mode);
  }
}

}  // namespace ulpgate
