#include "reference/twins/gemm.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "reference/twins/values.h"

namespace ulpgate {
namespace {

using Integer = Rational::Integer;

/// Sums are counted in units of 1 / unit(): 2^-5000 divides every product of two fp64 numbers and two scales.
const Integer& unit() {
  static const Integer power = Rational::power_of_two(5000).numerator;
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

NumberClass class_of_product(const std::vector<TwinValue>& factors, bool zero_annihilates) {
  const bool any_zero = std::any_of(factors.begin(), factors.end(), is_zero);
  const bool any_infinity = std::any_of(factors.begin(), factors.end(), is_infinite);
  const bool any_nan = std::any_of(factors.begin(), factors.end(), is_nan);
  if (any_zero && zero_annihilates) return NumberClass::zero;
  if (any_nan || (any_infinity && any_zero)) return NumberClass::nan;
  if (any_infinity) return NumberClass::infinity;
  return any_zero ? NumberClass::zero : NumberClass::finite;
}

bool negative_product(const std::vector<TwinValue>& factors) {
  return std::count_if(factors.begin(), factors.end(), [](const TwinValue& f) { return f.negative; }) % 2 !=
         0;
}

/// The magnitude of a product in units.
Integer size_of_product(const std::vector<TwinValue>& factors) {
  Integer numerator = 1;
  Integer denominator = 1;
  for (const TwinValue& f : factors) {
    numerator *= f.magnitude.numerator;
    denominator *= f.magnitude.denominator;
  }
  return numerator * (unit() / denominator);
}

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
    const NumberClass product = class_of_product(factors, problem.zero_annihilates);
    const bool negative = negative_product(factors);
    any_nan = any_nan || product == NumberClass::nan;
    if (product == NumberClass::infinity) (negative ? any_negative : any_positive) = true;
    if (product != NumberClass::finite) continue;
    const Integer size = size_of_product(factors);
    magnitude += size;
    if (negative) {
      sum -= size;
    } else {
      sum += size;
    }
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
