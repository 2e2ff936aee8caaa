#pragma once
// What the tables of NVIDIA's entry points look like from outside. Knows no CUDA header.
#include <cstdint>

#include "kernels/api/convert_claims.h"

namespace ulpgate::cuda_headers {

/// Two vectors of elements; steps are in elements and may be zero or negative.
struct Job {
  const void* source;
  void* target;
  std::int64_t count;
  std::int64_t source_step;
  std::int64_t target_step;
};

struct Row {
  const char* variant;
  const char* from;
  const char* to;
  ConvertClaims claims;
  int (*run)(const Job&);  ///< 0, or a cudaError_t
};

/// The rows of one family of entry points.
struct Rows {
  const Row* first;
  int count;
  const char* width;  ///< what '#' stands for in their variants
};

template <int n>
constexpr Rows rows_of(const Row (&rows)[n], const char* width = "") {
  return {rows, n, width};
}

}  // namespace ulpgate::cuda_headers
