#pragma once
// The oracle of matrix products: sums of products, computed exactly.
//
// Shapes: A is (batch, m, k), B is (batch, k, n), the sums are (batch, m, n); every extent may be 0.
// sum(b, i, j) is the real number sum over k of A(b, i, k) * B(b, k, j), where an operand's element counts
// times its scale if there is one. Nothing is rounded on the way: products and sums are integers times powers
// of two, whichever method computes them, so all methods give the same sums. A product never overflows.
//
// NaN and infinity follow IEEE 754-2019: a sum is NaN where a factor is NaN, where infinity meets zero, or
// where products are infinities of both signs; else infinite where a product is; else finite.
#include <cstdint>
#include <optional>
#include <string>

#include "reference/exact/enclosure.h"
#include "reference/exact/exact.h"
#include "reference/formats/format.h"
#include "reference/oracles/gemm/storage.h"

namespace ulpgate {

/// Element (b, i, j) lies b * batch_stride + i * row_stride + j * column_stride elements after `data`.
/// Strides may be 0 or negative. Sub-byte formats hold one code a byte.
struct MatrixView {
  const Format* format = nullptr;
  const void* data = nullptr;
  std::int64_t batch_stride = 0;
  std::int64_t row_stride = 0;
  std::int64_t column_stride = 0;
};

/// The operand's element (b, i, j) counts times scale (b, i / block_rows, j / block_columns).
struct ScaleView {
  MatrixView scales;
  std::int64_t block_rows = 1;
  std::int64_t block_columns = 1;
};

struct ProductProblem {
  std::int64_t batch = 1;
  std::int64_t m = 0;
  std::int64_t n = 0;
  std::int64_t k = 0;
  MatrixView a;
  MatrixView b;
  std::optional<ScaleView> a_scale = std::nullopt;
  std::optional<ScaleView> b_scale = std::nullopt;
  /// A product with a factor of zero is zero even where another factor is NaN or infinity.
  bool zero_annihilates = false;
  /// Subnormal elements of A and B count as zero; scales do not.
  bool flush_subnormals = false;
};

enum class SumClass { finite, positive_infinity, negative_infinity, nan };

enum class ProductMethod {
  automatic,    ///< the cheapest for the shape and for the range that the data has
  fixed_point,  ///< integers times a power of two for each row of A and column of B, in 64 or 128 bits
  sliced,  ///< the same integers cut into slices, whose products are exact in double; checked modulo a prime
  wide,    ///< sums in bins by exponent; every range
};

struct ProductOptions {
  unsigned threads = 1;
  ProductMethod method = ProductMethod::automatic;
};

/// What computed the sums. Counts are of problems: one for each batch index.
struct ProductCertificate {
  std::int64_t fixed_point = 0;
  std::int64_t sliced = 0;
  std::int64_t wide = 0;
  std::int64_t unbounded = 0;        ///< by integers of any size: significands beyond 62 bits
  std::int64_t matrix_products = 0;  ///< products of slices, over all sliced problems
  std::int64_t rows_checked = 0;     ///< rows of sliced sums checked modulo 2^61 - 1
  std::int64_t rows_refuted = 0;  ///< of those, rows that were wrong and were computed again in fixed point

  /// One sentence for a report.
  std::string text() const;
};

class ProductSums {
 public:
  SumClass sum_class(std::int64_t b, std::int64_t i, std::int64_t j) const;
  /// high is the sum rounded to nearest, ties to even, and low is the rest rounded likewise; a radius of 0
  /// says that the sum is high + low. Where the sum rounds beyond double's range, high is the largest double
  /// of its sign and radius is infinite: exact() knows. A zero sum is +0. Of a sum that is not finite, high
  /// is that infinity or a NaN, low and radius are 0.
  Enclosure sum(std::int64_t b, std::int64_t i, std::int64_t j) const;
  /// M with S <= M <= (1 + 2^-14) * S + 2^-1073, where S is the sum over k of |A(b, i, k) * B(b, k, j)|; 0
  /// where S is. Infinite where (1 + 2^-14) * S is beyond double's range, and where the sum is not finite.
  /// The same bits on every machine (derivation: gemm/magnitude.h).
  double magnitude(std::int64_t b, std::int64_t i, std::int64_t j) const;
  /// The sum itself, computed again from the operands, which must still be as they were. Zero sums are +0.
  Exact exact(std::int64_t b, std::int64_t i, std::int64_t j) const;

  const ProductCertificate& certificate() const { return certificate_; }

 private:
  friend ProductSums exact_products(const ProductProblem& problem, const ProductOptions& options);
  explicit ProductSums(const ProductProblem& problem);
  std::size_t index(std::int64_t b, std::int64_t i, std::int64_t j) const;

  ProductProblem problem_;
  products::Storage<double> high_;
  products::Storage<double> low_;
  products::Storage<double> magnitude_;
  products::Storage<std::uint8_t> flags_;
  ProductCertificate certificate_;
};

/// All sums of a problem. The same bits for every number of threads and every method.
///
/// Throws std::invalid_argument, with one sentence, for a negative extent, a missing format or data, a scale
/// block below 1, and a method that the data's range does not allow (fixed_point and sliced alone have
/// limits).
ProductSums exact_products(const ProductProblem& problem, const ProductOptions& options = {});

}  // namespace ulpgate
