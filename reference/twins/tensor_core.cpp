#include "reference/twins/tensor_core.h"

#include <algorithm>

#include "reference/exact/exact.h"
#include "reference/twins/encode.h"
#include "reference/twins/tensor_core_sums.h"

namespace ulpgate {
namespace {

using twin::Integer;
using twin::Value;

/// In which order an instruction takes its k.
std::vector<std::size_t> order_of(KOrder order, std::size_t k) {
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < k; ++i) {
    if (order == KOrder::ascending || i % 4 < 2) indices.push_back(i);
  }
  for (std::size_t i = 0; i < k && order == KOrder::mod4; ++i) {
    if (i % 4 >= 2) indices.push_back(i);
  }
  return indices;
}

std::uint64_t nearest(const ProfileEntry& e, const Exact& value) {
  return value.is_nan() ? e.arithmetic.nan_code : twin_encode(*e.output, value, Rule{}).code;
}

std::uint64_t fma_chain(const ProfileEntry& e, std::span<const std::uint64_t> a,
                        std::span<const std::uint64_t> b, std::uint64_t c) {
  const Format& f = *e.output;
  for (std::size_t k = 0; k < a.size(); ++k)
    c = nearest(e, Exact::from_code(f, a[k]) * Exact::from_code(f, b[k]) + Exact::from_code(f, c));
  return c;
}

Integer integer(const Format& f, std::uint64_t code) {
  Integer value = code & f.code_mask();
  if ((code & f.sign_mask()) != 0) value -= Integer(1) << f.width();
  return value;
}

std::uint64_t integer_sum(const ProfileEntry& e, const Format& a_format, const Format& b_format,
                          std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                          std::uint64_t c) {
  Integer sum = integer(formats::int32, c);
  for (std::size_t k = 0; k < a.size(); ++k) sum += integer(a_format, a[k]) * integer(b_format, b[k]);
  const Integer modulus = Integer(1) << 32, half = Integer(1) << 31;
  if (e.arithmetic.overflow == OverflowRule::saturate) {
    if (sum >= half) sum = half - 1;
    if (sum < -half) sum = -half;
  }
  Integer wrapped = sum % modulus;
  if (wrapped < 0) wrapped += modulus;
  return static_cast<std::uint64_t>(wrapped);
}

Exact without_subnormal(const Format& f, const Exact& x, bool keep_sign) {
  const bool subnormal = x.number_class() == NumberClass::finite && x.magnitude_exponent() < f.min_exponent();
  return subnormal ? Exact(keep_sign && x.negative(), 0, 0) : x;
}

/// One fp32 operation of CDNA2.
Exact rounded(const Exact& x) {
  if (!x.is_finite()) return x;
  const Exact single = Exact::from_code(formats::fp32, twin_encode(formats::fp32, x, Rule{}).code);
  return without_subnormal(formats::fp32, single, true);
}

std::uint64_t pairwise_sum(const ProfileEntry& e, const Format& a_format, const Format& b_format,
                           std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                           std::uint64_t accumulator) {
  const auto width = static_cast<std::size_t>(e.arithmetic.products);
  Exact c = without_subnormal(formats::fp32, Exact::from_code(formats::fp32, accumulator), false);
  for (std::size_t first = 0; first < a.size(); first += width) {
    std::vector<Exact> sums(width);
    for (std::size_t i = 0; i < width && first + i < a.size(); ++i) {
      const Exact x = without_subnormal(a_format, Exact::from_code(a_format, a[first + i]), false);
      const Exact y = without_subnormal(b_format, Exact::from_code(b_format, b[first + i]), false);
      sums[i] = rounded(x * y);
    }
    while (sums.size() > 1) {
      std::vector<Exact> pairs;
      for (std::size_t i = 0; i < sums.size(); i += 2) pairs.push_back(rounded(sums[i] + sums[i + 1]));
      sums = pairs;
    }
    c = rounded(c + sums[0]);
  }
  return nearest(e, c);
}

std::uint64_t run_step(const ProfileEntry& e, const twin::StepOperands& in, const Value& c) {
  switch (e.arithmetic.algorithm) {
    case Algorithm::grouped_scaled_sum:
      return twin::grouped_step(e, in, c);
    case Algorithm::exact_sum:
      return twin::exact_step(e, in, c);
    case Algorithm::two_stage_sum:
      return twin::two_stage_step(e, in, c);
    default:
      return twin::fused_step(e, in, c);
  }
}

}  // namespace

std::uint64_t twin_dot(const ProfileEntry& e, const Format& a_format, const Format& b_format,
                       std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                       std::uint64_t accumulator, std::span<const std::uint64_t> a_scales,
                       std::span<const std::uint64_t> b_scales) {
  const Arithmetic& r = e.arithmetic;
  if (r.algorithm == Algorithm::fma_chain) return fma_chain(e, a, b, accumulator);
  if (r.algorithm == Algorithm::integer_sum) return integer_sum(e, a_format, b_format, a, b, accumulator);
  if (r.algorithm == Algorithm::pairwise_sum) return pairwise_sum(e, a_format, b_format, a, b, accumulator);

  const bool grouped = r.algorithm == Algorithm::grouped_scaled_sum;
  const bool last = r.algorithm == Algorithm::fused_sum && r.accumulator_use == AccumulatorUse::added_last;
  const bool fused = r.algorithm == Algorithm::fused_sum;
  const std::vector<std::size_t> order = order_of(fused ? r.k_order : KOrder::ascending, a.size());
  const SubnormalRule inputs = fused ? r.input_subnormals : SubnormalRule::unnormalised;
  const auto scale_at = [&](std::span<const std::uint64_t> scales, std::size_t k) {
    return twin::value_of(*r.scale_format, scales[k / static_cast<std::size_t>(r.scale_block)],
                          SubnormalRule::unnormalised);
  };
  Value c = last ? Value{}
                 : twin::value_of(*e.accumulator, accumulator,
                                  fused || grouped ? r.accumulator_subnormals : SubnormalRule::unnormalised);
  std::uint64_t result = 0;
  const auto width = static_cast<std::size_t>(r.products);
  for (std::size_t first = 0; first < order.size(); first += width) {
    twin::StepOperands in;
    for (std::size_t i = first; i < std::min(first + width, order.size()); ++i) {
      const std::size_t k = order[i];
      Value x = twin::value_of(a_format, a[k], inputs), y = twin::value_of(b_format, b[k], inputs);
      if (r.scale_format != nullptr && !grouped) {
        x = twin::product(x, scale_at(a_scales, k));
        y = twin::product(y, scale_at(b_scales, k));
      }
      in.a.push_back(x);
      in.b.push_back(y);
      if (grouped && (i - first) % static_cast<std::size_t>(r.group) == 0)
        in.group_scales.push_back(twin::product(scale_at(a_scales, k), scale_at(b_scales, k)));
    }
    result = run_step(e, in, c);
    c = twin::value_of(*e.output, result,
                       fused || grouped ? r.accumulator_subnormals : SubnormalRule::unnormalised);
  }
  if (!last) return result;
  return nearest(e, Exact::from_code(*e.output, result) + Exact::from_code(*e.accumulator, accumulator));
}

}  // namespace ulpgate
