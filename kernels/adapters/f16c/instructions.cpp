#include "kernels/adapters/f16c/instructions.h"

#if defined(__x86_64__)

#include <array>
#include <cpuid.h>
#include <cstdint>
#include <immintrin.h>

// The library is compiled for baseline x86-64; only these functions hold the instructions.
#define ULPGATE_F16C __attribute__((target("f16c,avx")))

namespace ulpgate::f16c {
namespace {

constexpr std::int64_t width = 8;

/// Runs `vector` on whole groups of eight elements and `scalar` on the rest.
template <typename From, typename To>
ULPGATE_F16C Reply for_each(const Call& call, void (*vector)(const From*, To*), To (*scalar)(From)) {
  const Tensor& from = call.tensors[0];
  const Tensor& to = call.tensors[1];
  const std::int64_t count = from.shape[0];
  const std::int64_t from_step = from.strides[0];
  const std::int64_t to_step = to.strides[0];
  const auto* source = static_cast<const From*>(from.data);
  auto* target = static_cast<To*>(to.data);
  std::int64_t i = 0;
  for (; i + width <= count; i += width) {
    std::array<From, width> in;
    std::array<To, width> out;
    for (std::int64_t lane = 0; lane < width; ++lane) in[lane] = source[(i + lane) * from_step];
    vector(in.data(), out.data());
    for (std::int64_t lane = 0; lane < width; ++lane) target[(i + lane) * to_step] = out[lane];
  }
  for (; i < count; ++i) target[i * to_step] = scalar(source[i * from_step]);
  return {};
}

template <int rounding>
ULPGATE_F16C void narrow_vector(const float* source, std::uint16_t* target) {
  _mm_storeu_si128(reinterpret_cast<__m128i*>(target), _mm256_cvtps_ph(_mm256_loadu_ps(source), rounding));
}

template <int rounding>
ULPGATE_F16C std::uint16_t narrow_scalar(float value) {
  return static_cast<std::uint16_t>(_mm_cvtsi128_si32(_mm_cvtps_ph(_mm_set_ss(value), rounding)));
}

ULPGATE_F16C void widen_vector(const std::uint16_t* source, float* target) {
  _mm256_storeu_ps(target, _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(source))));
}

ULPGATE_F16C float widen_scalar(std::uint16_t code) { return _cvtsh_ss(code); }

template <int rounding>
Reply narrow(const Call& call) {
  return for_each<float, std::uint16_t>(call, narrow_vector<rounding>, narrow_scalar<rounding>);
}

}  // namespace

std::string_view missing() {
  unsigned eax = 0;
  unsigned ebx = 0;
  unsigned ecx = 0;
  unsigned edx = 0;
  const bool has_f16c = __get_cpuid(1, &eax, &ebx, &ecx, &edx) != 0 && (ecx & bit_F16C) != 0;
  // Also asks whether the system saves the wide registers.
  const bool has_avx = __builtin_cpu_supports("avx") != 0;
  return has_f16c && has_avx ? std::string_view() : "this processor has no F16C instructions";
}

Reply nearest_even(const Call& call) { return narrow<_MM_FROUND_TO_NEAREST_INT>(call); }
Reply toward_zero(const Call& call) { return narrow<_MM_FROUND_TO_ZERO>(call); }
Reply up(const Call& call) { return narrow<_MM_FROUND_TO_POS_INF>(call); }
Reply down(const Call& call) { return narrow<_MM_FROUND_TO_NEG_INF>(call); }
Reply widen(const Call& call) { return for_each<std::uint16_t, float>(call, widen_vector, widen_scalar); }

}  // namespace ulpgate::f16c

#else

namespace ulpgate::f16c {

std::string_view missing() { return "F16C is an x86 instruction set, and this is another processor"; }

Reply nearest_even(const Call&) { return {Status::unsupported, {}}; }
Reply toward_zero(const Call&) { return {Status::unsupported, {}}; }
Reply up(const Call&) { return {Status::unsupported, {}}; }
Reply down(const Call&) { return {Status::unsupported, {}}; }
Reply widen(const Call&) { return {Status::unsupported, {}}; }

}  // namespace ulpgate::f16c

#endif
