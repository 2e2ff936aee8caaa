#pragma once
// The probe of a whole GEMM: what it does, from its outputs alone.
#include "suites/probe/gemm_box.h"
#include "suites/probe/gemm_facts.h"

namespace ulpgate::probe {

struct GemmProbeOptions {
  /// M and N of every call that is not about them: facts are of the kernel that runs there.
  std::int64_t size = 32;
  /// K of what is asked about single products; their summation tree has as many leaves.
  std::int64_t order_k = 64;
  /// Ks that are searched for parts.
  std::vector<std::int64_t> part_ks{256, 1000, 1024, 4096, 5000, 8192};
  /// K of random data, for what may depend on shape, layout and time.
  std::int64_t data_k = 4096;
  std::vector<std::int64_t> batches{1, 2, 7, 16, 33, 64, 128};
  int repeats = 8;
  std::uint64_t seed = 1;
};

/// Throws std::invalid_argument where an option is out of range. Calls that the box refuses leave facts
/// unobserved. The same box, options and outputs: the same facts.
GemmFacts probe_gemm(const GemmBox& box, const GemmProbeOptions& options = {});

}  // namespace ulpgate::probe
