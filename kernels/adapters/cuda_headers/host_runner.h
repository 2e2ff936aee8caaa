#pragma once
// Runs an entry point on the host.
#include <cstdint>

#include "kernels/adapters/cuda_headers/entry_point.h"

namespace ulpgate::cuda_headers {

struct HostRunner {
  template <typename Entry>
  static int run(const Job& job) {
    const std::int64_t count = groups<Entry>(job);
    for (std::int64_t group = 0; group < count; ++group) convert_group<Entry>(job, group);
    return 0;
  }
};

}  // namespace ulpgate::cuda_headers
