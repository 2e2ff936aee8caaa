#include "reference/oracles/gemm/batch.h"

#include "reference/oracles/gemm/choice.h"
#include "reference/oracles/gemm/exact_sum.h"
#include "reference/oracles/gemm/kernels.h"
#include "reference/oracles/gemm/magnitude.h"
#include "reference/oracles/gemm/specials.h"
#include "reference/threads/parallel.h"

namespace ulpgate::products {
namespace {

/// Rows that one task takes: whole panels, and as many tasks for each thread.
std::int64_t rows_of_task(std::int64_t rows, unsigned threads) {
  constexpr std::int64_t most = 96;
  const std::int64_t panel = product_kernels().rows;
  const std::int64_t rounds = (rows + most * threads - 1) / (most * threads);
  const std::int64_t even = (rows + rounds * threads - 1) / (rounds * threads);
  return (even + panel - 1) / panel * panel;
}

void for_each_rows(std::int64_t rows, unsigned threads,
                   const std::function<void(std::int64_t first, std::int64_t count)>& work) {
  const std::int64_t size = rows_of_task(rows, std::max(threads, 1U));
  for_each_block(static_cast<std::uint64_t>((rows + size - 1) / size), threads,
                 [&](std::uint64_t block, unsigned) {
                   const std::int64_t first = static_cast<std::int64_t>(block) * size;
                   work(first, std::min(size, rows - first));
                 });
}

SumRows from_row(const SumRows& rows, std::int64_t row, std::int64_t n) {
  return {rows.high + row * n, rows.low + row * n, rows.flags + row * n};
}

}  // namespace

ProductCertificate fill_batch(const ProductProblem& problem, std::int64_t b, const ProductOptions& options,
                              const BatchSums& out) {
  const unsigned threads = options.threads;
  const Lines a_lines = read_lines(operand_a(problem), b, problem.m, problem.k, threads);
  const Lines b_lines = read_lines(operand_b(problem), b, problem.n, problem.k, threads);
  ProductCertificate certificate;
  const Choice choice = choose_method(a_lines, b_lines, options.method);
  const bool too_wide = a_lines.too_wide || b_lines.too_wide;
  const auto method =
      choice.unbounded ? make_unbounded(problem, b) : make_method(choice, a_lines, b_lines, threads);
  const auto magnitudes =
      too_wide ? make_unbounded_magnitudes(problem, b) : make_magnitudes(a_lines, b_lines, threads);
  const Specials specials(a_lines, b_lines, problem.zero_annihilates);
  for_each_rows(problem.m, threads, [&](std::int64_t first, std::int64_t count) {
    const SumRows rows = from_row(out.sums, first, problem.n);
    method->fill(first, count, rows);
    magnitudes->fill(first, count, out.magnitudes + first * problem.n);
    if (!too_wide && specials.any()) specials.add(first, count, rows.flags);
  });
  const MethodFacts facts = method->facts();
  certificate.unbounded = choice.unbounded ? 1 : 0;
  certificate.fixed_point = choice.method == ProductMethod::fixed_point ? 1 : 0;
  certificate.sliced = choice.method == ProductMethod::sliced ? 1 : 0;
  certificate.wide = choice.method == ProductMethod::wide && !choice.unbounded ? 1 : 0;
  certificate.matrix_products = facts.matrix_products;
  certificate.rows_checked = facts.rows_checked;
  certificate.rows_refuted = facts.rows_refuted;
  return certificate;
}

void add(ProductCertificate& total, const ProductCertificate& other) {
  total.fixed_point += other.fixed_point;
  total.sliced += other.sliced;
  total.wide += other.wide;
  total.unbounded += other.unbounded;
  total.matrix_products += other.matrix_products;
  total.rows_checked += other.rows_checked;
  total.rows_refuted += other.rows_refuted;
}

}  // namespace ulpgate::products
