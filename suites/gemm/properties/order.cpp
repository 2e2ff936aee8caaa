// Bit for bit the claimed chain of additions, where no instruction sums.
#include <cmath>

#include "reference/exact/exact.h"
#include "suites/framework/text.h"
#include "suites/gemm/property.h"

namespace ulpgate::gemm {
namespace {

enum class Products { exact, rounded };

double rounded(const Format& f, const Exact& x) { return to_double(f, encode(f, x, Rule{}).code); }

/// Whether float holds every number of a format.
bool is_within_fp32(const Format& f) {
  return f.precision() <= 24 && f.quantum_exponent() >= formats::fp32.quantum_exponent() &&
         to_double(f, max_finite_magnitude(f)) <=
             to_double(formats::fp32, max_finite_magnitude(formats::fp32));
}

/// One chain from +0. Doubles hold every value of every accumulator.
class Chain {
 public:
  Chain(const GemmArithmetic& arithmetic, Products products)
      : format_(*arithmetic.accumulator),
        exact_(products == Products::exact),
        is_double_(format_.name == formats::fp64.name),
        is_float_(format_.name == formats::fp32.name && is_within_fp32(arithmetic.multiplied_a()) &&
                  is_within_fp32(arithmetic.multiplied_b())) {}

  double add(double sum, double x, double y) const {
    if (is_double_) {
      if (exact_) return std::fma(x, y, sum);
      const double product = x * y;
      return sum + product;
    }
    if (is_float_) {
      const auto s = static_cast<float>(sum), a = static_cast<float>(x), b = static_cast<float>(y);
      if (exact_) return std::fma(a, b, s);
      const float product = a * b;
      return s + product;
    }
    const Exact product = Exact::from_double(x) * Exact::from_double(y);
    return rounded(format_, Exact::from_double(sum) +
                                (exact_ ? product : Exact::from_double(rounded(format_, product))));
  }

 private:
  const Format& format_;
  bool exact_, is_double_, is_float_;
};

/// Operands as they are multiplied; empty where one is not finite, or the claimed rounding of operands may
/// make either of two numbers of it.
std::vector<double> operands(const GemmOffer& o, const Format& f, const std::vector<std::uint64_t>& codes) {
  const Format* inputs = o.arithmetic.inputs;
  std::vector<double> out;
  for (const std::uint64_t code : codes) {
    double value = to_double(f, code);
    if (!std::isfinite(value)) return {};
    const double smallest = std::ldexp(1.0, inputs == nullptr ? f.min_exponent() : inputs->min_exponent());
    if (o.flushes_inputs && std::fabs(value) < smallest) value = 0;
    if (inputs != nullptr && rounded(*inputs, Exact::from_double(value)) != value) return {};
    out.push_back(value);
  }
  return out;
}

/// The same, but for the codes of NaN and the signs of zeros.
bool same(const Format& d, std::uint64_t got, std::uint64_t expected) {
  got &= ~Format::ones(d.padding_bits);
  if (is_nan(d, got) && is_nan(d, expected)) return true;
  return got == expected || (to_double(d, got) == 0 && to_double(d, expected) == 0);
}

}  // namespace

CaseJudgement judge_order(const Runner& runner, const GemmCase& c) {
  const GemmOffer& o = runner.offer();
  const GemmInputs inputs = expand(o, c);
  const GemmRun run = runner.run(c, inputs);
  if (auto problem = call_problem(run)) return *problem;
  const std::vector<double> a = operands(o, *o.a, inputs.a), b = operands(o, *o.b, inputs.b);
  if (a.size() != inputs.a.size() || b.size() != inputs.b.size()) return {};
  std::optional<CaseJudgement> nearest;
  // An implementation may do either, but the same for all elements.
  for (const Products products : {Products::exact, Products::rounded}) {
    const Chain chain(o.arithmetic, products);
    CaseJudgement j;
    j.judged = std::max<std::size_t>(run.d.size(), 1);
    for (std::size_t at = 0; at < run.d.size(); ++at) {
      const auto place = static_cast<std::int64_t>(at);
      const std::int64_t batch = place / (c.m * c.n), row = place / c.n % c.m, column = place % c.n;
      double sum = 0;
      for (std::int64_t k = 0; k < c.k; ++k)
        sum = chain.add(sum, a[static_cast<std::size_t>((batch * c.m + row) * c.k + k)],
                        b[static_cast<std::size_t>((batch * c.k + k) * c.n + column)]);
      const std::uint64_t expected = encode(*o.d, Exact::from_double(sum), o.rule).code;
      if (same(*o.d, run.d[at], expected) || j.failed++ > 0) continue;
      j.finding = Finding{
          batch,
          row,
          column,
          run.d[at],
          expected,
          std::nullopt,
          "a chain from k = 0 up" +
              std::string(products == Products::exact ? ", of exact products," : ", of rounded products,") +
              " is " + shown_text(*o.d, expected)};
    }
    if (j.failed == 0) return j;
    if (!nearest || j.failed < nearest->failed) nearest = std::move(j);
  }
  return *nearest;
}

}  // namespace ulpgate::gemm
