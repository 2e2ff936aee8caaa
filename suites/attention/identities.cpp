// What attention is, beside its values: parts make the whole, and a shift changes nothing.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "reference/formats/decode.h"
#include "suites/attention/properties.h"
#include "suites/framework/codes.h"
#include "suites/framework/random.h"

namespace ulpgate::attention {
namespace {

using rows::Element;
using rows::Finding;
using rows::Inputs;

/// Some columns of scores, with their rows of v, as a case of its own, in packed memory.
RowsCase part_of(const RowsOffer& o, const RowsCase& whole, const Inputs& in, std::int64_t first,
                 std::int64_t count) {
  RowsCase part = rows::plain_case(o, whole.outer, count, rows::Family::codes, whole.seed);
  part.d = whole.d;
  part.scale = whole.scale;
  part.codes.resize(in.size());
  for (std::int64_t row = 0; row < whole.outer; ++row) {
    const auto begin = in[0].begin() + row * whole.n + first;
    part.codes[0].insert(part.codes[0].end(), begin, begin + count);
  }
  const std::size_t v = o.place("v");
  part.codes[v].assign(in[v].begin() + first * whole.d, in[v].begin() + (first + count) * whole.d);
  return part;
}

/// What a part's o and lse are, and how far they may be from what they should be.
class Side {
 public:
  Side(const Runner& runner, const RowsCase& c)
      : o_(runner.offer()),
        case_(c),
        in_(rows::expand(o_, case_)),
        run_(runner.run(case_, in_)),
        judge_(runner.definition(), o_, case_, in_) {}
  Side(const Side&) = delete;
  Side& operator=(const Side&) = delete;

  const rows::RowsRun& run() const { return run_; }

  struct Number {
    double got = 0;
    double reach = 0;   ///< HUGE_VAL: anything
    bool none = false;  ///< of lse: infinite as it should be, so that o does not count
  };
  Number lse(std::int64_t row) const {
    return number({o_.place("lse"), row, 0, 0}, static_cast<std::size_t>(row));
  }
  Number o(std::int64_t row, std::int64_t column) const {
    return number({o_.output_place(), row, column, 0}, static_cast<std::size_t>(row * case_.d + column));
  }

 private:
  Number number(const Element& e, std::size_t place) const {
    const Format& f = *o_.formats[e.tensor];
    const RowValue v = judge_.value(e);
    const RowBound b = judge_.bound(e);
    Number n{.got = to_double(f, run_.outputs[e.tensor][place])};
    const double infinity = v.negative ? -HUGE_VAL : HUGE_VAL;
    n.none = v.number_class == NumberClass::infinity && !b.may_overflow && n.got == infinity;
    const bool finite = v.number_class == NumberClass::finite || v.number_class == NumberClass::zero;
    // Roundings of outputs to nearest: half an ulp at the larger of both.
    const double size = std::fabs(v.value.high) + b.error;
    const bool beyond = !(size < largest_value(f)) || b.may_overflow;
    n.reach = finite && !beyond ? b.error + v.value.radius + rounding_at(e.tensor, size) : HUGE_VAL;
    return n;
  }

  /// Half an ulp, an ulp where outputs are not rounded to nearest; all of what may be flushed.
  double rounding_at(std::size_t tensor, double size) const {
    const Format& f = *o_.formats[tensor];
    const int exponent = size == 0 ? f.min_exponent() : std::max(std::ilogb(size), f.min_exponent());
    const Rounding rounding = o_.rule_of(tensor).rounding;
    const bool nearest = rounding == Rounding::nearest_even || rounding == Rounding::nearest_away;
    const double ulp = std::ldexp(1.0, exponent - f.significand_bits);
    return std::max(nearest ? ulp / 2 : ulp,
                    o_.arithmetic.flushes_subnormals ? std::ldexp(1.0, f.min_exponent()) : 0);
  }

  const RowsOffer& o_;
  RowsCase case_;
  Inputs in_;
  rows::RowsRun run_;
  rows::CaseJudge judge_;
};

struct Mean {
  double value = 0;
  double reach = 0;  ///< how far from the exact whole
};

/// With w_p = e^lse_p over their sum, T = e^(reach of lse) - 1 and m the mean: weights off by T move it by
/// T / (1 - T) * sum w_p |o_p - m|, and the parts' own errors by their mean.
Mean mean_of(const std::array<Side::Number, 2>& lse, const std::array<Side::Number, 2>& o) {
  const double most = lse[0].none ? lse[1].got : lse[1].none ? lse[0].got : std::max(lse[0].got, lse[1].got);
  std::array<double, 2> w{};
  double sum = 0, off = 0;
  for (std::size_t p = 0; p < 2; ++p) {
    if (lse[p].none) continue;
    sum += w[p] = std::exp(lse[p].got - most);
    off = std::max(off, lse[p].reach);
  }
  Mean m;
  for (std::size_t p = 0; p < 2; ++p) m.value += lse[p].none ? 0 : w[p] / sum * o[p].got;
  double apart = 0, size = 0;
  for (std::size_t p = 0; p < 2; ++p) {
    if (lse[p].none) continue;
    apart += w[p] / sum * std::fabs(o[p].got - m.value);
    size += w[p] / sum * std::fabs(o[p].got);
    // Shares, too, are those of a lse that is off.
    m.reach += w[p] / sum * std::exp(2 * off) * o[p].reach;
  }
  const double t = std::expm1(off);
  if (!(t < 0.5)) return {m.value, HUGE_VAL};
  // What this arithmetic in double loses: fewer than 16 roundings and two exponentials of less than an ulp,
  // whose arguments are exact to half an ulp.
  const double between = lse[0].none || lse[1].none ? 0 : std::fabs(lse[0].got - lse[1].got);
  const double of_double = 0x1p-48 * (1 + between);
  m.reach += t / (1 - t) * apart + size * of_double;
  return m;
}

}  // namespace

CaseJudgement judge_cuts(const Runner& runner, const RowsCase& c) {
  const RowsOffer& o = runner.offer();
  const Inputs inputs = rows::expand(o, c);
  const rows::CaseJudge whole(runner.definition(), o, c, inputs);
  const CounterRandom random(c.seed, 81);
  CaseJudgement j;
  for (const std::int64_t cut :
       {c.n / 2, 1 + static_cast<std::int64_t>(
                         random.below(0, static_cast<std::uint64_t>(std::max<std::int64_t>(c.n - 1, 1))))}) {
    if (cut < 1 || cut >= c.n) continue;
    const Side left(runner, part_of(o, c, inputs, 0, cut)),
        right(runner, part_of(o, c, inputs, cut, c.n - cut));
    for (const Side* side : {&left, &right}) {
      if (auto problem = rows::call_problem(side->run())) return *problem;
    }
    for (std::int64_t row = 0; row < c.outer; ++row) {
      const std::array lse{left.lse(row), right.lse(row)};
      if (lse[0].none && lse[1].none) continue;
      for (std::int64_t column = 0; column < c.d; ++column) {
        const Element e{o.output_place(), row, column, 0};
        const RowValue exact = whole.value(e);
        if (exact.number_class != NumberClass::finite && exact.number_class != NumberClass::zero) continue;
        const Mean mean = mean_of(lse, {left.o(row, column), right.o(row, column)});
        ++j.judged;
        const double distance = std::fabs((mean.value - exact.value.high) - exact.value.low);
        if (mean.reach == HUGE_VAL || distance <= mean.reach + exact.value.radius) continue;
        if (j.failed++ > 0) continue;
        char text[160];
        std::snprintf(text, sizeof text, "which is what parts cut at %lld make; exact value %.9g, bound %.3g",
                      static_cast<long long>(cut), exact.value.high, mean.reach);
        const std::uint64_t right_code = nearest_code(o.output(), exact.value.high);
        j.finding = Finding{
            e, std::isnan(mean.value) ? alarming_code(o.output()) : nearest_code(o.output(), mean.value),
            right_code, std::nullopt, text};
      }
    }
  }
  j.judged = std::max<std::uint64_t>(j.judged, 1);
  return j;
}

CaseJudgement judge_shift(const Runner& runner, const RowsCase& c) {
  const RowsOffer& o = runner.offer();
  const Format& f = o.input();
  const Inputs inputs = rows::expand(o, c);
  const rows::RowsRun straight = runner.run(c, inputs);
  if (auto problem = rows::call_problem(straight)) return *problem;
  CaseJudgement total;
  const int bits = std::min({f.precision(), o.arithmetic.accumulator->precision(), 24});
  for (const int exponent : {bits - 2, bits / 2}) {
    const double shift = std::ldexp(1.0, exponent);
    Inputs moved = inputs;
    bool exact = true;
    for (std::uint64_t& code : moved[0]) {
      const double sum = to_double(f, code) + shift;
      code = nearest_code(f, sum);
      exact = exact && to_double(f, code) == sum && std::fabs(sum) < std::ldexp(1.0, bits) &&
              sum == std::floor(sum);
    }
    if (!exact) continue;
    rows::RowsRun run = runner.run(c, moved);
    if (auto problem = rows::call_problem(run)) return *problem;
    run.outputs[o.place("lse")] = straight.outputs[o.place("lse")];
    total.add(rows::compare_bits(o, c, straight, run,
                                 "with 2^" + std::to_string(exponent) + " added to each score"));
  }
  return total;
}

}  // namespace ulpgate::attention
