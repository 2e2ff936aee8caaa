#include "reference/twins/gemm.h"

#include <cstring>
#include <vector>

#include "reference/twins/values.h"

namespace ulpgate {
namespace {

using Integer = Rational::Integer;

/// Sums are counted in units of 1 / unit(): 2^-5000 divides every product of two fp64 numbers and two scales.
const Integer& unit() {
  static const Integer power = boost::multiprecision::pow(Integer(2), 5000);
  return power;
}

std::uint64_t code_at(const MatrixView& view, std::int64_t b, std::int64_t i, std::int64_t j) {
  const auto* bytes = static_cast<const unsigned char*>(view.data);
  const auto size = static_cast<std::int64_t>(view.format->bytes());
  bytes += b * view.batch_stride * size;
  bytes += i * view.row_stride * size;
  bytes += j * view.column_stride * size;
  std::uint16_t half = 0;
  std::uint32_t single = 0;
  std::uint64_t code = *bytes;
  if (size == 2) {
    std::memcpy(&half, bytes, 2);
    code = half;
  } else if (size == 4) {
    std::memcpy(&single, bytes, 4);
    code = single;
  } else if (size == 8) {
    std::memcpy(&code, bytes, 8);
  }
  return code;
}

TwinValue value_at(const MatrixView& view, std::int64_t b, std::int64_t i, std::int64_t j) {
  return twin_decode(*view.format, code_at(view, b, i, j));
}

bool is_subnormal(const Format& f, const TwinValue& v) {
  return f.is_floating() && v.number_class == NumberClass::finite &&
         compare(v.magnitude, Rational::power_of_two(1 - f.bias)) < 0;
}

bool is_zero(const TwinValue& v) { return v.number_class == NumberClass::zero; }
bool is_infinite(const TwinValue& v) { return v.number_class == NumberClass::infinity; }
bool is_nan(const TwinValue& v) { return v.number_class == NumberClass::nan; }

/// The product of up to four factors, each taken as it is.
TwinValue product_of(const std::vector<TwinValue>& factors, bool zero_annihilates) {
  bool any_zero = false;
  bool any_infinity = false;
  bool any_nan = false;
  TwinValue product;
  product.magnitude = 1;
  for (const TwinValue& f : factors) {
    any_zero = any_zero || is_zero(f);
    any_infinity = any_infinity || is_infinite(f);
    any_nan = any_nan || is_nan(f);
    product.negative = product.negative != f.negative;
    product.magnitude = product.magnitude * f.magnitude;
  }
  if (any_zero && zero_annihilates) return {};
  if (any_nan || (any_infinity && any_zero)) {
    product.number_class = NumberClass::nan;
  } else if (any_infinity) {
    product.number_class = NumberClass::infinity;
  } else if (any_zero) {
    return {};
  } else {
    product.number_class = NumberClass::finite;
  }
  return product;
}

Integer in_units(const Rational& value) { return value.numerator * (unit() / value.denominator); }

}  // namespace

TwinSum twin_product_sum(const ProductProblem& problem, std::int64_t b, std::int64_t i, std::int64_t j) {
  Integer sum = 0;
  Integer magnitude = 0;
  bool any_nan = false;
  bool any_positive = false;
  bool any_negative = false;
  for (std::int64_t k = 0; k < problem.k; ++k) {
    std::vector<TwinValue> factors{value_at(problem.a, b, i, k), value_at(problem.b, b, k, j)};
    if (problem.flush_subnormals) {
      if (is_subnormal(*problem.a.format, factors[0])) factors[0] = {};
      if (is_subnormal(*problem.b.format, factors[1])) factors[1] = {};
    }
    if (problem.a_scale) {
      const ScaleView& s = *problem.a_scale;
      factors.push_back(value_at(s.scales, b, i / s.block_rows, k / s.block_columns));
    }
    if (problem.b_scale) {
      const ScaleView& s = *problem.b_scale;
      factors.push_back(value_at(s.scales, b, k / s.block_rows, j / s.block_columns));
    }
    const TwinValue product = product_of(factors, problem.zero_annihilates);
    any_nan = any_nan || is_nan(product);
    if (is_infinite(product)) (product.negative ? any_negative : any_positive) = true;
    if (product.number_class != NumberClass::finite) continue;
    const Integer size = in_units(product.magnitude);
    magnitude += size;
    sum += product.negative ? Integer(-size) : size;
  }
  TwinSum result;
  if (any_nan || (any_positive && any_negative)) {
    result.sum_class = SumClass::nan;
  } else if (any_positive || any_negative) {
    result.sum_class = any_positive ? SumClass::positive_infinity : SumClass::negative_infinity;
  } else {
    result.sum = Rational(sum, unit());
    result.magnitude = Rational(magnitude, unit());
  }
  return result;
}

}  // namespace ulpgate
