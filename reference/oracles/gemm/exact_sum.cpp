#include "reference/oracles/gemm/exact_sum.h"

#include <cmath>

#include "reference/oracles/gemm/elements.h"
#include "reference/oracles/gemm/leading.h"

namespace ulpgate::products {
namespace {

Exact finite_product(const Exact& x, const Exact& y, bool zero_annihilates) {
  return zero_annihilates && (x.is_zero() || y.is_zero()) ? Exact() : x * y;
}

Exact element(const Operand& operand, std::int64_t b, std::int64_t line, std::int64_t k) {
  Exact value = Exact::from_unpacked(
      unpack_element(*operand.view->format, operand.code(b, line, k), operand.flush_subnormals));
  if (operand.scale == nullptr) return value;
  const Exact scale = Exact::from_code(*operand.scale->scales.format, operand.scale_code(b, line, k));
  return finite_product(value, scale, operand.zero_annihilates);
}

Leading kept(const Exact& sum) {
  if (sum.is_nan()) return {.flags = has_nan};
  if (sum.is_finite()) return leading(sum);
  return {.flags = sum.negative() ? has_negative_infinity : has_positive_infinity};
}

/// The smallest double that is not below.
double rounded_up(const Exact& value) {
  const double nearest = value.to_double();
  return Exact::from_double(nearest) < value ? std::nextafter(nearest, HUGE_VAL) : nearest;
}

class Unbounded : public SumMethod {
 public:
  Unbounded(const ProductProblem& problem, std::int64_t b) : problem_(problem), b_(b) {}

  void fill(std::int64_t first, std::int64_t count, const SumRows& rows) override {
    for (std::int64_t r = 0; r < count; ++r) {
      for (std::int64_t j = 0; j < problem_.n; ++j)
        rows.set(r * problem_.n + j, kept(exact_sum(problem_, b_, first + r, j).value));
    }
  }

 private:
  const ProductProblem& problem_;
  std::int64_t b_;
};

class UnboundedMagnitudes : public Magnitudes {
 public:
  UnboundedMagnitudes(const ProductProblem& problem, std::int64_t b) : problem_(problem), b_(b) {}

  void fill(std::int64_t first, std::int64_t count, double* rows) const override {
    for (std::int64_t r = 0; r < count; ++r) {
      for (std::int64_t j = 0; j < problem_.n; ++j)
        rows[r * problem_.n + j] = rounded_up(exact_sum(problem_, b_, first + r, j).magnitude);
    }
  }

 private:
  const ProductProblem& problem_;
  std::int64_t b_;
};

}  // namespace

ExactSum exact_sum(const ProductProblem& problem, std::int64_t b, std::int64_t i, std::int64_t j) {
  const Operand a_operand = operand_a(problem);
  const Operand b_operand = operand_b(problem);
  ExactSum sum;
  for (std::int64_t k = 0; k < problem.k; ++k) {
    const Exact product =
        finite_product(element(a_operand, b, i, k), element(b_operand, b, j, k), problem.zero_annihilates);
    sum.value += product;
    if (product.is_finite()) sum.magnitude += product.abs();
  }
  if (sum.value.is_zero()) sum.value = Exact();
  return sum;
}

std::unique_ptr<SumMethod> make_unbounded(const ProductProblem& problem, std::int64_t b) {
  return std::make_unique<Unbounded>(problem, b);
}

std::unique_ptr<Magnitudes> make_unbounded_magnitudes(const ProductProblem& problem, std::int64_t b) {
  return std::make_unique<UnboundedMagnitudes>(problem, b);
}

}  // namespace ulpgate::products
