#include "reference/oracles/gemm/elements.h"

#include <bit>
#include <cstring>

namespace ulpgate::products {
namespace {

constexpr int widest_significand = 62;

template <typename Word>
std::uint64_t load(const void* data, std::int64_t element) {
  Word word;
  std::memcpy(&word, static_cast<const std::byte*>(data) + element * static_cast<std::int64_t>(sizeof word),
              sizeof word);
  return word;
}

Operand operand(const ProductProblem& problem, const MatrixView& view, const std::optional<ScaleView>& scale,
                bool lines_are_rows) {
  return {.view = &view,
          .scale = scale ? &*scale : nullptr,
          .lines_are_rows = lines_are_rows,
          .flush_subnormals = problem.flush_subnormals,
          .zero_annihilates = problem.zero_annihilates};
}

Factor finite(bool negative, std::uint64_t significand, int exponent) {
  Factor factor{.factor_class = negative ? FactorClass::negative : FactorClass::positive};
  const int trailing = std::countr_zero(significand);
  significand >>= trailing;
  factor.too_wide = std::bit_width(significand) > widest_significand;
  const auto magnitude = static_cast<std::int64_t>(significand);
  factor.significand = negative ? -magnitude : magnitude;
  factor.exponent = exponent + trailing;
  return factor;
}

std::uint64_t magnitude_of(const Factor& f) {
  const auto bits = static_cast<std::uint64_t>(f.significand);
  return f.significand < 0 ? 0 - bits : bits;
}

}  // namespace

std::uint64_t load_code(const MatrixView& view, std::int64_t b, std::int64_t i, std::int64_t j) {
  const std::int64_t element = b * view.batch_stride + i * view.row_stride + j * view.column_stride;
  switch (view.format->storage_bits) {
    case 8:
      return load<std::uint8_t>(view.data, element);
    case 16:
      return load<std::uint16_t>(view.data, element);
    case 32:
      return load<std::uint32_t>(view.data, element);
    default:
      return load<std::uint64_t>(view.data, element);
  }
}

Unpacked unpack_element(const Format& format, std::uint64_t code, bool flush) {
  Unpacked value = unpack(format, code);
  if (flush && format.is_floating() && value.number_class == NumberClass::finite &&
      value.significand >> format.significand_bits == 0)
    value.number_class = NumberClass::zero;
  return value;
}

Operand operand_a(const ProductProblem& problem) {
  return operand(problem, problem.a, problem.a_scale, true);
}
Operand operand_b(const ProductProblem& problem) {
  return operand(problem, problem.b, problem.b_scale, false);
}

Factor to_factor(const Unpacked& value) {
  if (value.number_class != NumberClass::finite) return {.factor_class = class_of(value)};
  return finite(value.negative, value.significand, value.exponent);
}

Factor scaled(const Factor& element, const Factor& scale, bool zero_annihilates) {
  const FactorClass product = product_class(element.factor_class, scale.factor_class, zero_annihilates);
  if (product != FactorClass::positive && product != FactorClass::negative) return {.factor_class = product};
  const std::uint64_t a = magnitude_of(element);
  const std::uint64_t b = magnitude_of(scale);
  Factor result{.factor_class = product};
  // The product of odd numbers is odd: there is nothing to cut off.
  result.too_wide =
      element.too_wide || scale.too_wide || std::bit_width(a) + std::bit_width(b) > widest_significand;
  if (result.too_wide) return result;
  const auto magnitude = static_cast<std::int64_t>(a * b);
  result.significand = product == FactorClass::negative ? -magnitude : magnitude;
  result.exponent = element.exponent + scale.exponent;
  return result;
}

}  // namespace ulpgate::products
