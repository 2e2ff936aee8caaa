#include "reference/tensor_core/cdna_sums.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "reference/exact/exact.h"
#include "reference/formats/decode.h"

namespace ulpgate {
namespace {

float value(const Format& f, std::uint64_t code) { return static_cast<float>(to_double(f, code)); }

float flushed(float x) { return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0F, x) : x; }

float operand(const Format& f, std::uint64_t code) {
  const float x = value(f, code);
  return std::fpclassify(x) == FP_SUBNORMAL || (x != 0 && std::abs(x) < std::ldexp(1.0F, f.min_exponent()))
             ? 0.0F
             : x;
}

/// One exact sum of products and accumulator, rounded once, where doubles hold every partial sum; nullopt
/// elsewhere, and where something is not finite.
std::optional<std::uint32_t> quick_exact_sum(const Format& a_format, const Format& b_format,
                                             const std::uint64_t* a, const std::uint64_t* b, int count,
                                             std::uint64_t accumulator) {
  double sum = to_double(formats::fp32, accumulator);
  for (int i = 0; i < count; ++i) {
    // Products of 16-bit numbers are doubles.
    const double product = to_double(a_format, a[i]) * to_double(b_format, b[i]);
    const double next = sum + product;
    const double of_product = next - sum;
    if ((sum - (next - of_product)) + (product - of_product) != 0 || !std::isfinite(next))
      return std::nullopt;
    sum = next;
  }
  return sum == 0 ? 0 : std::bit_cast<std::uint32_t>(static_cast<float>(sum));
}

}  // namespace

std::uint64_t exact_sum(const ProfileEntry& entry, const Format& a_format, const Format& b_format,
                        const std::uint64_t* a, const std::uint64_t* b, int k, std::uint64_t accumulator) {
  const bool narrow = a_format.storage_bits <= 16 && b_format.storage_bits <= 16;
  for (int done = 0; done < k; done += entry.arithmetic.products) {
    const int end = std::min(done + entry.arithmetic.products, k);
    if (narrow) {
      if (const auto quick =
              quick_exact_sum(a_format, b_format, a + done, b + done, end - done, accumulator)) {
        accumulator = *quick;
        continue;
      }
    }
    Exact sum = Exact::from_code(formats::fp32, accumulator);
    for (int i = done; i < end; ++i)
      sum += Exact::from_code(a_format, a[i]) * Exact::from_code(b_format, b[i]);
    accumulator = sum.is_nan()    ? entry.arithmetic.nan_code
                  : sum.is_zero() ? 0
                                  : encode(formats::fp32, sum, Rule{}).code;
  }
  return accumulator;
}

std::uint64_t pairwise_sum(const ProfileEntry& entry, const Format& a_format, const Format& b_format,
                           const std::uint64_t* a, const std::uint64_t* b, int k, std::uint64_t accumulator) {
  float c = operand(formats::fp32, accumulator);
  for (int done = 0; done < k; done += entry.arithmetic.products) {
    float terms[64] = {};
    for (int i = 0; i < entry.arithmetic.products && done + i < k; ++i)
      terms[i] = flushed(operand(a_format, a[done + i]) * operand(b_format, b[done + i]));
    for (int width = entry.arithmetic.products; width > 1; width /= 2) {
      for (int i = 0; i < width / 2; ++i) terms[i] = flushed(terms[2 * i] + terms[2 * i + 1]);
    }
    c = flushed(c + terms[0]);
  }
  return std::isnan(c) ? entry.arithmetic.nan_code : std::bit_cast<std::uint32_t>(c);
}

}  // namespace ulpgate
