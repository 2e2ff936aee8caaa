#include "suites/gemm/judge.h"

#include <bit>
#include <cmath>
#include <cstdio>
#include <limits>

#include "reference/formats/text.h"
#include "reference/formats/ulp.h"
#include "reference/oracles/convert.h"
#include "reference/oracles/gemm_value.h"
#include "suites/framework/text.h"

namespace ulpgate::gemm {
namespace {

std::vector<std::byte> stored(const Format& f, const std::vector<std::uint64_t>& codes) {
  std::vector<std::byte> bytes(codes.size() * f.bytes() + 8);
  for (std::size_t i = 0; i < codes.size(); ++i) store_element(f, bytes.data(), i, codes[i]);
  return bytes;
}

MatrixView dense_view(const Format& f, const std::vector<std::byte>& bytes, std::int64_t rows,
                      std::int64_t columns) {
  return {&f, bytes.data(), rows * columns, columns, 1};
}

Unpacked unpacked(double x) { return unpack(formats::fp64, std::bit_cast<std::uint64_t>(x)); }

bool is_power_of_two(double x) {
  int exponent = 0;
  return x != 0 && std::isfinite(x) && std::fabs(std::frexp(x, &exponent)) == 0.5;
}

int quantum_of(double x) {
  int exponent = 0;
  const double fraction = std::frexp(x, &exponent);
  const auto bits = static_cast<std::uint64_t>(std::ldexp(std::fabs(fraction), 53));
  return exponent - 53 + std::countr_zero(bits);
}

}  // namespace

struct CaseJudge::State {
  State(const GemmOffer& offer, const GemmCase& the_case, const GemmInputs& inputs, unsigned threads)
      : o(offer),
        c(the_case),
        in(inputs),
        a(stored(*o.a, in.a)),
        b(stored(*o.b, in.b)),
        a_scale(o.a_scale == nullptr ? std::vector<std::byte>() : stored(*o.a_scale, in.a_scale)),
        b_scale(o.b_scale == nullptr ? std::vector<std::byte>() : stored(*o.b_scale, in.b_scale)),
        terms(o, c, in),
        sums(exact_products(problem(), {.threads = threads})),
        alpha(to_double(*o.alpha, c.alpha)),
        beta(to_double(*o.alpha, c.beta)) {}

  ProductProblem problem() const {
    ProductProblem p;
    p.batch = c.batch;
    p.m = c.m;
    p.n = c.n;
    p.k = c.k;
    p.a = dense_view(*o.a, a, c.m, c.k);
    p.b = dense_view(*o.b, b, c.k, c.n);
    p.zero_annihilates = o.skips_zero_products;
    p.flush_subnormals = o.flushes_inputs;
    const auto scale = [](const Format* f, const std::vector<std::byte>& bytes, const ScaleBlock& block,
                          std::int64_t rows, std::int64_t columns) -> std::optional<ScaleView> {
      if (f == nullptr) return std::nullopt;
      const ScaleShape shape = scale_shape(block, rows, columns);
      return ScaleView{dense_view(*f, bytes, shape.rows, shape.columns),
                       block.rows == 0 ? std::max<std::int64_t>(rows, 1) : block.rows,
                       block.columns == 0 ? std::max<std::int64_t>(columns, 1) : block.columns};
    };
    p.a_scale = scale(o.a_scale, a_scale, o.a_block, c.m, c.k);
    p.b_scale = scale(o.b_scale, b_scale, o.b_block, c.k, c.n);
    return p;
  }

  /// Whether A and B count at all.
  bool ignores_product() const { return c.k == 0 || (alpha == 0 && o.skips_alpha_zero); }

  const GemmOffer& o;
  const GemmCase& c;
  const GemmInputs& in;
  std::vector<std::byte> a, b, a_scale, b_scale;
  ElementTerms terms;
  ProductSums sums;
  double alpha, beta;
};

CaseJudge::CaseJudge(const GemmOffer& offer, const GemmCase& c, const GemmInputs& inputs, unsigned threads)
    : state_(std::make_unique<State>(offer, c, inputs, threads)) {}
CaseJudge::~CaseJudge() = default;

namespace {

/// Sums of a product term, beta c and bias that are not all finite.
struct Special {
  bool nan = false, positive = false, negative = false;
  void add(double x) {
    nan = nan || std::isnan(x);
    positive = positive || x == std::numeric_limits<double>::infinity();
    negative = negative || x == -std::numeric_limits<double>::infinity();
  }
  bool any() const { return nan || positive || negative; }
  bool is_nan() const { return nan || (positive && negative); }
};

double as_double(SumClass k) {
  const double infinity = std::numeric_limits<double>::infinity();
  switch (k) {
    case SumClass::positive_infinity:
      return infinity;
    case SumClass::negative_infinity:
      return -infinity;
    case SumClass::nan:
      return std::numeric_limits<double>::quiet_NaN();
    case SumClass::finite:
      break;
  }
  return 1;  // any finite number: alpha decides
}

Acceptable special(const GemmOffer& o, const Special& s) {
  Acceptable a;
  a.number_class = s.is_nan() ? NumberClass::nan : NumberClass::infinity;
  a.negative = s.negative && !s.is_nan();
  Unpacked u;
  u.number_class = a.number_class;
  u.negative = a.negative;
  const Expected e = encode(*o.d, u, o.rule);
  a.low = a.high = e.code;
  a.nan = e.any_nan;
  // A NaN that arises in a sum has no input's sign.
  a.nan_of_either_sign = is_nan(*o.d, e.code) && o.rule.nan == NanRule::code_signed;
  a.exact = true;
  return a;
}

/// int32, modulo 2^32.
Acceptable integer(const Exact& x) {
  using Integer = Exact::Integer;
  Integer value = x.significand() << std::max(x.exponent(), 0);
  value &= 0xFFFFFFFFu;
  auto code = static_cast<std::uint64_t>(value);
  if (x.negative()) code = (~code + 1) & 0xFFFFFFFFu;
  Acceptable a;
  a.exact = true;
  a.low = a.high = code;
  a.value.high = x.to_double();
  return a;
}

}  // namespace

Acceptable CaseJudge::acceptable(std::int64_t batch, std::int64_t row, std::int64_t column) const {
  const State& s = *state_;
  const GemmOffer& o = s.o;
  const auto at = static_cast<std::size_t>((batch * s.c.m + row) * s.c.n + column);
  Epilogue epilogue{.alpha = s.alpha, .beta = s.beta};
  epilogue.c = s.beta == 0 ? 0 : to_double(*o.c, s.in.c[at]);
  epilogue.bias = o.bias == nullptr ? 0 : to_double(*o.bias, s.in.bias[static_cast<std::size_t>(column)]);
  const bool ignored = s.ignores_product();
  const SumClass sum_class = ignored ? SumClass::finite : s.sums.sum_class(batch, row, column);
  Special specials;
  if (!ignored) specials.add(s.alpha * as_double(sum_class));
  if (s.beta != 0) specials.add(s.beta * epilogue.c);
  specials.add(epilogue.bias);
  if (specials.any()) return special(o, specials);

  if (o.integer()) {
    const Exact sum = ignored ? Exact() : s.sums.exact(batch, row, column);
    return integer(gemm_value(sum, epilogue));
  }
  GemmTerms t = s.terms.terms(batch, row, column, ignored ? 0 : s.sums.magnitude(batch, row, column));
  if (ignored) t.k = 0;
  t.alpha = std::fabs(s.alpha);
  t.adds_c = s.beta != 0;
  t.addend = std::fabs(s.beta * epilogue.c) * (1 + 0x1p-50);
  t.addend_is_exact = s.beta == 0 || is_power_of_two(s.beta);
  if (t.addend != 0) t.addend_quantum = quantum_of(epilogue.c) + quantum_of(s.beta);
  t.adds_bias = o.bias != nullptr;
  t.bias = std::fabs(epilogue.bias);
  if (t.bias != 0) t.bias_quantum = quantum_of(epilogue.bias);
  std::vector<ChainBlock> blocks;
  if (!ignored) s.terms.blocks(batch, row, column, blocks);
  const GemmBound bound = gemm_bound(o.arithmetic, t, blocks);

  Acceptable a;
  a.error = bound.error;
  const Enclosure sum = ignored ? Enclosure{} : s.sums.sum(batch, row, column);
  const bool beyond = !std::isfinite(sum.radius);
  if (!beyond) a.value = gemm_value(sum, epilogue);
  const bool certain = !beyond && a.value.radius == 0 && a.value.low == 0;
  if (bound.error == 0 && !certain) {
    // One value alone is right, and double does not hold it.
    const Exact x = gemm_value(ignored ? Exact() : s.sums.exact(batch, row, column), epilogue);
    const Expected e = encode(*o.d, x, o.rule);
    a.low = a.high = e.code;
    a.nan = e.any_nan;
    a.exact = true;
    a.value.high = x.to_double();
  } else if (beyond || !std::isfinite(bound.error)) {
    a.low = max_finite_magnitude(*o.d) | o.d->sign_mask();
    a.high = max_finite_magnitude(*o.d);
    a.nan = a.infinity = true;
    a.error = std::numeric_limits<double>::infinity();
  } else if (bound.error == 0) {
    const Expected e = encode(*o.d, unpacked(a.value.high), o.rule);
    a.low = a.high = e.code;
    a.nan = e.any_nan;
    a.exact = true;
  } else {
    accept_between(*o.d, o.rule, widened(a.value, bound.error), a);
  }
  a.negative = a.value.high < 0;
  a.nan = a.nan || bound.may_overflow;
  a.infinity = a.infinity || bound.may_overflow;
  return a;
}

ElementVerdict CaseJudge::judge(const Acceptable& a, std::uint64_t code) const {
  return judge_element(*state_->o.d, a, code);
}

std::string CaseJudge::explain(const Acceptable& a) const { return explain_element(*state_->o.d, a); }

}  // namespace ulpgate::gemm
