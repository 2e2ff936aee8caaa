#include "reference/bounds/mma.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/bounds/gemm.h"
#include "reference/exact/power_of_two.h"
#include "reference/formats/decode.h"
#include "reference/tensor_core/steps.h"

namespace ulpgate {
namespace {

constexpr double upward = 1 + 0x1p-40;
constexpr int no_exponent = std::numeric_limits<int>::min() / 4;

double largest_finite(const Format& f) {
  return f.kind == FormatKind::integer ? std::ldexp(1.0, f.significand_bits) - 1
                                       : to_double(f, max_finite_magnitude(f));
}

/// An operand, as alignment sees it.
struct Seen {
  Unpacked value;
  double size = 0;
  int exponent = no_exponent;  ///< of its leading bit, or the smallest normal one
  bool subnormal = false;

  Seen(const Format& f, std::uint64_t code, bool flushes) : value(unpack(f, code)) {
    if (value.number_class != NumberClass::finite) return;
    size = std::ldexp(static_cast<double>(value.significand), value.exponent);
    exponent = std::ilogb(size);
    if (!f.is_floating() || exponent >= f.min_exponent()) return;
    subnormal = true;
    exponent = f.min_exponent();
    if (!flushes) return;
    value = Unpacked{.number_class = NumberClass::zero, .negative = value.negative};
    size = 0;
  }
  bool is_zero() const { return size == 0; }
};

/// f of the entry.
int result_bits(const ProfileEntry& entry) {
  const Algorithm algorithm = entry.arithmetic.algorithm;
  const bool cuts = algorithm == Algorithm::fused_sum || algorithm == Algorithm::grouped_scaled_sum;
  return cuts ? entry.arithmetic.output_fraction_bits : entry.output->significand_bits;
}

}  // namespace

struct MmaBound::Gathered {
  Exact sum;
  std::vector<ChainBlock> blocks;
  double accumulator = 0;
  double magnitude = 0;
  double excess = 0;
  double unspecified = 0;
  int largest = no_exponent;  ///< exponent that terms are aligned by
  int quantum = std::numeric_limits<int>::max() / 4;

  void add(const Exact& term) {
    if (!term.is_zero()) quantum = std::min(quantum, term.exponent());
    sum += term;
  }
};

int promised_precision(const Format& a, const Format& b, const Format& c, const Format& d) {
  const bool narrow = std::max(a.width(), b.width()) <= 8;
  const bool half = c.name == formats::fp16.name && d.name == formats::fp16.name;
  int bits = 24;
  if (d.storage_bits == 64 && a.storage_bits == 64 && b.storage_bits == 64) bits = 53;
  if (narrow || half) bits = 11;
  return std::min(bits, d.precision());
}

int kept_bits(const SumOfProducts& sum) {
  if (sum.entry == nullptr) return promised_precision(*sum.a, *sum.b, *sum.c, *sum.d) - 1;
  const Arithmetic& r = sum.entry->arithmetic;
  switch (r.algorithm) {
    case Algorithm::fused_sum:
    case Algorithm::grouped_scaled_sum:
      return r.fraction_bits;
    case Algorithm::two_stage_sum:
      return std::min({r.product_fraction_bits, r.fraction_bits, r.accumulator_fraction_bits});
    default:
      return sum.d->significand_bits;
  }
}

int exact_bits(const SumOfProducts& sum) {
  if (sum.d->kind == FormatKind::integer) return 30;
  const int kept = kept_bits(sum);
  return std::min(kept, (sum.entry == nullptr ? kept : result_bits(*sum.entry)) + 1);
}

MmaBound::MmaBound(const SumOfProducts& sum, int k, bool promises_subnormals) : sum_(sum) {
  const Format& d = *sum.d;
  kept_ = kept_bits(sum);
  if (sum.entry == nullptr) {
    result_fraction_ = kept_;
    keeps_subnormals_ = promises_subnormals;
    steps_.resize(1);
    for (int i = 0; i < k; ++i) steps_.front().push_back(i);
  } else {
    const Arithmetic& r = sum.entry->arithmetic;
    step_ = step_error(*sum.entry, *sum.a, *sum.b);
    steps_ = instruction_steps(*sum.entry, k);
    result_fraction_ = result_bits(*sum.entry);
    const bool flushes = r.algorithm == Algorithm::pairwise_sum;
    flushes_accumulator_ = flushes || r.accumulator_subnormals == SubnormalRule::flushed;
    keeps_subnormals_ = !flushes;
    groups_ = r.algorithm == Algorithm::grouped_scaled_sum;
  }
  smallest_ = keeps_subnormals_ ? d.min_exponent() - result_fraction_ : d.min_exponent();
}

void MmaBound::add_products(const MmaElement& e, Gathered& g) const {
  for (const std::vector<int>& step : steps_) {
    double block = 0;
    for (const int i : step) {
      const auto at = static_cast<std::size_t>(i);
      const Seen a(*sum_.a, e.a[at], step_.flushes_operands), b(*sum_.b, e.b[at], step_.flushes_operands);
      double size = a.size * b.size;
      int exponent = a.exponent + b.exponent;
      Exact product = Exact::from_unpacked(a.value) * Exact::from_unpacked(b.value);
      if (e.scale_block != 0) {
        const std::size_t s = at / static_cast<std::size_t>(e.scale_block);
        const Seen x(*e.scale, e.a_scales[s], false), y(*e.scale, e.b_scales[s], false);
        size *= x.size * y.size;
        exponent += x.exponent + y.exponent;
        product *= Exact::from_unpacked(x.value) * Exact::from_unpacked(y.value);
        if (groups_ && !x.is_zero() && !y.is_zero()) {
          g.excess = std::max(g.excess, power_of_two(x.exponent + y.exponent));
          g.largest = std::max(g.largest, x.exponent + y.exponent);
        }
      }
      if (product.is_zero()) continue;
      size = std::max(size, std::numeric_limits<double>::denorm_min());
      block += size;
      g.largest = std::max({g.largest, exponent, product.magnitude_exponent()});
      if (a.subnormal || b.subnormal) {
        g.excess = std::max(g.excess, power_of_two(exponent));
        g.unspecified += size;
      }
      g.add(product);
    }
    // Of all signs: that of the accumulator is not known either.
    const double magnitude = block * upward;
    g.blocks.push_back({.magnitude = magnitude, .largest = magnitude, .sum = magnitude});
    g.magnitude += magnitude;
  }
}

void MmaBound::add_accumulator(std::uint64_t code, Gathered& g) const {
  const Seen c(*sum_.c, code, flushes_accumulator_);
  if (c.is_zero()) return;
  g.accumulator = c.size;
  g.magnitude += c.size;
  g.largest = std::max(g.largest, c.exponent);
  if (c.subnormal) g.unspecified += c.size;
  g.add(Exact::from_unpacked(c.value));
}

bool MmaBound::is_exact(const Terms& t) const {
  if (t.magnitude == 0) return true;
  if (sum_.d->kind == FormatKind::integer) return t.magnitude < 0x1p31;
  if (!keeps_subnormals_ && t.has_subnormals) return false;
  // Partial sums may have a larger exponent than every term: they are accumulators of later steps.
  int largest = std::max(t.largest, std::ilogb(t.magnitude));
  if (step_.floor > 0) largest = std::max(largest, std::ilogb(step_.floor));
  return t.quantum >= smallest_ && largest - kept_ <= t.quantum &&
         t.magnitude <= std::min(power_of_two(std::min(t.quantum + result_fraction_ + 1, 1023)),
                                 largest_finite(*sum_.d));
}

double MmaBound::error_of(const Gathered& g) const {
  if (sum_.entry != nullptr)
    return chain_error(step_, g.blocks, static_cast<int>(steps_.size()), g.excess, g.accumulator);
  const double n = 2 * static_cast<double>(steps_.front().size()) + 2;
  const double grown = std::expm1(n * std::log1p(power_of_two(-kept_)));
  const double subnormal = keeps_subnormals_ ? 0 : g.unspecified;
  return (grown * (g.magnitude + g.excess) +
          (1 + grown) * (subnormal + n * power_of_two(sum_.d->min_exponent()))) *
         upward;
}

MmaValue MmaBound::evaluate(const MmaElement& element) const {
  Gathered g;
  g.blocks.reserve(steps_.size());
  add_products(element, g);
  add_accumulator(element.c, g);
  MmaValue v;
  v.exact = is_exact({g.magnitude, g.quantum, g.largest, g.unspecified != 0});
  v.exact_value = g.sum;
  if (sum_.d->kind == FormatKind::integer) {
    v.may_overflow = !v.exact;
    return v;
  }
  v.error = v.exact ? 0 : error_of(g);
  v.may_overflow = !v.exact && (g.magnitude + v.error) * upward >= largest_finite(*sum_.d);
  return v;
}

}  // namespace ulpgate
