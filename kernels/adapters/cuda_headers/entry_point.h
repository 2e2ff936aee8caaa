#pragma once
// What an entry point of NVIDIA's headers is, for the host (cuda_headers) and the device
// (cuda_headers_device) alike.
//
// An entry point is a type with
//   using From = ...; using To = ...;    element types in memory
//   static constexpr int lanes = 1;      static To apply(From);
//   static constexpr int lanes = 2;      static Pair<To> apply(From, From);
// A row names it, and runs it over a job through the runner that the table was made for.
#include <cstdint>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include "kernels/adapters/cuda_headers/row.h"

// Formats narrower than 8 bits and e8m0 came with CUDA 12.8.
#if __has_include(<cuda_fp4.h>) && __has_include(<cuda_fp6.h>)
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#define ULPGATE_CUDA_SUB_BYTE 1
#endif

#if defined(__CUDACC__)
#define ULPGATE_APPLY __device__
#define ULPGATE_SIDE device_side
#else
#define ULPGATE_APPLY
#define ULPGATE_SIDE host_side
#endif

// The same templates are compiled once for the host and once for the device, and end up in one program.
namespace ulpgate::cuda_headers::inline ULPGATE_SIDE {

template <typename T>
struct Pair {
  T x;
  T y;
};

/// How many calls a job takes.
template <typename Entry>
ULPGATE_APPLY inline std::int64_t groups(const Job& job) {
  return (job.count + Entry::lanes - 1) / Entry::lanes;
}

/// Converts the elements of one call. A pair without a second element gets a zero in its place.
template <typename Entry>
ULPGATE_APPLY inline void convert_group(const Job& job, std::int64_t group) {
  using From = typename Entry::From;
  using To = typename Entry::To;
  const From* source = static_cast<const From*>(job.source);
  To* target = static_cast<To*>(job.target);
  const std::int64_t i = group * Entry::lanes;
  if constexpr (Entry::lanes == 1) {
    target[i * job.target_step] = Entry::apply(source[i * job.source_step]);
  } else {
    const bool whole = i + 1 < job.count;
    const Pair<To> to =
        Entry::apply(source[i * job.source_step], whole ? source[(i + 1) * job.source_step] : From{});
    target[i * job.target_step] = to.x;
    if (whole) target[(i + 1) * job.target_step] = to.y;
  }
}

/// What a NaN becomes where NVIDIA's documentation says "NaN" and no more: on the host, what the headers'
/// code does.
constexpr const char* undocumented_nan([[maybe_unused]] const char* on_the_host) {
#if defined(__CUDACC__)
  return "any";
#else
  return on_the_host;
#endif
}

}  // namespace ulpgate::cuda_headers::inline ULPGATE_SIDE
