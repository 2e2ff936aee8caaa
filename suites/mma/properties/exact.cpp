// Sums that round nowhere, computed in double, which holds them and all their partial sums.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "reference/formats/decode.h"
#include "suites/framework/text.h"
#include "suites/mma/property.h"
#include "suites/mma/values.h"

namespace ulpgate::mma {
namespace {

constexpr int none = std::numeric_limits<int>::max() / 8;

/// A row of A or a column of B, with its scales applied.
struct Line {
  int quantum = none;   ///< every element is a multiple of 2^quantum
  int largest = -none;  ///< exponent, subnormal numbers as the smallest normal one, and of scales alone
  bool subnormals = false;
  bool finite = true;
};

class Lines {
 public:
  Lines(const Bench& bench, const MmaInputs& in, bool of_a)
      : o_(bench.offer()),
        flushes_(bench.bound().flushes_operands()),
        by_scales_(bench.bound().aligns_by_scales()) {
    const auto [m, n, k] = o_.shape;
    lines_.resize(static_cast<std::size_t>(of_a ? m : n));
    values_.resize(lines_.size() * static_cast<std::size_t>(k));
    for (int line = 0; line < static_cast<int>(lines_.size()); ++line) {
      for (int at = 0; at < k; ++at) add(in, of_a, line, at);
    }
  }

  const Line& line(int i) const { return lines_[static_cast<std::size_t>(i)]; }
  const double* values(int i) const { return &values_[place(i, o_.shape.k, 0)]; }

 private:
  void add(const MmaInputs& in, bool of_a, int line, int at) {
    const Format& f = of_a ? *o_.a : *o_.b;
    const auto [m, n, k] = o_.shape;
    Line& l = lines_[static_cast<std::size_t>(line)];
    const Unpacked u = unpack(f, of_a ? in.a[place(line, k, at)] : in.b[place(at, n, line)]);
    double factor = 1;
    if (o_.scale_block != 0) {
      const int block = at / o_.scale_block;
      const double scale = to_double(*o_.scale, of_a ? in.a_scale[place(line, o_.scale_columns(), block)]
                                                     : in.b_scale[place(block, n, line)]);
      l.finite = l.finite && std::isfinite(scale);
      factor = scale;
      if (by_scales_ && scale > 0 && std::isfinite(scale)) l.largest = std::max(l.largest, std::ilogb(scale));
    }
    l.finite = l.finite && u.number_class != NumberClass::infinity && u.number_class != NumberClass::nan;
    if (!l.finite || u.number_class != NumberClass::finite || factor == 0) return;
    double value = std::ldexp(static_cast<double>(u.significand), u.exponent);
    int exponent = std::ilogb(value), lowest = u.exponent + std::countr_zero(u.significand);
    if (f.is_floating() && exponent < f.min_exponent()) {
      l.subnormals = true;
      if (flushes_) return;
      exponent = f.min_exponent();
    }
    value *= u.negative ? -factor : factor;
    if (factor != 1) {
      const Unpacked s = unpack(formats::fp64, std::bit_cast<std::uint64_t>(factor));
      exponent += std::ilogb(factor) + 1;
      lowest += s.exponent + std::countr_zero(s.significand);
    }
    l.quantum = std::min(l.quantum, lowest);
    l.largest = std::max(l.largest, exponent);
    values_[place(line, k, at)] = value;
  }

  const MmaOffer& o_;
  bool flushes_, by_scales_;
  std::vector<Line> lines_;
  std::vector<double> values_;
};

/// The value, or the reason why none is demanded.
std::optional<double> exact_sum(const Bench& bench, const MmaBound& bound, const Lines& a, const Lines& b,
                                std::uint64_t c_code, int row, int column) {
  const Format& f = *bench.offer().c;
  const Line &x = a.line(row), &y = b.line(column);
  const Unpacked u = unpack(f, c_code);
  if (!x.finite || !y.finite || u.number_class == NumberClass::infinity || u.number_class == NumberClass::nan)
    return std::nullopt;
  MmaBound::Terms t{.quantum = none, .largest = -none};
  double sum = 0;
  const double *p = a.values(row), *q = b.values(column);
  for (int k = 0; k < bench.offer().shape.k; ++k) {
    sum += p[k] * q[k];
    t.magnitude += std::fabs(p[k] * q[k]);
  }
  if (t.magnitude != 0) {
    t.quantum = x.quantum + y.quantum;
    t.largest = x.largest + y.largest;
    t.has_subnormals = x.subnormals || y.subnormals;
  }
  if (u.number_class == NumberClass::finite) {
    double value = std::ldexp(static_cast<double>(u.significand), u.exponent);
    const bool subnormal = f.is_floating() && std::ilogb(value) < f.min_exponent();
    t.has_subnormals = t.has_subnormals || subnormal;
    if (subnormal && bound.flushes_accumulator()) value = 0;
    if (value != 0) t.quantum = std::min(t.quantum, u.exponent + std::countr_zero(u.significand));
    if (value != 0)
      t.largest = std::max({t.largest, std::ilogb(value), subnormal ? f.min_exponent() : -none});
    t.magnitude += value;
    sum += u.negative ? -value : value;
  }
  return bound.is_exact(t) ? std::optional(sum) : std::nullopt;
}

double value_of(const Format& d, std::uint64_t code) { return to_double(d, code); }

std::uint64_t code_of(const Format& d, double value) {
  if (d.kind == FormatKind::integer) return whole_code(d, static_cast<std::int64_t>(value), 0);
  if (value == 0) return 0;
  return encode(d, unpack(formats::fp64, std::bit_cast<std::uint64_t>(value)), Rule{}).code;
}

CaseJudgement judge_sums(const Bench& bench, const MmaBound& bound, const MmaCase& c) {
  const MmaInputs in = expand(bench.offer(), c);
  const MmaRun run = bench.run(in, c);
  if (auto problem = call_problem(run)) return *problem;
  const Lines a(bench, in, true), b(bench, in, false);
  const Format& d = *bench.offer().d;
  const auto [m, n, k] = bench.offer().shape;
  CaseJudgement j;
  for (int row = 0; row < m; ++row) {
    for (int column = 0; column < n; ++column) {
      const auto at = place(row, n, column);
      const auto sum = exact_sum(bench, bound, a, b, in.c[at], row, column);
      if (!sum) continue;
      ++j.judged;
      // Signs of zeros are not judged: a sum's zero has the sign that the order of summation gives it.
      if (value_of(d, run.d[at]) == *sum) continue;
      const std::uint64_t right = code_of(d, *sum);
      j.fail({.row = row,
              .column = column,
              .actual = run.d[at],
              .expected = right,
              .what = expected_text(d, right) + ", the exact sum"});
    }
  }
  return j;
}

}  // namespace

CaseJudgement judge_exact(const Bench& bench, const MmaCase& c) {
  return judge_sums(bench, bench.bound(), c);
}

CaseJudgement judge_subnormal(const Bench& bench, const MmaCase& c) {
  return judge_sums(bench, bench.bound_with_subnormals(), c);
}

}  // namespace ulpgate::mma
