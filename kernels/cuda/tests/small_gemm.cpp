#include "kernels/cuda/tests/small_gemm.h"

#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>
#include <string>

#include "kernels/cuda/tests/numbers.h"

namespace ulpgate::cuda::kernel_test {
namespace {

constexpr std::byte poison_byte{0xFF};

}  // namespace

TestMatrix::TestMatrix(ElementFormat format, std::int64_t batch, std::int64_t rows, std::int64_t columns,
                       const Placing& p)
    : batch_(batch), rows_(rows), columns_(columns), first_(p.lead) {
  const std::int64_t line = (p.column_major ? rows : columns) * p.inner + p.pad;
  const std::int64_t lines = p.column_major ? columns : rows;
  view_.format = format;
  view_.row_stride = p.column_major ? p.inner : line;
  view_.column_stride = p.column_major ? line : p.inner;
  view_.batch_stride = line * lines + p.pad;
  count_ = first_ + batch * view_.batch_stride + 5;
  bytes_.resize(static_cast<std::size_t>(count_ * bytes_of(format)));
  view_.data = bytes_.data() + first_ * bytes_of(format);
  poison();
}

std::int64_t TestMatrix::index(std::int64_t problem, std::int64_t row, std::int64_t column) const {
  return first_ + problem * view_.batch_stride + row * view_.row_stride + column * view_.column_stride;
}
double TestMatrix::get(std::int64_t problem, std::int64_t row, std::int64_t column) const {
  return number(format_of(view_.format), bytes_.data(), index(problem, row, column));
}
void TestMatrix::set(std::int64_t problem, std::int64_t row, std::int64_t column, double value) {
  set_number(format_of(view_.format), bytes_.data(), index(problem, row, column), value);
}

void TestMatrix::fill(std::uint64_t seed) {
  for (std::int64_t p = 0; p < batch_; ++p) {
    for (std::int64_t i = 0; i < rows_; ++i) {
      for (std::int64_t j = 0; j < columns_; ++j)
        set(p, i, j, small_number(seed, static_cast<std::uint64_t>((p * rows_ + i) * columns_ + j)));
    }
  }
}

void TestMatrix::poison() { std::fill(bytes_.begin(), bytes_.end(), poison_byte); }

bool TestMatrix::gaps_are_poison() const {
  const auto size = static_cast<std::size_t>(bytes_of(view_.format));
  std::vector<bool> is_element(static_cast<std::size_t>(count_));
  for (std::int64_t p = 0; p < batch_; ++p) {
    for (std::int64_t i = 0; i < rows_; ++i) {
      for (std::int64_t j = 0; j < columns_; ++j) is_element[static_cast<std::size_t>(index(p, i, j))] = true;
    }
  }
  for (std::size_t e = 0; e < is_element.size(); ++e) {
    if (is_element[e]) continue;
    const auto* const first = bytes_.data() + e * size;
    if (std::any_of(first, first + size, [](std::byte b) { return b != poison_byte; })) return false;
  }
  return true;
}

KnownMemory TestMatrix::memory() const {
  const std::int64_t last = index(batch_ - 1, rows_ - 1, columns_ - 1);
  return {view_.data, static_cast<std::size_t>((last - first_ + 1) * bytes_of(view_.format))};
}

void expect_exact(const SmallGemm& g, const std::function<void(GemmProblem&)>& change,
                  const std::function<double(double)>& expected) {
  TestMatrix a(g.kernel.a, g.batch, g.m, g.k, g.a), b(g.kernel.b, g.batch, g.k, g.n, g.b);
  TestMatrix d(g.kernel.accumulator, g.batch, g.m, g.n, g.d);
  a.fill(1);
  b.fill(2);
  GemmProblem p;
  p.unit = g.kernel.unit;
  p.accumulator = g.kernel.accumulator;
  p.promotion = g.kernel.promotion;
  p.batch = g.batch;
  p.m = g.m;
  p.n = g.n;
  p.k = g.k;
  p.a = a.view();
  p.b = b.view();
  p.c = p.d = d.view();
  p.split_k = g.split_k;
  p.partials_in_output = g.partials_in_output;
  if (change) change(p);
  std::string reason;
  ASSERT_TRUE(supports(g.architecture, p, reason)) << reason;
  std::vector<float> workspace(gemm_workspace_bytes(p) / sizeof(float) + 1);
  std::vector<KnownMemory> memory{a.memory(), b.memory(), d.memory()};
  if (gemm_workspace_bytes(p) > 0) memory.push_back({workspace.data(), gemm_workspace_bytes(p)});
  const auto launch = [&] {
    d.poison();
    std::memset(workspace.data(), 0xFF, workspace.size() * sizeof(float));
    return launch_gemm(g.architecture, p, workspace.data(), gemm_workspace_bytes(p), nullptr);
  };
  const auto check = [&] {
    int wrong = 0;
    for (std::int64_t q = 0; q < g.batch; ++q) {
      for (std::int64_t i = 0; i < g.m; ++i) {
        for (std::int64_t j = 0; j < g.n; ++j) {
          double sum = 0;
          for (std::int64_t k = 0; k < g.k; ++k) sum += a.get(q, i, k) * b.get(q, k, j);
          if (expected) sum = expected(sum);
          if (d.get(q, i, j) != sum && ++wrong < 4)
            ADD_FAILURE() << "D(" << q << ", " << i << ", " << j << ") is " << d.get(q, i, j) << ", not "
                          << sum;
        }
      }
    }
    EXPECT_TRUE(d.gaps_are_poison());
  };
  in_every_order(g.architecture, memory, launch, check);
}

void for_each_kernel(const std::function<void(const GemmKernel&, int)>& use) {
  for (const GemmKernel& k : gemm_kernels()) {
    const auto text = [](ElementFormat f) { return std::string(format_of(f).name); };
    SCOPED_TRACE(std::string(k.instruction) + " of " + text(k.a) + " and " + text(k.b) + " in " +
                 text(k.accumulator) + (k.promotion > 0 ? ", promoted" : ""));
    use(k, k.first_architecture);
  }
}

}  // namespace ulpgate::cuda::kernel_test
