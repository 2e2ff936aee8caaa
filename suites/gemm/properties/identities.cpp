// Properties that compare runs with each other: scaling, rows exchanged, other numbers of rows.
#include <cmath>

#include "reference/formats/encode.h"
#include "suites/framework/text.h"
#include "suites/gemm/property.h"
#include "suites/gemm/values.h"

namespace ulpgate::gemm {
namespace {

/// Twice a code, where that is exact, and the number that was rounded to it was normal; nullopt elsewhere.
/// The smallest normal number may have been a subnormal one.
std::optional<std::uint64_t> doubled(const Format& f, std::uint64_t code) {
  if (!f.is_floating() || !is_finite(f, code)) return std::nullopt;
  const double value = to_double(f, code);
  if (std::fabs(value) <= std::ldexp(1.0, f.min_exponent())) return std::nullopt;
  const double twice = 2 * value;
  if (std::fabs(twice) > to_double(f, max_finite_magnitude(f))) return std::nullopt;
  return nearest_code(f, twice);
}

std::vector<std::uint64_t> rows_of(const std::vector<std::uint64_t>& d, const GemmCase& c,
                                   std::int64_t rows) {
  std::vector<std::uint64_t> out;
  for (std::int64_t b = 0; b < c.batch; ++b) {
    const auto first = d.begin() + b * c.m * c.n;
    out.insert(out.end(), first, first + rows * c.n);
  }
  return out;
}

}  // namespace

CaseJudgement judge_scale(const Runner& runner, const GemmCase& c) {
  const GemmOffer& o = runner.offer();
  CaseJudgement j = judge_elements(runner, c, Which::all);
  if (j.reply || j.fails() || to_double(*o.alpha, c.beta) != 0 || !o.deterministic || o.integer() ||
      o.bias != nullptr)
    return j;
  const double twice_alpha = 2 * to_double(*o.alpha, c.alpha);
  GemmCase twice = c;
  twice.alpha = nearest_code(*o.alpha, twice_alpha);
  if (to_double(*o.alpha, twice.alpha) != twice_alpha) return j;
  const GemmInputs inputs = expand(o, c);
  const GemmRun one = runner.run(c, inputs), two = runner.run(twice, inputs);
  for (const GemmRun* run : {&one, &two}) {
    if (auto problem = call_problem(*run)) return *problem;
  }
  for (std::size_t i = 0; i < one.d.size(); ++i) {
    const auto expected = doubled(*o.d, one.d[i]);
    if (!expected) continue;
    ++j.judged;
    if (*expected == two.d[i] || j.failed++ > 0) continue;
    const auto at = static_cast<std::int64_t>(i);
    j.finding = Finding{at / (c.m * c.n),
                        at / c.n % c.m,
                        at % c.n,
                        two.d[i],
                        *expected,
                        std::nullopt,
                        "with alpha doubled; half of alpha gave " + shown_text(*o.d, one.d[i])};
  }
  return j;
}

CaseJudgement judge_permute(const Runner& runner, const GemmCase& c) {
  const GemmInputs inputs = expand(runner.offer(), c);
  const GemmRun straight = runner.run(c, inputs);
  if (auto problem = call_problem(straight)) return *problem;
  GemmInputs turned = inputs;
  const auto turn = [&](const std::vector<std::uint64_t>& from, std::vector<std::uint64_t>& to,
                        std::int64_t width) {
    for (std::int64_t b = 0; b < c.batch; ++b)
      for (std::int64_t i = 0; i < c.m; ++i)
        for (std::int64_t x = 0; x < width; ++x)
          to[static_cast<std::size_t>((b * c.m + c.m - 1 - i) * width + x)] =
              from[static_cast<std::size_t>((b * c.m + i) * width + x)];
  };
  turn(inputs.a, turned.a, c.k);
  turn(inputs.c, turned.c, c.n);
  const ScaleShape scales = scale_shape(runner.offer().a_block, c.m, c.k);
  if (runner.offer().a_scale != nullptr && scales.rows == c.m)
    turn(inputs.a_scale, turned.a_scale, scales.columns);
  GemmRun other = runner.run(c, turned);
  if (auto problem = call_problem(other)) return *problem;
  std::vector<std::uint64_t> back(other.d.size());
  turn(other.d, back, c.n);
  return compare_bits(*runner.offer().d, c, straight.d, back, "with the rows of A in reverse");
}

CaseJudgement judge_batch(const Runner& runner, const GemmCase& c) {
  const GemmInputs inputs = expand(runner.offer(), c);
  const GemmRun whole = runner.run(c, inputs);
  if (auto problem = call_problem(whole)) return *problem;
  CaseJudgement total;
  for (const std::int64_t rows : {std::int64_t{1}, std::int64_t{2}, c.m / 3, c.m - 1}) {
    if (rows < 1 || rows >= c.m) continue;
    GemmCase part = c;
    part.m = rows;
    const GemmRun run = runner.run(part, expand(runner.offer(), part));
    if (auto problem = call_problem(run)) return *problem;
    CaseJudgement j = compare_bits(*runner.offer().d, part, rows_of(whole.d, c, rows), run.d,
                                   "of a call with " + std::to_string(rows) + " row(s) alone");
    total.judged += j.judged;
    total.failed += j.failed;
    if (!total.finding) total.finding = j.finding;
  }
  return total;
}

}  // namespace ulpgate::gemm
