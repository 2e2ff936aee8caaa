#include "reference/bounds/gemm.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/exact/power_of_two.h"
#include "reference/formats/decode.h"

namespace ulpgate {
namespace {

constexpr double evaluation = 1 + 0x1p-40;

double unit_roundoff(const Format& f) { return power_of_two(-f.precision()); }

double largest_finite(const Format& f) { return to_double(f, max_finite_magnitude(f)); }

std::int64_t ceiling(std::int64_t x, std::int64_t y) { return (x + y - 1) / y; }

/// growth(n, u) - 1.
double growth(double roundings, double u) { return std::expm1(roundings * std::log1p(u)); }

bool is_power_of_two(double x) {
  int exponent = 0;
  return std::isfinite(x) && std::frexp(x, &exponent) == 0.5;
}

/// Operands rounded to arithmetic.inputs: the error of sum a_k b_k, and what the terms are afterwards.
double convert_inputs(const GemmArithmetic& arithmetic, GemmTerms& t) {
  const Format& f = *arithmetic.inputs;
  const auto fits = [&](const Format& from) {
    return from.significand_bits <= f.significand_bits && from.min_exponent() >= f.min_exponent();
  };
  if (t.operands_fit || (fits(*arithmetic.a) && fits(*arithmetic.b))) return 0;
  const double d = power_of_two(-f.significand_bits);
  const double quantum = power_of_two(arithmetic.flushes_operands ? f.min_exponent() : f.quantum_exponent());
  const double error = (2 * d + d * d) * t.magnitude + quantum * (1 + d) * (t.a_sum + t.b_sum) +
                       quantum * quantum * static_cast<double>(t.k);
  t.magnitude += error;
  t.largest = (t.a_largest * (1 + d) + quantum) * (t.b_largest * (1 + d) + quantum);
  t.a_largest = t.a_largest * (1 + d) + quantum;
  t.b_largest = t.b_largest * (1 + d) + quantum;
  t.quantum = no_quantum;
  // What was normal may be subnormal now.
  t.excess = std::max(t.excess, subnormal_excess(f, true, t.a_largest, f, true, t.b_largest));
  const double most = largest_finite(f);
  return t.a_largest > most || t.b_largest > most ? std::numeric_limits<double>::infinity() : error;
}

double leaf_total(const GemmTerms& t) { return t.alpha * t.scale * t.magnitude + t.addend + t.bias; }

/// Roundings of alpha, scales, beta c and bias on the way of any leaf.
int epilogue_roundings(const GemmArithmetic& arithmetic, const GemmTerms& t) {
  return (is_power_of_two(t.alpha) || t.alpha == 0 ? 0 : 1) + (arithmetic.scales_operands ? 2 : 0) +
         (t.adds_c ? (t.addend_is_exact ? 1 : 2) : 0) + (t.adds_bias ? 1 : 0);
}

/// Whether sums of multiples of 2^quantum below `total` are all representable with `precision` bits.
bool sums_are_exact(double total, int quantum, int precision, int smallest_exponent) {
  return quantum >= smallest_exponent && total <= power_of_two(std::min(quantum + precision, 1023));
}

/// Whether parts that are stored in d's format lose nothing.
bool stores_are_exact(const GemmArithmetic& arithmetic, double total, int quantum) {
  const Format& d = *arithmetic.d;
  return !arithmetic.stores_partials_in_d ||
         sums_are_exact(total, quantum, d.precision(), d.quantum_exponent());
}

/// The quantum of everything that is added, alpha and scale included; no_quantum where there is none.
int whole_quantum(const GemmTerms& t) {
  int q = t.quantum;
  if (t.magnitude == 0) q = std::numeric_limits<int>::max() / 2;
  if (q == no_quantum || !is_power_of_two(t.alpha * t.scale)) {
    if (t.alpha != 0 && t.magnitude != 0) return no_quantum;
  } else if (t.magnitude != 0) {
    q += std::ilogb(t.alpha * t.scale);
  }
  if (t.adds_c && t.addend != 0) q = std::min(q, t.addend_quantum);
  if (t.adds_bias && t.bias != 0) q = std::min(q, t.bias_quantum);
  return q;
}

GemmBound rounded_additions(const GemmArithmetic& arithmetic, const GemmTerms& t) {
  const Format& f = *arithmetic.accumulator;
  const double total = leaf_total(t);
  double limit = largest_finite(f);
  if (arithmetic.stores_partials_in_d) limit = std::min(limit, largest_finite(*arithmetic.d));
  GemmBound bound;
  const int q = whole_quantum(t);
  const double largest_partial = arithmetic.scales_blocks ? t.unscaled * t.block_scale : t.magnitude;
  const bool scales_are_exact =
      !arithmetic.scales_blocks || t.quantum - std::ilogb(t.block_scale) - 1 >= f.quantum_exponent();
  if (q > no_quantum && t.addend_is_exact && scales_are_exact &&
      sums_are_exact(total, q, f.precision(), f.quantum_exponent()) &&
      stores_are_exact(arithmetic, total, q)) {
    // What rounds nowhere may still leave the range on the way.
    bound.may_overflow = std::max(total, largest_partial) >= limit;
    return bound;
  }
  const Format &a = arithmetic.multiplied_a(), &b = arithmetic.multiplied_b();
  const bool rounds_products = a.precision() + b.precision() > f.precision() ||
                               a.quantum_exponent() + b.quantum_exponent() < f.quantum_exponent();
  const double u = unit_roundoff(f);
  const auto additions = static_cast<double>(std::max<std::int64_t>(t.k - 1, 0));
  const double roundings = additions + (rounds_products ? 1 : 0) + (arithmetic.scales_blocks ? 2 : 0) +
                           epilogue_roundings(arithmetic, t);
  double factor = roundings * std::log1p(u);
  double stores = 0;
  if (arithmetic.stores_partials_in_d) {
    factor += static_cast<double>(arithmetic.split_k) * std::log1p(unit_roundoff(*arithmetic.d));
    stores = static_cast<double>(arithmetic.split_k) * power_of_two(arithmetic.d->quantum_exponent());
  }
  const double grown = std::expm1(factor);
  // Products, and the multiplications by alpha and scales, which may come once for each part of k.
  const double each = arithmetic.scales_blocks ? 1 + 3 * t.block_scale * std::max(1.0, t.alpha)
                                               : 1 + std::max(1.0, t.alpha * t.scale);
  const double underflow = std::ldexp(static_cast<double>(t.k) * each + 3, f.quantum_exponent() - 1);
  bound.error = grown * total + (1 + grown) * (underflow + stores);
  bound.may_overflow = std::max(total, largest_partial) * (1 + grown) + bound.error >= limit;
  return bound;
}

/// An exact sum as it grows, and how far what is computed for it may be.
struct Running {
  explicit Running(double start) : value(start), magnitude(std::fabs(start)) {}
  void add(double more, double size) {
    value += more;
    magnitude += size;
  }
  /// At least |the exact sum|.
  double size() const { return std::min(std::fabs(value) + magnitude * 0x1p-38, magnitude); }

  double value;
  double magnitude;
  double error = 0;
};

struct Sum {
  double error = 0;
  double magnitude = 0;  ///< of the computed sum
};

/// Chains of at most `promotion` products (0: one of all), whose results are added in fp32 from +0.
double promoted_chain_error(const StepError& step, std::span<const ChainBlock> blocks,
                            int steps_per_instruction, double excess, std::int64_t promotion) {
  if (promotion == 0) return chain_error(step, blocks, steps_per_instruction, excess);
  Running total(0);
  while (!blocks.empty()) {
    Running part(0);
    std::size_t count = 0;
    for (std::int64_t k = 0; count < blocks.size() && k < promotion; ++count) {
      k += blocks[count].k;
      part.add(blocks[count].sum, blocks[count].magnitude);
    }
    total.error += chain_error(step, blocks.first(count), steps_per_instruction, excess);
    total.add(part.value, part.magnitude);
    total.error += 0x1p-24 * (total.size() + total.error) + 0x1p-150;
    blocks = blocks.subspan(count);
  }
  return total.error * evaluation;
}

/// The number of consecutive k that go through one chain.
std::int64_t longest_part(const GemmArithmetic& arithmetic, std::int64_t k) {
  std::int64_t part = ceiling(k, std::max<std::int64_t>(arithmetic.split_k, 1));
  if (arithmetic.promotion > 0) part = std::min(part, arithmetic.promotion);
  return part;
}

bool instruction_is_exact(const GemmArithmetic& arithmetic, const GemmTerms& t) {
  if (t.quantum == no_quantum || t.magnitude == 0) return t.magnitude == 0;
  const StepError& step = *arithmetic.instruction;
  const double largest = std::max({t.largest, t.magnitude, step.floor});
  return std::ilogb(largest) - step.kept_bits <= t.quantum &&
         sums_are_exact(t.magnitude, t.quantum, step.precision, step.lowest);
}

Sum instruction_sum(const GemmArithmetic& arithmetic, const GemmTerms& t,
                    std::span<const ChainBlock> blocks) {
  const StepError& step = *arithmetic.instruction;
  Sum sum;
  const std::int64_t part = longest_part(arithmetic, t.k);
  const std::int64_t split = std::max<std::int64_t>(arithmetic.split_k, 1);
  const std::int64_t promotions =
      arithmetic.promotion > 0 ? ceiling(ceiling(t.k, split), arithmetic.promotion) : 0;
  const std::int64_t additions = promotions + split - 1;
  const int per_instruction = steps_of(step, arithmetic.instruction_k);
  const bool stores = arithmetic.stores_partials_in_d && split > 1;
  const bool exact = instruction_is_exact(arithmetic, t);
  if (exact) {
    sum.error = 0;
  } else if (arithmetic.ascending && !blocks.empty() && split == 1) {
    sum.error = promoted_chain_error(step, blocks, per_instruction, t.excess, arithmetic.promotion);
    sum.magnitude = t.magnitude + sum.error;
    return sum;
  } else {
    // Parts may end inside an instruction, each of them.
    const std::int64_t instructions = ceiling(part, arithmetic.instruction_k);
    const std::int64_t all = ceiling(t.k, arithmetic.instruction_k) + split + promotions * split;
    sum.error = tree_error(step, instructions * per_instruction, all * per_instruction, per_instruction,
                           t.magnitude, t.excess);
  }
  if (additions > 0 && !(exact && sums_are_exact(t.magnitude, t.quantum, 24, -149) &&
                         stores_are_exact(arithmetic, t.magnitude, t.quantum))) {
    const double u_store = stores ? unit_roundoff(*arithmetic.d) : 0;
    const double factor = static_cast<double>(additions) * std::log1p(0x1p-24) +
                          static_cast<double>(split) * std::log1p(u_store);
    const double underflow =
        stores ? static_cast<double>(split) * power_of_two(arithmetic.d->quantum_exponent()) : 0;
    const double grown = std::expm1(factor);
    sum.error += grown * (t.magnitude + sum.error) + (1 + grown) * underflow;
  }
  sum.magnitude = t.magnitude + sum.error;
  return sum;
}

GemmBound instructions(const GemmArithmetic& arithmetic, const GemmTerms& t, double input_error,
                       std::span<const ChainBlock> blocks) {
  // The epilogue works in fp32, or in the accumulator's format where that is narrower or wider by kind.
  const Format& f = *arithmetic.accumulator;
  const Sum sum = instruction_sum(arithmetic, t, blocks);
  GemmBound bound;
  const double scaled = t.alpha * t.scale;
  const double total = scaled * sum.magnitude + t.addend + t.bias;
  bound.error = scaled * (sum.error + input_error);
  const int roundings = epilogue_roundings(arithmetic, t);
  const int q = whole_quantum(t);
  const bool exact = sum.error == 0 && input_error == 0 && t.addend_is_exact && q > no_quantum &&
                     sums_are_exact(total, q, f.precision(), f.quantum_exponent());
  if (roundings > 0 && !exact) {
    const double grown = growth(roundings, unit_roundoff(f));
    bound.error += grown * total + std::ldexp(roundings * (1 + grown), f.quantum_exponent() - 1);
  }
  double limit = largest_finite(f);
  if (arithmetic.stores_partials_in_d && arithmetic.split_k > 1)
    limit = std::min(limit, largest_finite(*arithmetic.d));
  bound.may_overflow = sum.magnitude >= limit || total + bound.error >= largest_finite(f);
  return bound;
}

}  // namespace

double chain_error(const StepError& step, std::span<const ChainBlock> blocks, int steps_per_instruction,
                   double excess, double accumulator) {
  const bool joins_last = step.last_addition != 0;
  Running sum(joins_last ? 0 : accumulator);
  Running held(joins_last ? accumulator : 0);  // the accumulator that waits
  const auto join = [&] {
    held.error += sum.error;
    held.add(sum.value, sum.magnitude);
    held.error += step.last_addition * (held.size() + held.error);
    sum = Running(0);
  };
  int step_in_instruction = 0;
  for (const ChainBlock& block : blocks) {
    const double c = sum.size() + sum.error;
    const double cut = block.magnitude == 0 && c == 0
                           ? 0
                           : step.cut * (std::max(c, block.largest) + excess + step.floor) +
                                 step.spread * (c + block.magnitude);
    sum.add(block.sum, block.magnitude);
    sum.error += cut + step.rounding * (sum.size() + sum.error + cut) + step.absolute;
    ++step_in_instruction;
    if (!joins_last || step_in_instruction < steps_per_instruction) continue;
    join();
    step_in_instruction = 0;
  }
  if (joins_last && step_in_instruction > 0) join();
  return (joins_last ? held.error : sum.error) * evaluation;
}

double tree_error(const StepError& step, std::int64_t depth, std::int64_t steps, int steps_per_instruction,
                  double magnitude, double excess) {
  const double instructions =
      static_cast<double>(depth) / static_cast<double>(std::max(steps_per_instruction, 1));
  const double factor = static_cast<double>(depth) *
                            (std::log1p(step.cut) + std::log1p(step.spread) + std::log1p(step.rounding)) +
                        (step.last_addition == 0 ? 0 : (instructions + 1) * std::log1p(step.last_addition));
  const double grown = std::expm1(factor);
  const double each = step.absolute + step.cut * (excess + step.floor);
  return (grown * magnitude + (1 + grown) * static_cast<double>(steps) * each) * evaluation;
}

GemmBound gemm_bound(const GemmArithmetic& arithmetic, const GemmTerms& terms,
                     std::span<const ChainBlock> blocks) {
  if (arithmetic.accumulator == nullptr || arithmetic.a == nullptr || arithmetic.b == nullptr ||
      arithmetic.d == nullptr)
    throw std::invalid_argument("gemm_bound: no accumulator or no formats: there is no bound");
  GemmTerms t = terms;
  const bool integers = arithmetic.accumulator->kind == FormatKind::integer ||
                        (arithmetic.instruction && arithmetic.instruction->exact);
  if (integers) return {};
  double input_error = 0;
  if (arithmetic.inputs != nullptr) {
    input_error = convert_inputs(arithmetic, t);
    if (!std::isfinite(input_error)) return {.error = input_error, .may_overflow = true};
    if (input_error != 0) blocks = {};
  }
  GemmBound bound;
  if (arithmetic.instruction) {
    bound = instructions(arithmetic, t, input_error, blocks);
  } else {
    bound = rounded_additions(arithmetic, t);
    bound.error += t.alpha * t.scale * input_error;
  }
  // The smallest double stands for what underflowed in the evaluation itself.
  if (bound.error > 0) bound.error = bound.error * evaluation + 0x1p-1074;
  return bound;
}

}  // namespace ulpgate
