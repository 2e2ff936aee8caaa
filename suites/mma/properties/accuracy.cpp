// Elements against the exact sum, within the bound.
#include <algorithm>
#include <cstdio>

#include "suites/framework/text.h"
#include "suites/mma/element.h"
#include "suites/mma/property.h"

namespace ulpgate::mma {
namespace {

/// Exact sums are slow: of a large tile so many elements are judged, spread over it by the seed.
constexpr int most_elements = 256;

/// Rows and columns that have anything planted: where a shrunk case can fail.
bool is_empty(const MmaCase& c, int row, int column) {
  if (c.family != Family::zeros) return false;
  bool has_row = false, has_column = false;
  for (const Planted& p : c.planted) {
    if (p.matrix == Matrix::c && p.row == row && p.column == column) return false;
    has_row = has_row || (p.matrix == Matrix::a && p.row == row);
    has_column = has_column || (p.matrix == Matrix::b && p.column == column);
  }
  return !has_row || !has_column;
}

std::string expectation(const Format& d, const MmaValue& v, std::uint64_t nearest) {
  if (v.exact) return expected_text(d, nearest) + ", the exact sum";
  char text[96];
  std::snprintf(text, sizeof text, "expected %.9g +- %.3g", v.exact_value.to_double(), v.error);
  return text;
}

void judge_element(const Bench& bench, const MmaElement& element, int row, int column, std::uint64_t got,
                   CaseJudgement& j) {
  const Format& d = *bench.offer().d;
  const MmaValue v = bench.bound().evaluate(element);
  if (v.may_overflow) return;
  ++j.judged;
  bool right = false;
  std::optional<double> ratio;
  if (is_finite(d, got)) {
    const Exact error = (Exact::from_code(d, got) - v.exact_value).abs();
    right = v.exact ? error.is_zero() : error <= Exact::from_double(v.error);
    if (v.error > 0) ratio = error.to_double() / v.error;
  }
  if (ratio) j.error_over_bound = std::max(j.error_over_bound.value_or(0), *ratio);
  if (right) return;
  const std::uint64_t nearest = encode(d, v.exact_value, Rule{}).code;
  j.fail({.row = row,
          .column = column,
          .actual = got,
          .expected = nearest,
          .what = expectation(d, v, nearest),
          .error_over_bound = ratio});
}

}  // namespace

CaseJudgement judge_accuracy(const Bench& bench, const MmaCase& c) {
  const MmaInputs in = expand(bench.offer(), c);
  const MmaRun run = bench.run(in, c);
  if (auto problem = call_problem(run)) return *problem;
  const Elements elements(bench.offer(), in);
  const int n = bench.offer().shape.n, all = bench.offer().shape.m * n;
  const int stride = std::max(all / most_elements, 1);
  CaseJudgement j;
  for (int i = 0; i < all; ++i) {
    const int row = i / n, column = i % n;
    const bool sampled = c.family == Family::zeros
                             ? !is_empty(c, row, column)
                             : (i + row + static_cast<int>(c.seed % 1024)) % stride == 0;
    if (!sampled || !elements.finite(row, column)) continue;
    judge_element(bench, elements.at(row, column), row, column, run.d[static_cast<std::size_t>(i)], j);
  }
  return j;
}

}  // namespace ulpgate::mma
