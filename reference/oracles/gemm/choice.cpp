#include "reference/oracles/gemm/choice.h"

#include <stdexcept>
#include <string>

#include "reference/oracles/gemm/fixed_point.h"
#include "reference/oracles/gemm/wide.h"

namespace ulpgate::products {
namespace {

double fixed_point_cost(const Lines& a, const Lines& b) {
  const auto length = static_cast<double>(a.length);
  return fits_short_fixed_point(a, b) ? 5 + 0.2 * length : 10 + 1.0 * length;
}

[[noreturn]] void refuse(const char* method, const Lines& a, const Lines& b) {
  throw std::invalid_argument("exact products: method " + std::string(method) +
                              " does not hold rows of A of " + std::to_string(a.width) +
                              " bits and columns of B of " + std::to_string(b.width) +
                              " bits with k = " + std::to_string(a.length));
}

}  // namespace

Choice choose_method(const Lines& a, const Lines& b, ProductMethod wanted) {
  switch (wanted) {
    case ProductMethod::fixed_point:
      if (!fits_fixed_point(a, b)) refuse("fixed_point", a, b);
      return {wanted};
    case ProductMethod::sliced:
      refuse("sliced", a, b);
    case ProductMethod::wide:
    case ProductMethod::automatic:
      break;
  }
  const double wide = wide_cost(a, b);
  if (wanted == ProductMethod::wide) return {.unbounded = wide < 0};
  if (fits_fixed_point(a, b) && (wide < 0 || fixed_point_cost(a, b) <= wide))
    return {ProductMethod::fixed_point};
  if (wide < 0) return {.unbounded = true};
  return {ProductMethod::wide};
}

std::unique_ptr<SumMethod> make_method(const Choice& choice, const Lines& a, const Lines& b,
                                       unsigned threads) {
  if (choice.method == ProductMethod::fixed_point) return make_fixed_point(a, b, threads);
  return make_wide(a, b, threads);
}

}  // namespace ulpgate::products
