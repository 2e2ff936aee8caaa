// What changes places without changing results: elements of a tile, and products of a step.
#include <algorithm>
#include <numeric>

#include "reference/tensor_core/steps.h"
#include "suites/framework/random.h"
#include "suites/framework/text.h"
#include "suites/mma/property.h"

namespace ulpgate::mma {
namespace {

std::vector<int> shuffled(std::vector<int> items, const CounterRandom& random) {
  for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[random.below(i, i)]);
  return items;
}

/// The places 0, 1, ... in a random order.
std::vector<int> reordered(int count, std::uint64_t seed, std::uint64_t stream) {
  std::vector<int> places(static_cast<std::size_t>(count));
  std::iota(places.begin(), places.end(), 0);
  return shuffled(std::move(places), CounterRandom(seed, stream));
}

/// Row i of the result is row rows[i], column j is column columns[j].
std::vector<std::uint64_t> arranged(const std::vector<std::uint64_t>& codes, Extent extent,
                                    const std::vector<int>& rows, const std::vector<int>& columns) {
  std::vector<std::uint64_t> out(codes.size());
  for (int i = 0; i < extent.rows; ++i) {
    for (int j = 0; j < extent.columns; ++j) {
      const int row = rows.empty() ? i : rows[static_cast<std::size_t>(i)];
      const int column = columns.empty() ? j : columns[static_cast<std::size_t>(j)];
      out[place(i, extent.columns, j)] = codes[place(row, extent.columns, column)];
    }
  }
  return out;
}

MmaInputs arranged(const MmaOffer& o, const MmaInputs& in, const std::vector<int>& rows,
                   const std::vector<int>& columns, const std::vector<int>& k) {
  const auto of = [&](Matrix matrix, const std::vector<int>& r, const std::vector<int>& c) {
    return arranged(in.of(matrix), extent_of(o, matrix), r, c);
  };
  MmaInputs out;
  out.a = of(Matrix::a, rows, k);
  out.b = of(Matrix::b, k, columns);
  out.c = of(Matrix::c, rows, columns);
  if (o.scale == nullptr) return out;
  // Products stay within the block of their scale.
  out.a_scale = of(Matrix::a_scale, rows, {});
  out.b_scale = of(Matrix::b_scale, {}, columns);
  return out;
}

/// Elements of `second` must be those of `first` that `rows` and `columns` say.
void compare(const Bench& bench, const MmaRun& first, const MmaRun& second, const std::vector<int>& rows,
             const std::vector<int>& columns, const std::string& how, CaseJudgement& j) {
  const MmaOffer& o = bench.offer();
  const std::vector<std::uint64_t> expected = arranged(first.d, extent_of(o, Matrix::c), rows, columns);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ++j.judged;
    if (bench.same(expected[i], second.d[i])) continue;
    const int row = static_cast<int>(i) / o.shape.n, column = static_cast<int>(i) % o.shape.n;
    j.fail({.row = rows.empty() ? row : rows[static_cast<std::size_t>(row)],
            .column = columns.empty() ? column : columns[static_cast<std::size_t>(column)],
            .actual = second.d[i],
            .expected = expected[i],
            .what = how + ", there at row " + std::to_string(row) + ", column " + std::to_string(column) +
                    "; here it is " + shown_text(*o.d, expected[i])});
  }
}

}  // namespace

CaseJudgement judge_place(const Bench& bench, const MmaCase& c) {
  const MmaOffer& o = bench.offer();
  const MmaInputs in = expand(o, c);
  const std::vector<int> rows = reordered(o.shape.m, c.seed, 31), columns = reordered(o.shape.n, c.seed, 32);
  // One row and one column everywhere.
  const std::vector<int> one_row(rows.size(), rows.front()), one_column(columns.size(), columns.front());
  const MmaRun first = bench.run(in, c), moved = bench.run(arranged(o, in, rows, columns, {}), c),
               repeated = bench.run(arranged(o, in, one_row, one_column, {}), c);
  for (const MmaRun* run : {&first, &moved, &repeated}) {
    if (auto problem = call_problem(*run)) return *problem;
  }
  CaseJudgement j;
  compare(bench, first, moved, rows, columns, "with rows and columns in another order", j);
  compare(bench, first, repeated, one_row, one_column, "with its row and column everywhere", j);
  return j;
}

CaseJudgement judge_permute(const Bench& bench, const MmaCase& c) {
  const MmaOffer& o = bench.offer();
  const MmaInputs in = expand(o, c);
  std::vector<int> k(static_cast<std::size_t>(o.shape.k));
  std::iota(k.begin(), k.end(), 0);
  std::uint64_t stream = 33;
  for (const std::vector<int>& set : interchangeable(*o.entry, o.shape.k)) {
    const std::vector<int> order = shuffled(set, CounterRandom(c.seed, stream++));
    // A turn on top: a set of two would stay as it is every other time.
    for (std::size_t i = 0; i < set.size(); ++i)
      k[static_cast<std::size_t>(set[i])] = set.size() == 2 ? set[1 - i] : order[i];
  }
  const MmaRun first = bench.run(in, c), second = bench.run(arranged(o, in, {}, {}, k), c);
  for (const MmaRun* run : {&first, &second}) {
    if (auto problem = call_problem(*run)) return *problem;
  }
  CaseJudgement j;
  compare(bench, first, second, {}, {}, "with the products of a step in another order", j);
  return j;
}

}  // namespace ulpgate::mma
