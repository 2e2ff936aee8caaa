#pragma once
// What the tables of NVIDIA's entry points look like from outside. Knows no CUDA header.
#include <array>
#include <cstddef>
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

template <std::size_t n>
constexpr Rows rows_of(const std::array<Row, n>& rows, const char* width = "") {
  return {rows.data(), static_cast<int>(n), width};
}

}  // namespace ulpgate::cuda_headers
