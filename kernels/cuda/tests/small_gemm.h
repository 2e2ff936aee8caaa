#pragma once
// A product of whole numbers, whose result is exact in every accumulator.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "kernels/cuda/gemm/gemm.h"
#include "kernels/cuda/tests/on_executor.h"

namespace ulpgate::cuda::kernel_test {

/// How a matrix lies in memory.
struct Placing {
  bool column_major = false;
  std::int64_t pad = 0;    ///< elements behind each line
  std::int64_t lead = 0;   ///< elements before the first
  std::int64_t inner = 1;  ///< distance of neighbours
};

/// Memory full of NaN but for the matrix.
class TestMatrix {
 public:
  TestMatrix(ElementFormat format, std::int64_t batch, std::int64_t rows, std::int64_t columns,
             const Placing& placing);
  GemmMatrix view() { return view_; }
  double get(std::int64_t problem, std::int64_t row, std::int64_t column) const;
  void set(std::int64_t problem, std::int64_t row, std::int64_t column, double value);
  void fill(std::uint64_t seed);
  void poison();
  /// Whether everything between the elements is still poison.
  bool gaps_are_poison() const;
  /// From the first to the last element.
  KnownMemory memory() const;

 private:
  std::int64_t index(std::int64_t problem, std::int64_t row, std::int64_t column) const;

  std::int64_t batch_, rows_, columns_, first_, count_;
  std::vector<std::byte> bytes_;
  GemmMatrix view_;
};

struct SmallGemm {
  GemmKernel kernel;
  int architecture;
  std::int64_t batch = 1, m = 1, n = 1, k = 1;
  Placing a = {}, b = {}, d = {};
  int split_k = 1;
  bool partials_in_output = false;
};

/// Runs it in every order and expects the exact product, all else in memory untouched. `change` may alter the
/// problem, and `expected` what a sum becomes.
void expect_exact(const SmallGemm& gemm, const std::function<void(GemmProblem&)>& change = {},
                  const std::function<double(double)>& expected = {});

/// Calls use(kernel, architecture) for each kernel, on the first architecture that uses it.
void for_each_kernel(const std::function<void(const GemmKernel&, int)>& use);

}  // namespace ulpgate::cuda::kernel_test
