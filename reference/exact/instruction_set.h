#pragma once
// Which of the levels of the x86-64 psABI that loops are compiled for this machine has.

namespace ulpgate {

#ifdef ULPGATE_X86_LEVELS
inline bool has_x86_v3() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
}

inline bool has_x86_v4() {
  return has_x86_v3() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512cd");
}
#endif

}  // namespace ulpgate
