#include "kernels/executor/tests/fragments/mma_k_order.h"

#include <string>

#include "kernels/executor/tests/fragments/values.h"

namespace fragment_test {

namespace {
bool is_fp64(const Mma& instruction) { return instruction.a == std::string("fp64"); }
/// Computed as fp16 by other instructions, with C added last.
bool is_lowered(const Mma& instruction, int architecture) {
  return format_of(instruction.a).bits == 8 && architecture >= 90 && architecture < 120;
}
}  // namespace

int step_of(const Mma& instruction, int architecture, int k) {
  const Format format = format_of(instruction.a);
  if (format.exponent_bits == 0) return 0;
  if (is_fp64(instruction)) return k;
  if (is_lowered(instruction, architecture)) return k % 4 / 2;
  const int bytes_of_a_step = architecture < 90 ? 16 : 32;
  return k / (bytes_of_a_step * 8 / format.bits);
}

std::vector<Probe> k_order_probes(const Mma& instruction, int architecture) {
  std::vector<Probe> probes;
  if (format_of(instruction.a).exponent_bits == 0) return probes;
  // Beside the large product, 2^15 or 2^40, nothing of the small one, 2^-12 or 2^-40, is kept.
  const bool wide = is_fp64(instruction);
  const double large_a = wide ? 0x1p20 : 0x1p8;
  const double large_b = wide ? 0x1p20 : 0x1p7;
  const double small = wide ? 0x1p-20 : 0x1p-6;
  const bool lowered = is_lowered(instruction, architecture);
  for (int large_k = 0; large_k < instruction.k; ++large_k) {
    const int partner = large_k ^ 1;  // in the same step
    for (int small_k = 0; small_k < instruction.k; ++small_k) {
      if (small_k == large_k || (lowered && small_k == partner)) continue;
      Probe probe{{{-1, large_k, large_a}, {-1, small_k, small}},
                  {{large_k, -1, large_b}, {small_k, -1, small}},
                  false,
                  lowered ? 0 : -large_a * large_b,
                  0,
                  0,
                  0};
      if (lowered) {
        probe.a.push_back({-1, partner, -large_a});
        probe.b.push_back({partner, -1, large_b});
      }
      const bool before =
          step_of(instruction, architecture, large_k) < step_of(instruction, architecture, small_k);
      probe.d = before ? small * small : 0;
      probes.push_back(probe);
    }
  }
  return probes;
}

}  // namespace fragment_test
