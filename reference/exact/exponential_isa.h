#pragma once
// The inner loops of exponential.h, once for each instruction set.
#include <cstdint>

#include "reference/exact/exponential.h"

namespace ulpgate::exp_kernels {

struct Kernels {
  void (*exponentials)(const double* high, const double* low, std::int64_t count, double* out_high,
                       double* out_low);
  PairSum (*sum)(const double* high, const double* low, std::int64_t count);
  void (*differences)(const double* x, double subtrahend, std::int64_t count, double* high, double* low);
  void (*multiply)(double* high, double* low, std::int64_t count, PairSum factor);
  void (*add)(double* high, double* low, std::int64_t count, PairSum addend);
};

namespace baseline {
Kernels kernels();
}
namespace x86_v3 {
Kernels kernels();
}
namespace x86_v4 {
Kernels kernels();
}

}  // namespace ulpgate::exp_kernels
