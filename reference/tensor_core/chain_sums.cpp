#include "reference/tensor_core/chain_sums.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "reference/formats/decode.h"

namespace ulpgate {
namespace {

template <class Float, class Bits>
std::uint64_t chain(std::uint64_t nan_code, const std::uint64_t* a, const std::uint64_t* b, int k,
                    std::uint64_t accumulator) {
  const auto value = [](std::uint64_t code) { return std::bit_cast<Float>(static_cast<Bits>(code)); };
  Float c = value(accumulator);
  for (int i = 0; i < k; ++i) c = std::fma(value(a[i]), value(b[i]), c);
  return std::isnan(c) ? nan_code : std::bit_cast<Bits>(c);
}

std::int64_t integer(const Format& f, std::uint64_t code) {
  const Unpacked u = unpack(f, code);
  const auto magnitude = static_cast<std::int64_t>(u.significand);
  return u.negative ? -magnitude : magnitude;
}

}  // namespace

std::uint64_t fma_chain(const ProfileEntry& entry, const std::uint64_t* a, const std::uint64_t* b, int k,
                        std::uint64_t accumulator) {
  const std::uint64_t nan = entry.arithmetic.nan_code;
  return entry.output->storage_bits == 64 ? chain<double, std::uint64_t>(nan, a, b, k, accumulator)
                                          : chain<float, std::uint32_t>(nan, a, b, k, accumulator);
}

std::uint64_t integer_sum(const ProfileEntry& entry, const Format& a_format, const Format& b_format,
                          const std::uint64_t* a, const std::uint64_t* b, int k, std::uint64_t accumulator) {
  using Limits = std::numeric_limits<std::int32_t>;
  std::int64_t sum = integer(formats::int32, accumulator);
  for (int i = 0; i < k; ++i) sum += integer(a_format, a[i]) * integer(b_format, b[i]);
  if (entry.arithmetic.overflow == OverflowRule::saturate)
    sum = std::clamp<std::int64_t>(sum, Limits::min(), Limits::max());
  return static_cast<std::uint32_t>(sum);
}

}  // namespace ulpgate
