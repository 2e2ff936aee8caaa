#pragma once
// Matrix products to try: owned operands in many layouts, with elements from several families.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "reference/oracles/gemm.h"

namespace ulpgate::tests {

/// splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t word();
  /// In [0, n).
  std::int64_t below(std::int64_t n) {
    return static_cast<std::int64_t>(word() % static_cast<std::uint64_t>(n));
  }
  template <typename T>
  const T& among(const std::vector<T>& choices) {
    return choices[static_cast<std::size_t>(below(static_cast<std::int64_t>(choices.size())))];
  }

 private:
  std::uint64_t state_;
};

enum class Layout {
  row_major,
  column_major,
  padded,
  backward,     ///< all strides negative
  one_row,      ///< row stride 0
  one_column,   ///< column stride 0
  one_batch,    ///< batch stride 0
  interleaved,  ///< the batch index runs fastest
};
const std::vector<Layout>& all_layouts();

enum class Family {
  any_finite,  ///< every code but NaN and infinity
  any,         ///< every code
  moderate,    ///< exponents near that of 1
  extreme,     ///< the smallest and the largest exponents, zeros
};
const std::vector<Family>& all_families();

/// A code of the format.
std::uint64_t draw_code(const Format& format, Family family, Random& random);

class TestMatrix {
 public:
  TestMatrix(const Format& format, std::int64_t batch, std::int64_t rows, std::int64_t columns,
             Layout layout);

  void set(std::int64_t b, std::int64_t i, std::int64_t j, std::uint64_t code);
  std::uint64_t get(std::int64_t b, std::int64_t i, std::int64_t j) const;
  void draw(Family family, Random& random);
  /// Valid as long as this and not moved.
  MatrixView view() const;
  std::int64_t rows() const { return rows_; }
  std::int64_t columns() const { return columns_; }

 private:
  std::size_t place(std::int64_t b, std::int64_t i, std::int64_t j) const;

  const Format* format_;
  std::int64_t batch_;
  std::int64_t rows_;
  std::int64_t columns_;
  std::int64_t strides_[3];
  std::int64_t first_;
  std::vector<std::byte> bytes_;
};

struct Shape {
  std::int64_t batch;
  std::int64_t m;
  std::int64_t n;
  std::int64_t k;
};

struct TestProblem {
  TestProblem(const Format& a_format, const Format& b_format, const Shape& s,
              Layout a_layout = Layout::row_major, Layout b_layout = Layout::row_major);
  void draw(Family family, Random& random);
  /// Makes the second half of k take away what the first half adds, where the formats have signs.
  void cancel();
  ProductProblem problem() const;
  std::string text() const;

  Shape shape;
  TestMatrix a;
  TestMatrix b;
};

/// The sums as the twin says: class, value, rounding, radius, magnitude and exact(), with a message
/// otherwise.
void expect_as_twin(const ProductProblem& problem, const ProductSums& sums, std::int64_t b, std::int64_t i,
                    std::int64_t j);
/// Every element.
void expect_as_twin(const ProductProblem& problem, const ProductSums& sums);
/// Every bit that the oracle gives.
void expect_same_bits(const ProductProblem& problem, const ProductSums& x, const ProductSums& y);

/// Sums by a method, or nothing where the data's range does not allow it.
std::optional<ProductSums> try_products(const ProductProblem& problem, ProductMethod method,
                                        unsigned threads = 1);
inline constexpr ProductMethod forced_methods[] = {ProductMethod::fixed_point, ProductMethod::sliced,
                                                   ProductMethod::wide};

}  // namespace ulpgate::tests
