#pragma once
// The kernels of a conversion: element by element, and by vectors of 16 bytes.
#include "kernels/cuda/called.h"
#include "kernels/cuda/convert/encode.cuh"
#include "kernels/cuda/convert/steps.cuh"
#include "kernels/cuda/unroll.h"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

struct ConvertArguments {
  const void* source = nullptr;
  void* target = nullptr;
  std::int64_t count = 0;
  std::int64_t source_stride = 1;
  std::int64_t target_stride = 1;
  Rule rule;
};

/// Called, not expanded for each lane of a vector: code for more than 200 pairs is to stay small.
template <class From, class To, class Steps>
__device__ ULPGATE_CALLED typename To::Bits convert(typename From::Bits element, const Rule& rule) {
  using Word = SignificandWord<From, To>;
  const std::uint64_t code = encode<To, Steps>(decode<From, Word>(element), rule);
  return static_cast<typename To::Bits>(code << To::padding_bits);
}

__device__ __forceinline__ std::int64_t first_of_thread() {
  return static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}
__device__ __forceinline__ std::int64_t all_threads() {
  return static_cast<std::int64_t>(gridDim.x) * blockDim.x;
}

/// Any strides.
template <class From, class To, class Steps>
__global__ void convert_elements(const ConvertArguments a) {
  const auto* const source = static_cast<const typename From::Bits*>(a.source);
  auto* const target = static_cast<typename To::Bits*>(a.target);
  for (std::int64_t i = first_of_thread(); i < a.count; i += all_threads()) {
    target[Steps::offset(i, a.target_stride)] =
        convert<From, To, Steps>(source[Steps::offset(i, a.source_stride)], a.rule);
  }
}

/// A thread's share: as many elements as the narrower side has in a vector.
template <class From, class To>
inline constexpr int pack_lanes = vector_bytes / (From::bytes < To::bytes ? From::bytes : To::bytes);

template <int WORDS>
__device__ __forceinline__ void load_vectors(std::uint32_t (&words)[WORDS], const void* memory) {
  ULPGATE_UNROLL
  for (int i = 0; i < WORDS; i += 4) {
    const uint4 v = simt::load<uint4>(static_cast<const uint4*>(memory) + i / 4);
    words[i] = v.x;
    words[i + 1] = v.y;
    words[i + 2] = v.z;
    words[i + 3] = v.w;
  }
}

template <int WORDS>
__device__ __forceinline__ void store_vectors(void* memory, const std::uint32_t (&words)[WORDS]) {
  ULPGATE_UNROLL
  for (int i = 0; i < WORDS; i += 4) {
    simt::store(static_cast<uint4*>(memory) + i / 4,
                make_uint4(words[i], words[i + 1], words[i + 2], words[i + 3]));
  }
}

/// Strides of 1. Stores are vectors, and so are loads where the source is aligned when the target is; what
/// lies before the first vector and behind the last goes element by element.
template <class From, class To, class Steps>
__global__ void convert_vectors(const ConvertArguments a) {
  constexpr int lanes = pack_lanes<From, To>;
  const auto* const source = static_cast<const typename From::Bits*>(a.source);
  auto* const target = static_cast<typename To::Bits*>(a.target);
  const std::int64_t head = Steps::head(target, a.count), tail = Steps::tail(a.count, head, lanes);
  const std::int64_t packs = (a.count - head) / lanes;
  const bool aligned = Steps::aligned(source + head);

  for (std::int64_t pack = first_of_thread(); pack < packs; pack += all_threads()) {
    const std::int64_t first = head + pack * lanes;
    std::uint32_t in[lanes * From::bytes / 4] = {}, out[lanes * To::bytes / 4] = {};
    if (aligned) {
      load_vectors(in, source + first);
    } else {
      ULPGATE_UNROLL
      for (int i = 0; i < lanes; ++i) ConvertSteps::put(in, i, source[first + i]);
    }
    ULPGATE_UNROLL
    for (int i = 0; i < lanes; ++i) {
      const auto element = ConvertSteps::get<typename From::Bits>(in, i);
      Steps::put(out, i, convert<From, To, Steps>(element, a.rule));
    }
    store_vectors(target + first, out);
  }
  for (std::int64_t edge = first_of_thread(); edge < head + tail; edge += all_threads()) {
    const std::int64_t i = edge < head ? edge : edge + packs * lanes;
    target[i] = convert<From, To, Steps>(source[i], a.rule);
  }
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
