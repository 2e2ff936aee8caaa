// A search for inputs that drive the error to its bound: rows of A and columns of B are changed at random,
// and what brings some element nearer to its bound is kept.
#include <cmath>

#include "suites/gemm/judge_row.h"
#include "suites/gemm/property.h"
#include "suites/gemm/values.h"

namespace ulpgate::gemm {
namespace {

constexpr std::int64_t lines = 8;  // rows and columns that are tried together

using Line = std::vector<std::uint64_t>;

/// One row of A against one column of B.
struct Pair {
  Line row, column;
  double ratio = 0;
};

class Search {
 public:
  Search(const Runner& runner, std::uint64_t seed) : runner_(runner), random_(seed, 31) {}

  /// Judges every row against every column; keeps the best pair.
  void evaluate(const std::vector<Line>& rows, const std::vector<Line>& columns, Pair& best) {
    GemmCase c = case_of(rows, columns);
    const ScopedSubject subject([&] { return subject_of(runner_.offer(), c); });
    const GemmInputs inputs = expand(runner_.offer(), c);
    const GemmRun run = runner_.run(c, inputs);
    if (run.reply.status != Status::ok) {
      total_.reply = run.reply;
      return;
    }
    const CaseJudge judge(runner_.offer(), c, inputs);
    for (std::int64_t i = 0; i < c.m; ++i) {
      for (std::int64_t n = 0; n < c.n; ++n) {
        const std::uint64_t code = run.d[static_cast<std::size_t>(i * c.n + n)];
        const Acceptable acceptable = judge.acceptable(0, i, n);
        const ElementVerdict v = judge.judge(acceptable, code);
        ++total_.judged;
        total_.statistics.add(v);
        if (!v.accepted && total_.failed++ == 0) {
          total_.finding =
              Finding{0, i, n, code, acceptable.low, v.error_over_bound, judge.explain(acceptable)};
          failing_ = c;
        }
        // What rounds nowhere, or may be anything, says nothing of a bound.
        if (!v.error_over_bound || acceptable.exact || acceptable.infinity) continue;
        if (*v.error_over_bound <= best.ratio) continue;
        best = {rows[static_cast<std::size_t>(i)], columns[static_cast<std::size_t>(n)], *v.error_over_bound};
      }
    }
  }

  Line changed(const Format& f, const Line& line) {
    Line out = line;
    const std::uint64_t changes = 1 + random_.below(next_++, 3);
    for (std::uint64_t i = 0; i < changes; ++i) {
      const std::uint64_t at = random_.below(next_++, out.size());
      out[at] = changed(f, out[at], out[random_.below(next_++, out.size())]);
    }
    return out;
  }

  GemmCase case_of(const std::vector<Line>& rows, const std::vector<Line>& columns) const {
    const GemmOffer& o = runner_.offer();
    GemmCase c;
    c.family = Family::codes;
    c.m = static_cast<std::int64_t>(rows.size());
    c.n = static_cast<std::int64_t>(columns.size());
    c.k = static_cast<std::int64_t>(rows[0].size());
    c.alpha = nearest_code(*o.alpha, 1);
    for (const Line& row : rows) c.a_codes.insert(c.a_codes.end(), row.begin(), row.end());
    for (std::size_t k = 0; k < rows[0].size(); ++k)
      for (const Line& column : columns) c.b_codes.push_back(column[k]);
    c.c_codes.assign(static_cast<std::size_t>(c.m * c.n), 0);
    return c;
  }

  CaseJudgement& total() { return total_; }
  const std::optional<GemmCase>& failing() const { return failing_; }

 private:
  std::uint64_t changed(const Format& f, std::uint64_t code, std::uint64_t other) {
    const std::uint64_t word = random_.word64(next_++);
    switch (word % 6) {
      case 0:  // another significand
        code = (code & ~f.significand_mask()) | ((word >> 8 << f.padding_bits) & f.significand_mask());
        break;
      case 1:  // all ones, or all zeros
        code = (word >> 8 & 1) != 0 ? code | f.significand_mask() : code & ~f.significand_mask();
        break;
      case 2:  // a neighbouring exponent
        code += ((word >> 8 & 1) != 0 ? f.code_step() : -f.code_step()) << f.significand_bits;
        break;
      case 3:
        code = other;
        break;
      case 4:
        code ^= f.sign_mask();
        break;
      default:  // one significand bit
        code ^= f.code_step() << (word >> 8) % static_cast<std::uint64_t>(std::max(f.significand_bits, 1));
        break;
    }
    code &= f.code_mask();
    return is_finite(f, code) ? code : other;
  }

  const Runner& runner_;
  CounterRandom random_;
  std::uint64_t next_ = 0;
  CaseJudgement total_;
  std::optional<GemmCase> failing_;
};

/// One large product before small ones that lie `depth` binades below it, with all significand bits set.
std::pair<Line, Line> large_and_small(const GemmOffer& o, std::int64_t k, int depth) {
  const auto line = [&](const Format& f, int exponent) {
    const double full = 2 - std::ldexp(1.0, -f.significand_bits);
    Line out(static_cast<std::size_t>(k), nearest_code(f, std::ldexp(full, exponent)));
    out[0] = nearest_code(f, 1);
    return out;
  };
  return {line(*o.a, -depth / 2 - 1), line(*o.b, -(depth - depth / 2) - 1)};
}

}  // namespace

CaseJudgement search_tightness(const Runner& runner, Tier tier, std::uint64_t seed, GemmCase& best_case) {
  const GemmOffer& o = runner.offer();
  Search search(runner, seed);
  const int rounds = tier == Tier::smoke ? 20 : tier == Tier::standard ? 120 : 4000;
  Pair best;
  const std::int64_t step = o.arithmetic.instruction ? o.arithmetic.instruction->products : 4;
  for (const std::int64_t k : {std::max<std::int64_t>(step, 2), 2 * step}) {
    Pair here;
    std::vector<Line> rows, columns;
    for (int depth = 4; depth < 34; depth += 2) {
      const auto [row, column] = large_and_small(o, k, depth);
      search.evaluate({row}, {column}, here);
    }
    for (const Family family : {Family::uniform, Family::positive, Family::order_revealing, Family::wide}) {
      GemmCase c;
      c.m = c.n = lines;
      c.k = k;
      c.family = family;
      c.seed = seed;
      const GemmInputs in = expand(o, c);
      rows.clear();
      columns.assign(lines, {});
      for (std::int64_t i = 0; i < lines; ++i)
        rows.emplace_back(in.a.begin() + i * k, in.a.begin() + (i + 1) * k);
      for (std::int64_t p = 0; p < k; ++p)
        for (std::int64_t n = 0; n < lines; ++n)
          columns[static_cast<std::size_t>(n)].push_back(in.b[static_cast<std::size_t>(p * lines + n)]);
      search.evaluate(rows, columns, here);
    }
    for (int round = 0; round < rounds && here.ratio > 0 && !search.total().reply; ++round) {
      rows.assign(1, here.row);
      columns.assign(1, here.column);
      while (rows.size() < lines) rows.push_back(search.changed(*o.a, here.row));
      while (columns.size() < lines) columns.push_back(search.changed(*o.b, here.column));
      search.evaluate(rows, columns, here);
    }
    if (here.ratio > best.ratio) best = here;
  }
  if (!best.row.empty()) best_case = search.case_of({best.row}, {best.column});
  if (search.failing()) best_case = *search.failing();
  search.total().statistics.max_error_over_bound = best.ratio;
  return search.total();
}

}  // namespace ulpgate::gemm
