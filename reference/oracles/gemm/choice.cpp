#include "reference/oracles/gemm/choice.h"

#include <stdexcept>
#include <string>

#include "reference/oracles/gemm/fixed_point.h"
#include "reference/oracles/gemm/sliced.h"
#include "reference/oracles/gemm/wide.h"

namespace ulpgate::products {
namespace {

double fixed_point_cost(const Lines& a, const Lines& b) {
  const auto length = static_cast<double>(a.length);
  return fits_short_fixed_point(a, b) ? 5 + 0.13 * length : 10 + 0.65 * length;
}

[[noreturn]] void refuse(const char* method, const Lines& a, const Lines& b) {
  throw std::invalid_argument("exact products: method " + std::string(method) +
                              " does not hold rows of A of " + std::to_string(a.width) +
                              " bits and columns of B of " + std::to_string(b.width) +
                              " bits with k = " + std::to_string(a.length));
}

}  // namespace

Choice choose_method(const Lines& a, const Lines& b, ProductMethod wanted) {
  const bool fixed = fits_fixed_point(a, b);
  const Slicing slicing = fixed ? choose_slicing(a, b) : Slicing{};
  const bool sliceable = fixed && (slicing.length > 0 || a.length == 0);
  const double wide = wide_cost(a, b);
  switch (wanted) {
    case ProductMethod::fixed_point:
      if (!fixed) refuse("fixed_point", a, b);
      return {.method = wanted};
    case ProductMethod::sliced:
      if (!sliceable) refuse("sliced", a, b);
      return {.method = wanted, .slicing = slicing};
    case ProductMethod::wide:
      return {.method = wanted, .unbounded = wide < 0};
    case ProductMethod::automatic:
      break;
  }
  Choice best{.method = ProductMethod::wide, .unbounded = wide < 0};
  double cost = wide;
  const auto consider = [&](const Choice& other, double other_cost) {
    if (cost >= 0 && cost <= other_cost) return;
    best = other;
    cost = other_cost;
  };
  if (fixed) consider({.method = ProductMethod::fixed_point}, fixed_point_cost(a, b));
  if (sliceable) consider({.method = ProductMethod::sliced, .slicing = slicing}, slicing.cost);
  return best;
}

std::unique_ptr<SumMethod> make_method(const Choice& choice, const Lines& a, const Lines& b,
                                       unsigned threads) {
  if (choice.method == ProductMethod::fixed_point) return make_fixed_point(a, b, threads);
  if (choice.method == ProductMethod::sliced) return make_sliced(a, b, choice.slicing, threads);
  return make_wide(a, b, threads);
}

}  // namespace ulpgate::products
