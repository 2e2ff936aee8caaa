#include "suites/probe/gemm_products.h"

#include <algorithm>
#include <bit>

#include "reference/exact/exact.h"
#include "reference/formats/decode.h"
#include "reference/formats/encode.h"

namespace ulpgate::probe {
namespace {

int bits_of(std::uint64_t x) { return 64 - std::countl_zero(x); }

std::optional<std::uint64_t> integer_code(const Format& format, bool negative, std::uint64_t significand,
                                          int exponent) {
  if (exponent < 0 || exponent + bits_of(significand) > format.significand_bits) return std::nullopt;
  const std::uint64_t magnitude = significand << exponent;
  if (negative && !format.has_sign) return std::nullopt;
  return (negative ? ~magnitude + 1 : magnitude) & format.code_mask();
}

}  // namespace

std::optional<std::uint64_t> exact_code(const Format& format, bool negative, std::uint64_t significand,
                                        int exponent) {
  if (format.kind == FormatKind::integer) return integer_code(format, negative, significand, exponent);
  if (negative && !format.has_sign) return std::nullopt;
  const Unpacked value{NumberClass::finite, negative, significand, exponent, false};
  const Rule rule{
      .rounding = Rounding::toward_zero, .overflow = Overflow::saturate, .infinity = InfinityRule::saturate};
  const std::uint64_t code = encode(format, value, rule).code;
  if (!(Exact::from_code(format, code) == Exact::from_unpacked(value))) return std::nullopt;
  return code;
}

Powers powers_of(const Format& format) {
  if (format.kind == FormatKind::integer) return {0, 0, format.significand_bits - 1};
  const Unpacked largest = unpack(format, max_finite_magnitude(format));
  return {format.quantum_exponent(), format.min_exponent(),
          largest.exponent + bits_of(largest.significand) - 1};
}

std::optional<Factors> product_of(const Format& a, const Format& b, bool negative, std::uint64_t significand,
                                  int exponent, bool subnormals) {
  const Powers pa = powers_of(a), pb = powers_of(b);
  const int width = bits_of(significand) - 1;
  const bool a_signed = a.has_sign;
  for (const bool deep : {false, true}) {
    if (deep && !subnormals) break;
    // a holds significand * 2^x.
    const int low = std::max(deep ? pa.quantum : pa.normal - width, exponent - pb.largest);
    const int high = std::min(pa.largest - width, exponent - (deep ? pb.quantum : pb.normal));
    if (low > high) continue;
    const int x = std::clamp((exponent - width) / 2, low, high);
    const auto first = exact_code(a, negative && a_signed, significand, x);
    const auto second = exact_code(b, negative && !a_signed, 1, exponent - x);
    if (first && second) return Factors{*first, *second};
  }
  return std::nullopt;
}

}  // namespace ulpgate::probe
