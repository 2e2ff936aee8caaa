#include "reference/exact/exponential.h"

#include "reference/exact/exponential_isa.h"
#include "reference/exact/instruction_set.h"

namespace ulpgate {
namespace {

exp_kernels::Kernels best_kernels() {
#ifdef ULPGATE_X86_LEVELS
  if (has_x86_v4()) return exp_kernels::x86_v4::kernels();
  if (has_x86_v3()) return exp_kernels::x86_v3::kernels();
#endif
  return exp_kernels::baseline::kernels();
}

const exp_kernels::Kernels& kernels() {
  static const exp_kernels::Kernels best = best_kernels();
  return best;
}

}  // namespace

void exponentials(const double* high, const double* low, std::int64_t count, double* out_high,
                  double* out_low) {
  kernels().exponentials(high, low, count, out_high, out_low);
}

PairSum sum_of_pairs(const double* high, const double* low, std::int64_t count) {
  return kernels().sum(high, low, count);
}

void differences_of(const double* x, double subtrahend, std::int64_t count, double* high, double* low) {
  kernels().differences(x, subtrahend, count, high, low);
}

void multiply_pairs(double* high, double* low, std::int64_t count, PairSum factor) {
  kernels().multiply(high, low, count, factor);
}

void add_to_pairs(double* high, double* low, std::int64_t count, PairSum addend) {
  kernels().add(high, low, count, addend);
}

}  // namespace ulpgate
