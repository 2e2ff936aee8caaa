#include "suites/rows/judge.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "reference/exact/exact.h"
#include "reference/formats/decode.h"
#include "reference/formats/ulp.h"
#include "reference/oracles/rows/scaled_row.h"

namespace ulpgate::rows {
namespace {

constexpr int certain_bits = 100;

/// As many as decide, but none below the smallest double.
int bits_to_ask(const Enclosure& x) {
  const double size = std::fabs(x.high) + x.radius;
  const int above = std::isfinite(size) ? std::ilogb(size) + 1066 : certain_bits;
  return std::clamp(above, 1, certain_bits);
}

Acceptable special(const Format& f, const Rule& rule, const RowValue& v) {
  Unpacked u;
  u.number_class = v.number_class;
  u.negative = v.negative;
  const Expected e = encode(f, u, rule);
  Acceptable a;
  a.number_class = v.number_class;
  a.negative = v.negative;
  a.low = a.high = e.code;
  a.nan = e.any_nan;
  a.exact = true;
  return a;
}

Acceptable anything(const Format& f) {
  Acceptable a;
  a.low = max_finite_magnitude(f) | f.sign_mask();
  a.high = max_finite_magnitude(f);
  a.nan = a.infinity = true;
  a.error = HUGE_VAL;
  return a;
}

/// The codes that are right where nothing is allowed beside rounding: one, if the enclosure decides.
void accept_rounded(const Format& f, const Rule& rule, const Enclosure& x, Acceptable& a) {
  if (x.radius == 0 && x.low == 0) {
    const Expected e = encode(f, unpack(formats::fp64, std::bit_cast<std::uint64_t>(x.high)), rule);
    a.low = a.high = e.code;
    a.nan = e.any_nan;
    a.exact = true;
    return;
  }
  const Exact middle = Exact::from_double(x.high) + Exact::from_double(x.low);
  const Exact radius = Exact::from_double(x.radius);
  const Expected low = encode(f, middle - radius, rule), high = encode(f, middle + radius, rule);
  a.low = low.code;
  a.high = high.code;
  a.nan = low.any_nan || high.any_nan;
  a.exact = ordinal(f, a.low) == ordinal(f, a.high);
}

/// Ends that are sums of doubles, without the rounding that widened() adds: formats as fine as double see it.
void accept_around(const Format& f, const Rule& rule, const Enclosure& x, double error, Acceptable& a) {
  if (f.precision() < 53) return accept_between(f, rule, widened(x, error), a);
  const Exact middle = Exact::from_double(x.high) + Exact::from_double(x.low);
  const Exact reach = Exact::from_double(x.radius) + Exact::from_double(error);
  a.low = encode(f, middle - reach, rule).code;
  a.high = encode(f, middle + reach, rule).code;
}

/// Whole or in part: what may be flushed may be zero, or what it is without.
void accept_flushed(const Format& f, Acceptable& a) {
  const auto subnormal_or_zero = [&](std::uint64_t code) {
    return (code & f.magnitude_mask() & ~f.significand_mask()) == 0;
  };
  const auto negative = [&](std::uint64_t code) { return (code & f.sign_mask()) != 0; };
  if (subnormal_or_zero(a.low) && !negative(a.low)) a.low = 0;
  if (subnormal_or_zero(a.high) && negative(a.high)) a.high = 0;
}

}  // namespace

std::unique_ptr<RowOracle> with_output_scale(const RowsOffer& o, const RowsCase& c,
                                             std::unique_ptr<RowOracle> oracle) {
  if (!o.scale_y) return oracle;
  return scaled_row(std::move(oracle), to_double(formats::fp32, c.scale_y), o.arithmetic);
}

RowPlace place_in_row(const RowsOffer& o, const RowsCase& c, const Element& at) {
  const auto shape = shape_of(o, c, at.tensor);
  if (!has_groups(o)) return {at.outer, at.inner, shape[1] > 1 ? at.i : 0};
  if (o.operation->tensors[at.tensor].extents == Extents::groups) return {at.outer, at.i, 0};
  const std::int64_t channels = c.n / groups_of(o, c);
  return {at.outer, at.i / channels, at.i % channels * c.inner + at.inner};
}

Element element_in_row(const RowsOffer& o, const RowsCase& c, std::size_t tensor, const RowPlace& at) {
  if (!has_groups(o)) return {tensor, at.outer, at.i, at.inner};
  const std::int64_t channels = c.n / groups_of(o, c);
  return {tensor, at.outer, at.inner * channels + at.i / c.inner, at.i % c.inner};
}

CaseJudge::CaseJudge(const Definition& definition, const RowsOffer& offer, const RowsCase& c,
                     const Inputs& inputs)
    : definition_(definition), o_(offer), c_(c), in_(inputs) {}

PartOf CaseJudge::part_of(std::size_t tensor) const {
  if (definition_.row == nullptr) return PartOf::whole;
  return o_.operation->tensors[tensor].extents == Extents::row ? PartOf::column : PartOf::row;
}

std::array<CaseJudge::Span, 3> CaseJudge::places(PartOf kind, std::size_t t, std::int64_t a,
                                                 std::int64_t b) const {
  const auto shape = shape_of(o_, c_, t);
  std::array<Span, 3> all{Span{0, shape[0]}, Span{0, shape[1]}, Span{0, shape[2]}};
  const Extents extents = o_.operation->tensors[t].extents;
  if (kind == PartOf::whole || extents == Extents::values) return all;
  const bool of_row = kind == PartOf::row;
  if (of_row && extents != Extents::row && shape[0] == c_.outer) all[0] = {a, 1};
  if (!of_row && extents != Extents::column) all[1] = {a, 1};
  if (!has_groups(o_)) {
    if (shape[2] > 1) all[2] = {b, 1};
    return all;
  }
  const std::int64_t channels = c_.n / groups_of(o_, c_);
  if (of_row) all[1] = {b * channels, channels};
  if (extents == Extents::groups) all[1] = {of_row ? b : a / channels, 1};
  return all;
}

Part CaseJudge::part(PartOf kind, std::int64_t a, std::int64_t b) const {
  Part p{kind == PartOf::row ? a : 0, kind == PartOf::row ? b : 0, {}};
  p.values.resize(o_.formats.size());
  for (std::size_t t = 0; t < o_.formats.size(); ++t) {
    if (o_.formats[t] == nullptr || o_.operation->tensors[t].output) continue;
    const auto shape = shape_of(o_, c_, t);
    std::vector<double>& values = p.values[t];
    const Format& f = *o_.formats[t];
    const auto take = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
      const std::uint64_t code = in_[t][static_cast<std::size_t>((x * shape[1] + y) * shape[2] + z)];
      values.push_back(f.kind == FormatKind::integer && f.width() == 64
                           ? static_cast<double>(static_cast<std::int64_t>(code))
                           : to_double(f, code));
    };
    const auto [xs, ys, zs] = places(kind, t, a, b);
    for (std::int64_t x = xs.first; x < xs.first + xs.count; ++x)
      for (std::int64_t y = ys.first; y < ys.first + ys.count; ++y)
        for (std::int64_t z = zs.first; z < zs.first + zs.count; ++z) take(x, y, z);
  }
  return p;
}

CaseJudge::Asked CaseJudge::ask(const Element& at) const {
  const PartOf kind = part_of(at.tensor);
  std::pair<std::int64_t, std::int64_t> which{0, 0};
  const RowPlace in_row = place_in_row(o_, c_, at);
  if (kind == PartOf::row) which = {in_row.outer, in_row.inner};
  if (kind == PartOf::column) which = {at.i, 0};
  auto& [of, kept] = kept_[kind];
  if (kept.oracle == nullptr || of != which) {
    of = which;
    kept.oracle.reset();
    kept.part = part(kind, which.first, which.second);
    const Oracle make = kind == PartOf::row      ? definition_.row
                        : kind == PartOf::column ? definition_.column
                                                 : definition_.whole;
    kept.oracle = make(o_, c_, kept.part);
  }
  int output = 0;
  for (std::size_t t = 0; t < at.tensor; ++t) output += o_.operation->tensors[t].output ? 1 : 0;
  const auto shape = shape_of(o_, c_, at.tensor);
  if (kind == PartOf::whole) return {kept.oracle.get(), output, at.outer * shape[1] + at.i};
  return {kept.oracle.get(), output, kind == PartOf::row ? in_row.i : 0};
}

RowValue CaseJudge::value(const Element& at) const {
  const Asked a = ask(at);
  return a.oracle->value(a.output, a.i);
}

RowBound CaseJudge::bound(const Element& at) const {
  const Asked a = ask(at);
  return a.oracle->bound(a.output, a.i);
}

const Part& CaseJudge::inputs_of(const Element& at) const {
  ask(at);
  return kept_.at(part_of(at.tensor)).second.part;
}

namespace {

/// A whole number, which rounds nowhere.
Acceptable whole_number(const Format& f, const Enclosure& x) {
  Acceptable a;
  a.exact = true;
  a.value = x;
  a.low = a.high = static_cast<std::uint64_t>(static_cast<std::int64_t>(x.high)) & f.code_mask();
  return a;
}

/// Of a finite value.
Acceptable accept(const RowsOffer& o, std::size_t tensor, const Enclosure& x, const RowBound& bound) {
  const Format& f = *o.formats[tensor];
  if (std::isinf(x.radius)) return anything(f);
  Rule rule = o.rule_of(tensor);
  Acceptable a;
  a.error = bound.error;
  a.value = x;
  a.negative = x.high < 0;
  const auto around = [&] {
    if (bound.error == 0) {
      accept_rounded(f, rule, x, a);
    } else {
      accept_around(f, rule, x, bound.error, a);
    }
  };
  around();
  if (o.arithmetic.flushes_subnormals) {
    rule.subnormals = Subnormals::kept;
    around();
    accept_flushed(f, a);
    a.exact = a.exact && a.low == a.high;
  }
  a.nan = a.nan || bound.may_overflow;
  a.infinity = a.infinity || bound.may_overflow;
  return a;
}

/// Of a code that is accepted where the value is only known to lie in the enclosure: whether it is right
/// wherever the value lies. Where this is not sure, the enclosure is narrowed (Ziv's strategy: see refine.h)
/// to 2^-100 of the value, and what that leaves open is accepted. With x the middle, r the radius and e the
/// bound, the value v lies in [x - r, x + r], and every rounding of a number in [v - e, v + e] is right:
///   a code alone, to which both ends of [x - r - e, x + r + e] are rounded, is, since rounding is monotone;
///   a number of the format with |c - x| <= e - r is its own rounding, and in [v - e, v + e];
///   so is what [x - (e - r), x + (e - r)] is rounded to.
/// Ends are rounded outwards: accepted is what e + 2^-51 of the larger of |x| and e allows (enclosure.h).
bool is_surely_accepted(const RowsOffer& o, std::size_t tensor, const Enclosure& x, const RowBound& bound,
                        const Acceptable& outer, std::uint64_t code) {
  const Format& f = *o.formats[tensor];
  // Nothing is narrower than what doubles tell apart: a unit of 2^-1074 or two.
  if (x.radius <= 0x1p-1073) return true;
  if (outer.low == outer.high && !outer.nan && !outer.infinity) return true;
  if (!(x.radius < bound.error)) return false;
  const bool keeps = !o.arithmetic.flushes_subnormals && o.rule_of(tensor).subnormals == Subnormals::kept;
  if (keeps && f.is_floating() && is_finite(f, code)) {
    const double distance = std::fabs(to_double(f, code) - x.high) + std::fabs(x.low) + x.radius;
    if (distance * (1 + 0x1p-50) <= bound.error) return true;
  }
  const RowBound less{bound.error - x.radius, bound.may_overflow};
  return judge_element(f, accept(o, tensor, {x.high, x.low, 0}, less), code).accepted;
}

}  // namespace

Acceptable CaseJudge::acceptable(const Element& at, std::uint64_t code) const {
  const Asked asked = ask(at);
  const Format& f = *o_.formats[at.tensor];
  const RowValue v = asked.oracle->value(asked.output, asked.i);
  if (f.kind == FormatKind::integer) return whole_number(f, v.value);
  const RowBound bound = asked.oracle->bound(asked.output, asked.i);
  const bool special_value = v.number_class == NumberClass::nan || v.number_class == NumberClass::infinity;
  if (std::isinf(bound.error)) {
    Acceptable a = anything(f);
    if (!special_value) a.value = v.value;
    return a;
  }
  if (special_value) {
    Acceptable a = special(f, o_.rule_of(at.tensor), v);
    if (bound.may_overflow) a.nan = a.infinity = true;
    return a;
  }
  if (v.has_sign && v.number_class == NumberClass::zero && bound.error == 0) {
    Acceptable a;
    a.exact = a.signed_zero = true;
    a.negative = v.negative;
    a.low = a.high = v.negative ? f.sign_mask() : 0;
    return a;
  }
  const Acceptable outer = accept(o_, at.tensor, v.value, bound);
  // They are at least what is right, wherever in its enclosure the value lies, so what is not among them is
  // wrong.
  if (outer.exact || !judge_element(f, outer, code).accepted) return outer;
  if (is_surely_accepted(o_, at.tensor, v.value, bound, outer, code)) return outer;
  const Enclosure refined = asked.oracle->refined(asked.output, asked.i, bits_to_ask(v.value)).value;
  return accept(o_, at.tensor, refined, bound);
}

}  // namespace ulpgate::rows
