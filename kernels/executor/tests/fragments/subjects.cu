#include <ulpgate/simt.h>

#include "kernels/executor/tests/fragments/memory.h"
#include "kernels/executor/tests/fragments/subjects.h"

namespace fragment_test {
inline namespace SIMT_BUILD {
namespace {

constexpr int lanes = 32;

template <int M, int N, int K, class A, class B, class Accumulator>
__global__ void execute(const typename simt::Fragment<M, N, K, A, B, Accumulator>::Operand* a,
                        const typename simt::Fragment<M, N, K, A, B, Accumulator>::Operand* b,
                        const typename simt::Fragment<M, N, K, A, B, Accumulator>::Register* c,
                        typename simt::Fragment<M, N, K, A, B, Accumulator>::Register* d) {
  using F = simt::Fragment<M, N, K, A, B, Accumulator>;
  typename F::Operand ra[F::a_registers], rb[F::b_registers];
  typename F::Register rc[F::c_registers], rd[F::c_registers];
  const unsigned thread = blockIdx.x * lanes + threadIdx.x;
  for (int i = 0; i < F::a_registers; ++i) ra[i] = a[thread * F::a_registers + i];
  for (int i = 0; i < F::b_registers; ++i) rb[i] = b[thread * F::b_registers + i];
  for (int i = 0; i < F::c_registers; ++i) rc[i] = c[thread * F::c_registers + i];
  simt::mma<M, N, K, A, B, Accumulator>(rd, ra, rb, rc);
  for (int i = 0; i < F::c_registers; ++i) d[thread * F::c_registers + i] = rd[i];
}

template <int M, int N, int K, class A, class B, class Accumulator>
int run(std::size_t warps, const void* a, const void* b, const void* c, void* d) {
  using F = simt::Fragment<M, N, K, A, B, Accumulator>;
  using Operand = typename F::Operand;
  using Register = typename F::Register;
  const std::size_t threads = warps * lanes;
  Memory on_a(a, threads * F::a_registers * sizeof(Operand));
  Memory on_b(b, threads * F::b_registers * sizeof(Operand));
  Memory on_c(c, threads * F::c_registers * sizeof(Register));
  Memory on_d(nullptr, threads * F::c_registers * sizeof(Register));
  if (const int error =
          first_error(first_error(on_a.error(), on_b.error()), first_error(on_c.error(), on_d.error()))) {
    return error;
  }
  const simt::Error error = simt::launch(
      "mma", execute<M, N, K, A, B, Accumulator>, dim3(static_cast<unsigned>(warps)), dim3(lanes), 0, nullptr,
      on_a.as<const Operand>(), on_b.as<const Operand>(), on_c.as<const Register>(), on_d.as<Register>());
  return first_error(error, on_d.copy_to(d));
}

#define SUBJECT(M, N, K, A, B, Accumulator, minimum)                                             \
  Mma {                                                                                          \
    "m" #M "n" #N "k" #K "_" #A "_" #B "_" #Accumulator, M, N, K, #A, #B, #Accumulator, minimum, \
        simt::Fragment<M, N, K, simt::A, simt::B, Accumulator>::a_registers,                     \
        simt::Fragment<M, N, K, simt::A, simt::B, Accumulator>::b_registers,                     \
        simt::Fragment<M, N, K, simt::A, simt::B, Accumulator>::c_registers,                     \
        sizeof(simt::Fragment<M, N, K, simt::A, simt::B, Accumulator>::Operand),                 \
        sizeof(simt::Fragment<M, N, K, simt::A, simt::B, Accumulator>::Register),                \
        run<M, N, K, simt::A, simt::B, Accumulator>                                              \
  }
#define FP8_SUBJECTS(A, B)                                                 \
  SUBJECT(16, 8, 16, A, B, float, 89), SUBJECT(16, 8, 16, A, B, fp16, 89), \
      SUBJECT(16, 8, 32, A, B, float, 89), SUBJECT(16, 8, 32, A, B, fp16, 89)
#define INT8_SUBJECTS(A, B) \
  SUBJECT(8, 8, 16, A, B, int, 75), SUBJECT(16, 8, 16, A, B, int, 80), SUBJECT(16, 8, 32, A, B, int, 80)

template <int COUNT, bool TRANSPOSED>
__global__ void load(const std::uint32_t* image, unsigned words, const std::uint32_t* offsets,
                     std::uint32_t* registers) {
  SIMT_DYNAMIC_SHARED(std::uint32_t, shared);
  for (unsigned i = threadIdx.x; i < words; i += lanes) shared[i] = image[i];
  __syncthreads();
  std::uint32_t mine[COUNT];
  const void* const row = reinterpret_cast<const unsigned char*>(shared) + offsets[threadIdx.x];
  if constexpr (TRANSPOSED) {
    simt::ldmatrix_transposed<COUNT>(mine, row);
  } else {
    simt::ldmatrix<COUNT>(mine, row);
  }
  for (int i = 0; i < COUNT; ++i) registers[threadIdx.x * COUNT + i] = mine[i];
}

using Load = void (*)(const std::uint32_t*, unsigned, const std::uint32_t*, std::uint32_t*);

Load load_kernel(int count, bool transposed) {
  if (count == 1) return transposed ? load<1, true> : load<1, false>;
  if (count == 2) return transposed ? load<2, true> : load<2, false>;
  return transposed ? load<4, true> : load<4, false>;
}

}  // namespace

const std::vector<Mma>& mma_instructions() {
  using fp16 = simt::fp16;
  static const std::vector<Mma> all = {
      SUBJECT(16, 8, 8, fp16, fp16, float, 75),
      SUBJECT(16, 8, 8, fp16, fp16, fp16, 75),
      SUBJECT(16, 8, 16, fp16, fp16, float, 80),
      SUBJECT(16, 8, 16, fp16, fp16, fp16, 80),
      SUBJECT(16, 8, 8, bf16, bf16, float, 80),
      SUBJECT(16, 8, 16, bf16, bf16, float, 80),
      SUBJECT(16, 8, 4, tf32, tf32, float, 80),
      SUBJECT(16, 8, 8, tf32, tf32, float, 80),
      FP8_SUBJECTS(e4m3, e4m3),
      FP8_SUBJECTS(e4m3, e5m2),
      FP8_SUBJECTS(e5m2, e4m3),
      FP8_SUBJECTS(e5m2, e5m2),
      INT8_SUBJECTS(int8, int8),
      INT8_SUBJECTS(int8, uint8),
      INT8_SUBJECTS(uint8, int8),
      INT8_SUBJECTS(uint8, uint8),
      SUBJECT(8, 8, 4, fp64, fp64, double, 80),
      SUBJECT(16, 8, 4, fp64, fp64, double, 90),
      SUBJECT(16, 8, 8, fp64, fp64, double, 90),
      SUBJECT(16, 8, 16, fp64, fp64, double, 90),
  };
  return all;
}

int run_ldmatrix(int count, bool transposed, const void* image, std::size_t bytes,
                 const std::uint32_t* offsets, std::uint32_t* registers) {
  Memory on_image(image, bytes);
  Memory on_offsets(offsets, lanes * sizeof(std::uint32_t));
  Memory on_registers(nullptr, static_cast<std::size_t>(lanes * count) * sizeof(std::uint32_t));
  if (const int error =
          first_error(on_image.error(), first_error(on_offsets.error(), on_registers.error()))) {
    return error;
  }
  const simt::Error error =
      simt::launch("ldmatrix", load_kernel(count, transposed), dim3(1), dim3(lanes), bytes, nullptr,
                   on_image.as<const std::uint32_t>(), static_cast<unsigned>(bytes / sizeof(std::uint32_t)),
                   on_offsets.as<const std::uint32_t>(), on_registers.as<std::uint32_t>());
  return first_error(error, on_registers.copy_to(registers));
}

}  // namespace SIMT_BUILD
}  // namespace fragment_test
