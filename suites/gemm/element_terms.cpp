#include "suites/gemm/element_terms.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "reference/exact/power_of_two.h"
#include "reference/formats/decode.h"
#include "reference/tensor_core/mma.h"

namespace ulpgate::gemm {
namespace {

constexpr double upward = 1 + 0x1p-48;

int quantum_of(const Unpacked& u) { return u.exponent + std::countr_zero(u.significand); }

/// Whether a finite number, not zero, is a number of `f`.
bool holds(const Format& f, const Unpacked& u) {
  const int last = u.exponent + static_cast<int>(std::bit_width(u.significand)) - 1 - f.significand_bits;
  return quantum_of(u) >= std::max(last, f.quantum_exponent()) &&
         std::ldexp(static_cast<double>(u.significand), u.exponent) <= to_double(f, max_finite_magnitude(f));
}

}  // namespace

ElementTerms::ElementTerms(const GemmOffer& offer, const GemmCase& c, const GemmInputs& inputs)
    : o_(offer), c_(c), in_(inputs) {
  const GemmArithmetic& sum = o_.arithmetic;
  if (sum.instruction && !sum.instruction->exact && sum.ascending && sum.split_k == 1)
    block_ = std::min(sum.instruction->products, sum.instruction_k);
  terms_align_ = o_.entry && o_.entry->arithmetic.algorithm == Algorithm::fused_sum;
  summarise(*o_.a, sum.multiplied_a(), in_.a, true);
  summarise(*o_.b, sum.multiplied_b(), in_.b, false);
}

double ElementTerms::sum_scale(std::int64_t batch, std::int64_t row, std::int64_t column) const {
  if (!o_.arithmetic.scales_operands) return 1;
  double scale = 1;
  if (o_.a_scale != nullptr) {
    const ScaleShape shape = scale_shape(o_.a_block, c_.m, c_.k);
    const std::int64_t at = batch * shape.rows + (o_.a_block.rows == 0 ? 0 : row / o_.a_block.rows);
    scale *= std::fabs(to_double(*o_.a_scale, in_.a_scale[static_cast<std::size_t>(at)]));
  }
  if (o_.b_scale != nullptr) {
    const ScaleShape shape = scale_shape(o_.b_block, c_.k, c_.n);
    const std::int64_t at =
        batch * shape.columns + (o_.b_block.columns == 0 ? 0 : column / o_.b_block.columns);
    scale *= std::fabs(to_double(*o_.b_scale, in_.b_scale[static_cast<std::size_t>(at)]));
  }
  return scale;
}

double ElementTerms::block_scale(bool of_a, std::int64_t batch, std::int64_t row, std::int64_t column) const {
  const Format* format = of_a ? o_.a_scale : o_.b_scale;
  if (format == nullptr || o_.arithmetic.scales_operands) return 1;
  const ScaleBlock& block = of_a ? o_.a_block : o_.b_block;
  const ScaleShape shape = of_a ? scale_shape(block, c_.m, c_.k) : scale_shape(block, c_.k, c_.n);
  const std::int64_t i = block.rows == 0 ? 0 : row / block.rows;
  const std::int64_t j = block.columns == 0 ? 0 : column / block.columns;
  const auto at = static_cast<std::size_t>((batch * shape.rows + i) * shape.columns + j);
  const double scale = to_double(*format, (of_a ? in_.a_scale : in_.b_scale)[at]);
  return std::isfinite(scale) ? std::fabs(scale) : 0;
}

void ElementTerms::summarise(const Format& f, const Format& multiplied,
                             const std::vector<std::uint64_t>& codes, bool of_a) {
  const bool changes = o_.arithmetic.inputs != nullptr;
  const double smallest_normal = multiplied.is_floating() ? std::ldexp(1.0, multiplied.min_exponent()) : 0;
  const std::int64_t lines = of_a ? c_.m : c_.n;
  std::vector<LineSummary>& out = of_a ? rows_ : columns_;
  std::vector<double>& values = of_a ? a_ : b_;
  out.resize(static_cast<std::size_t>(c_.batch * lines));
  values.resize(codes.size());
  for (std::int64_t b = 0; b < c_.batch; ++b) {
    for (std::int64_t line = 0; line < lines; ++line) {
      LineSummary s;
      s.quantum = std::numeric_limits<int>::max() / 4;
      for (std::int64_t k = 0; k < c_.k; ++k) {
        const std::int64_t row = of_a ? line : k, column = of_a ? k : line;
        const auto from =
            static_cast<std::size_t>((b * (of_a ? c_.m : c_.k) + row) * (of_a ? c_.k : c_.n) + column);
        const auto to = static_cast<std::size_t>((b * lines + line) * c_.k + k);
        const Unpacked u = unpack(f, codes[from]);
        const double scale = block_scale(of_a, b, row, column);
        s.scale = std::max(s.scale, scale);
        if (u.number_class != NumberClass::finite) continue;
        const bool subnormal = f.is_floating() && u.significand < (std::uint64_t{1} << f.significand_bits);
        if (subnormal && o_.flushes_inputs) continue;
        const double unscaled = std::fabs(to_double(f, codes[from]));
        const double size = unscaled * scale;
        values[to] = u.negative ? -size : size;
        s.sum += size;
        s.largest = std::max(s.largest, size);
        const bool becomes_subnormal = unscaled < smallest_normal;
        s.subnormals = s.subnormals || becomes_subnormal;
        // What the rounding of operands makes subnormal may be flushed.
        if (changes && u.significand != 0 &&
            (!holds(multiplied, u) || (becomes_subnormal && o_.flushes_inputs)))
          s.fits = false;
        const int of_scale = scale == 1 || scale == 0
                                 ? 0
                                 : quantum_of(unpack(formats::fp64, std::bit_cast<std::uint64_t>(scale)));
        s.quantum = std::min(s.quantum, quantum_of(u) + of_scale);
      }
      s.sum *= upward;
      out[static_cast<std::size_t>(b * lines + line)] = s;
    }
  }
}

GemmTerms ElementTerms::terms(std::int64_t batch, std::int64_t row, std::int64_t column,
                              double magnitude) const {
  const LineSummary& a = rows_[static_cast<std::size_t>(batch * c_.m + row)];
  const LineSummary& b = columns_[static_cast<std::size_t>(batch * c_.n + column)];
  GemmTerms t;
  t.k = c_.k;
  t.scale = sum_scale(batch, row, column);
  t.magnitude = t.scale == 1 ? magnitude : t.scale == 0 ? 0 : magnitude / t.scale * upward;
  t.quantum = a.quantum + b.quantum;
  t.block_scale = std::max(1.0, a.scale) * std::max(1.0, b.scale);
  t.unscaled = static_cast<double>(c_.k) * std::fabs(to_double(*o_.a, max_finite_magnitude(*o_.a))) *
               std::fabs(to_double(*o_.b, max_finite_magnitude(*o_.b)));
  t.a_sum = a.sum;
  t.b_sum = b.sum;
  t.a_largest = a.largest;
  t.b_largest = b.largest;
  t.operands_fit = a.fits && b.fits;
  const auto smallest_normal = [](const Format& f) {
    return f.is_floating() ? power_of_two(f.min_exponent()) : 0;
  };
  const double a_min = smallest_normal(o_.arithmetic.multiplied_a()) * a.scale;
  const double b_min = smallest_normal(o_.arithmetic.multiplied_b()) * b.scale;
  t.largest = std::max(a.largest, a_min) * std::max(b.largest, b_min);
  if (a.subnormals) t.excess = a_min * std::max(b.largest, b_min);
  if (b.subnormals) t.excess = std::max(t.excess, b_min * std::max(a.largest, a_min));
  // Groups are aligned by the exponents of their scales, whatever they add up to.
  if (o_.entry && o_.entry->arithmetic.algorithm == Algorithm::grouped_scaled_sum)
    t.excess = t.largest = std::max(t.largest, a.scale * b.scale);
  return t;
}

void ElementTerms::blocks(std::int64_t batch, std::int64_t row, std::int64_t column,
                          std::vector<ChainBlock>& out) const {
  out.clear();
  if (block_ == 0) return;
  const double* a = &a_[static_cast<std::size_t>((batch * c_.m + row) * c_.k)];
  const double* b = &b_[static_cast<std::size_t>((batch * c_.n + column) * c_.k)];
  const int instruction_k = o_.arithmetic.instruction_k;
  const std::int64_t chain = o_.arithmetic.promotion > 0 ? o_.arithmetic.promotion : c_.k;
  const KOrder order = o_.entry->arithmetic.k_order;
  // A block ends with its step, a step with its instruction, an instruction with its chain.
  for (std::int64_t first = 0; first < c_.k; first += chain) {
    const std::int64_t end = std::min(first + chain, c_.k);
    for (std::int64_t base = first; base < end; base += instruction_k) {
      for (int step = 0; step < instruction_k; step += block_) {
        ChainBlock block;
        for (int place = step; place < std::min(step + block_, instruction_k); ++place) {
          const std::int64_t k = base + k_at(order, instruction_k, place);
          if (k >= end) continue;
          const double product = a[k] * b[k];
          block.sum += product;
          block.magnitude += std::fabs(product);
          block.largest = std::max(block.largest, std::fabs(product));
          ++block.k;
        }
        if (block.k == 0) continue;
        block.magnitude *= upward;
        block.largest = terms_align_ ? block.largest * upward : block.magnitude;
        out.push_back(block);
      }
    }
  }
}

}  // namespace ulpgate::gemm
