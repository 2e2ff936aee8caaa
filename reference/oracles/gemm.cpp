#include "reference/oracles/gemm.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "reference/oracles/gemm/batch.h"
#include "reference/oracles/gemm/exact_sum.h"
#include "reference/threads/parallel.h"

namespace ulpgate {
namespace {

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument("exact products: " + what); }

void check_view(const MatrixView& view, const char* name, bool empty) {
  if (view.format == nullptr) refuse(std::string(name) + " has no format");
  if (view.data == nullptr && !empty) refuse(std::string(name) + " has no data");
}

void check(const ProductProblem& p) {
  const std::pair<std::int64_t, const char*> extents[] = {
      {p.batch, "batch"}, {p.m, "m"}, {p.n, "n"}, {p.k, "k"}};
  for (const auto& [extent, name] : extents) {
    if (extent < 0) refuse(std::string(name) + " is " + std::to_string(extent) + ", below 0");
  }
  const bool empty = p.batch == 0 || p.m == 0 || p.n == 0 || p.k == 0;
  check_view(p.a, "a", empty);
  check_view(p.b, "b", empty);
  const std::pair<const std::optional<ScaleView>*, const char*> scales[] = {{&p.a_scale, "a_scale"},
                                                                            {&p.b_scale, "b_scale"}};
  for (const auto& [scale, name] : scales) {
    if (!scale->has_value()) continue;
    check_view((*scale)->scales, name, empty);
    if ((*scale)->block_rows < 1 || (*scale)->block_columns < 1)
      refuse(std::string(name) + " has blocks of " + std::to_string((*scale)->block_rows) + "x" +
             std::to_string((*scale)->block_columns) + ", below 1");
  }
}

/// From this many products on, threads share one problem; below, they take problems of their own.
constexpr std::int64_t worth_sharing = std::int64_t{1} << 18;

}  // namespace

ProductSums::ProductSums(const ProductProblem& problem) : problem_(problem) {
  const auto count = static_cast<std::size_t>(problem.batch * problem.m * problem.n);
  high_ = products::make_storage<double>(count);
  low_ = products::make_storage<double>(count);
  magnitude_ = products::make_storage<double>(count);
  flags_ = products::make_storage<std::uint8_t>(count);
}

std::size_t ProductSums::index(std::int64_t b, std::int64_t i, std::int64_t j) const {
  return static_cast<std::size_t>((b * problem_.m + i) * problem_.n + j);
}

SumClass ProductSums::sum_class(std::int64_t b, std::int64_t i, std::int64_t j) const {
  using namespace products;
  const std::uint8_t flags = flags_[index(b, i, j)];
  const bool positive = (flags & has_positive_infinity) != 0;
  const bool negative = (flags & has_negative_infinity) != 0;
  if ((flags & has_nan) != 0 || (positive && negative)) return SumClass::nan;
  if (positive) return SumClass::positive_infinity;
  return negative ? SumClass::negative_infinity : SumClass::finite;
}

Enclosure ProductSums::sum(std::int64_t b, std::int64_t i, std::int64_t j) const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const std::size_t at = index(b, i, j);
  switch (sum_class(b, i, j)) {
    case SumClass::finite:
      return {high_[at], low_[at], products::radius_of(low_[at], flags_[at])};
    case SumClass::positive_infinity:
      return {infinity, 0, 0};
    case SumClass::negative_infinity:
      return {-infinity, 0, 0};
    case SumClass::nan:
      break;
  }
  return {std::numeric_limits<double>::quiet_NaN(), 0, 0};
}

double ProductSums::magnitude(std::int64_t b, std::int64_t i, std::int64_t j) const {
  if (sum_class(b, i, j) != SumClass::finite) return std::numeric_limits<double>::infinity();
  return magnitude_[index(b, i, j)];
}

Exact ProductSums::exact(std::int64_t b, std::int64_t i, std::int64_t j) const {
  return products::exact_sum(problem_, b, i, j).value;
}

ProductSums exact_products(const ProductProblem& problem, const ProductOptions& options) {
  check(problem);
  ProductSums sums(problem);
  if (problem.batch == 0 || problem.m == 0 || problem.n == 0) return sums;
  const bool share = problem.m * problem.n * problem.k >= worth_sharing;
  const ProductOptions own{.threads = share ? options.threads : 1, .method = options.method};
  std::vector<ProductCertificate> certificates(static_cast<std::size_t>(problem.batch));
  for_each_block(certificates.size(), share ? 1 : options.threads, [&](std::uint64_t block, unsigned) {
    const auto b = static_cast<std::int64_t>(block);
    const std::size_t at = sums.index(b, 0, 0);
    certificates[block] = products::fill_batch(
        problem, b, own,
        {{sums.high_.get() + at, sums.low_.get() + at, sums.flags_.get() + at}, sums.magnitude_.get() + at});
  });
  for (const ProductCertificate& c : certificates) products::add(sums.certificate_, c);
  return sums;
}

}  // namespace ulpgate
