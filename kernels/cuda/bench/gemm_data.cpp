#include "kernels/cuda/bench/gemm_data.h"

#include <algorithm>
#include <cstring>
#include <cuda_runtime_api.h>
#include <vector>

namespace ulpgate::cuda::bench {
namespace {

using device::check_cuda;

std::size_t bytes(std::int64_t elements, ElementFormat format) {
  return static_cast<std::size_t>(elements) * static_cast<std::size_t>(bytes_of(format));
}

std::size_t aligned(std::size_t size) { return (size + 255) / 256 * 256; }

int sets_for(std::size_t set_bytes) {
  int device = 0, cache = 0;
  check_cuda(cudaGetDevice(&device), "cudaGetDevice");
  check_cuda(cudaDeviceGetAttribute(&cache, cudaDevAttrL2CacheSize, device), "cudaDeviceGetAttribute");
  const std::size_t wanted = 2 * static_cast<std::size_t>(cache);
  return static_cast<int>(std::max<std::size_t>(2, (wanted + set_bytes - 1) / set_bytes));
}

std::uint32_t code(ElementFormat format, std::uint32_t random) {
  // The exponents of [1/2, 2) are two neighbours in every format: one bit above the significand.
  const auto number = [random](int width, std::uint32_t half, int significand_bits) {
    return half + (random & ((2U << significand_bits) - 1)) + (random >> 31 << (width - 1));
  };
  switch (format) {
    case ElementFormat::fp32:
    case ElementFormat::tf32:
      return number(32, 0x3F000000, 23);
    case ElementFormat::fp16:
      return number(16, 0x3800, 10);
    case ElementFormat::bf16:
      return number(16, 0x3F00, 7);
    case ElementFormat::e4m3:
      return number(8, 0x30, 3);
    case ElementFormat::e5m2:
      return number(8, 0x38, 2);
    case ElementFormat::int8:
    case ElementFormat::int32:
      break;
  }
  return random;
}

/// Number `i` of a seed's: splitmix64's output function.
std::uint32_t random_word(std::uint32_t seed, std::uint64_t i) {
  std::uint64_t z = ((std::uint64_t{seed} << 40) + i) * 0x9E3779B97F4A7C15;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return static_cast<std::uint32_t>((z ^ (z >> 31)) >> 32);
}

/// Repeats a few megabytes.
void fill(void* memory, std::size_t size, ElementFormat format, std::uint32_t seed,
          const device::Stream& stream) {
  const auto element = static_cast<std::size_t>(bytes_of(format));
  std::vector<unsigned char> pattern(std::min(size, std::size_t{4} << 20) / element * element);
  for (std::size_t i = 0; i < pattern.size(); i += element) {
    const std::uint32_t c = code(format, random_word(seed, i));
    std::memcpy(&pattern[i], &c, element);
  }
  auto* const to = static_cast<unsigned char*>(memory);
  check_cuda(cudaMemcpyAsync(to, pattern.data(), pattern.size(), cudaMemcpyHostToDevice, stream.get()),
             "cudaMemcpyAsync");
  for (std::size_t done = pattern.size(); done < size;) {
    const std::size_t more = std::min(done, size - done);
    check_cuda(cudaMemcpyAsync(to + done, to, more, cudaMemcpyDeviceToDevice, stream.get()),
               "cudaMemcpyAsync");
    done += more;
  }
  stream.wait();
}

}  // namespace

GemmData::GemmData(const GemmFormatsUsed& f, const GemmShape& s, const device::Stream& stream)
    : formats_(f),
      shape_(s),
      a_bytes_(aligned(cuda::bench::bytes(s.m * s.k, f.a))),
      b_bytes_(aligned(cuda::bench::bytes(s.k * s.n, f.b))),
      d_bytes_(aligned(cuda::bench::bytes(s.m * s.n, f.d))),
      sets_(sets_for(a_bytes_ + b_bytes_ + d_bytes_)),
      memory_(static_cast<std::size_t>(sets_) * (a_bytes_ + b_bytes_ + d_bytes_)) {
  for (int set = 0; set < sets_; ++set) {
    const auto seed = static_cast<std::uint32_t>(2 * set);
    fill(a(set), cuda::bench::bytes(s.m * s.k, f.a), f.a, seed, stream);
    fill(b(set), cuda::bench::bytes(s.k * s.n, f.b), f.b, seed + 1, stream);
  }
}

double GemmData::bytes() const {
  return static_cast<double>(cuda::bench::bytes(shape_.m * shape_.k, formats_.a) +
                             cuda::bench::bytes(shape_.k * shape_.n, formats_.b) +
                             cuda::bench::bytes(shape_.m * shape_.n, formats_.d));
}

void* GemmData::at(int turn, std::size_t offset) const {
  const auto set = static_cast<std::size_t>(turn % sets_);
  return static_cast<unsigned char*>(memory_.data()) + set * (a_bytes_ + b_bytes_ + d_bytes_) + offset;
}

}  // namespace ulpgate::cuda::bench
