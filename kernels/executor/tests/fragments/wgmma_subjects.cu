#include <ulpgate/simt.h>

#include "kernels/executor/tests/fragments/memory.h"
#include "kernels/executor/tests/fragments/subjects.h"

namespace fragment_test {
inline namespace SIMT_BUILD {
namespace {

constexpr int threads = 128;
constexpr int columns = 64;

__device__ void copy(unsigned char* to, const unsigned char* from, unsigned bytes) {
  for (unsigned i = threadIdx.x; i < bytes; i += threads) to[i] = from[i];
}

template <class A, class B, class Accumulator>
__global__ void execute(WgmmaOperand a_operand, const unsigned char* a, WgmmaOperand b_operand,
                        const unsigned char* b, bool keep,
                        const typename simt::AccumulatorRegister<Accumulator>::type* c,
                        typename simt::AccumulatorRegister<Accumulator>::type* d) {
  using Holder = simt::AccumulatorRegister<Accumulator>;
  constexpr int count = columns / 2 / Holder::elements;
  SIMT_DYNAMIC_SHARED(unsigned char, shared);
  unsigned char* const shared_b = shared + a_operand.bytes;
  copy(shared, a + std::size_t{blockIdx.x} * a_operand.bytes, a_operand.bytes);
  copy(shared_b, b + std::size_t{blockIdx.x} * b_operand.bytes, b_operand.bytes);
  simt::fence_async_shared();
  __syncthreads();
  const std::size_t first = (std::size_t{blockIdx.x} * threads + threadIdx.x) * count;
  typename Holder::type registers[count];
  for (int i = 0; i < count; ++i) registers[i] = c[first + i];
  simt::wgmma_fence();
  simt::wgmma<columns, A, B, Accumulator>(
      registers, simt::wgmma_descriptor(shared, a_operand.leading_bytes, a_operand.stride_bytes),
      simt::wgmma_descriptor(shared_b, b_operand.leading_bytes, b_operand.stride_bytes), keep);
  simt::wgmma_commit();
  simt::wgmma_wait<0>();
  for (int i = 0; i < count; ++i) d[first + i] = registers[i];
}

template <class A, class B, class Accumulator>
int run(std::size_t groups, WgmmaOperand a_operand, const void* a, WgmmaOperand b_operand, const void* b,
        bool keep, const void* c, void* d) {
  using Holder = simt::AccumulatorRegister<Accumulator>;
  using Register = typename Holder::type;
  const std::size_t d_bytes = groups * threads * (columns / 2 / Holder::elements) * sizeof(Register);
  Memory on_a(a, groups * a_operand.bytes);
  Memory on_b(b, groups * b_operand.bytes);
  Memory on_c(c, d_bytes);
  Memory on_d(nullptr, d_bytes);
  if (const int error =
          first_error(first_error(on_a.error(), on_b.error()), first_error(on_c.error(), on_d.error()))) {
    return error;
  }
  const simt::Error error = simt::launch(
      "wgmma", execute<A, B, Accumulator>, dim3(static_cast<unsigned>(groups)), dim3(threads),
      a_operand.bytes + b_operand.bytes, nullptr, a_operand, on_a.as<const unsigned char>(), b_operand,
      on_b.as<const unsigned char>(), keep, on_c.as<const Register>(), on_d.as<Register>());
  return first_error(error, on_d.copy_to(d));
}

__global__ void describe(std::uint32_t leading_bytes, std::uint32_t stride_bytes,
                         std::uint64_t* descriptors) {
  SIMT_DYNAMIC_SHARED(unsigned char, shared);
  descriptors[threadIdx.x] = simt::wgmma_descriptor(shared + 16 * threadIdx.x, leading_bytes, stride_bytes);
}

#define SUBJECT(A, B, Accumulator)                                                                         \
  Wgmma {                                                                                                  \
    "m64n64_" #A "_" #B "_" #Accumulator, 32 * 8 / simt::A::bits, #A, #B, #Accumulator,                    \
        columns / 2 / simt::AccumulatorRegister<Accumulator>::elements, run<simt::A, simt::B, Accumulator> \
  }

}  // namespace

const std::vector<Wgmma>& wgmma_instructions() {
  using fp16 = simt::fp16;
  static const std::vector<Wgmma> all = {
      SUBJECT(fp16, fp16, float), SUBJECT(fp16, fp16, fp16),  SUBJECT(bf16, bf16, float),
      SUBJECT(tf32, tf32, float), SUBJECT(e4m3, e4m3, float), SUBJECT(e4m3, e5m2, float),
      SUBJECT(e5m2, e4m3, float), SUBJECT(e5m2, e5m2, float), SUBJECT(e4m3, e4m3, fp16),
      SUBJECT(e5m2, e5m2, fp16),
  };
  return all;
}

int run_descriptors(std::size_t count, std::uint32_t leading_bytes, std::uint32_t stride_bytes,
                    std::uint64_t* descriptors) {
  Memory on_device(nullptr, count * sizeof(std::uint64_t));
  if (on_device.error() != 0) return on_device.error();
  const simt::Error error =
      simt::launch("describe", describe, dim3(1), dim3(static_cast<unsigned>(count)), 16 * count, nullptr,
                   leading_bytes, stride_bytes, on_device.as<std::uint64_t>());
  return first_error(error, on_device.copy_to(descriptors));
}

}  // namespace SIMT_BUILD
}  // namespace fragment_test
