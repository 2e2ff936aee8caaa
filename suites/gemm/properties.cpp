// The table of properties: when each applies, and what it is given.
#include <algorithm>

#include "suites/gemm/cases.h"
#include "suites/gemm/known_cases.h"
#include "suites/gemm/property.h"

namespace ulpgate::gemm {
namespace {

bool always(const GemmOffer&) { return true; }
bool floating(const GemmOffer& o) { return !o.integer(); }
/// Whether all of 1 and -1 and the bits below 1 exist.
bool has_bits(const GemmOffer& o) {
  return !o.integer() && o.a->is_floating() && o.b->is_floating() && o.a->has_sign && o.b->has_sign &&
         o.a_scale == nullptr && o.b_scale == nullptr;
}
bool has_subnormals(const GemmOffer& o) {
  return !o.integer() && o.a->is_floating() && o.a->significand_bits > 0 && o.arithmetic.inputs == nullptr;
}
bool has_specials(const GemmOffer& o) {
  return !o.integer() && (o.a->has_nan() || o.b->has_nan() || o.c->has_nan());
}
bool has_bias(const GemmOffer& o) { return o.bias != nullptr; }
bool has_scales(const GemmOffer& o) { return o.a_scale != nullptr || o.b_scale != nullptr; }
bool has_amax(const GemmOffer& o) { return o.amax != nullptr; }
bool one_format(const GemmOffer& o) { return o.a == o.b && o.a_scale == nullptr && o.b_scale == nullptr; }
bool in_place(const GemmOffer& o) { return o.c == o.d; }
bool deterministic(const GemmOffer& o) { return o.deterministic; }
bool plain_operands(const GemmOffer& o) {
  return o.bias == nullptr && o.a_scale == nullptr && o.b_scale == nullptr;
}
/// Whether rows can repeat with their scales, and can be exchanged.
bool rows_alone(const GemmOffer& o) { return o.a_block.rows <= 1; }
bool rows_alone_and_deterministic(const GemmOffer& o) { return rows_alone(o) && o.deterministic; }
bool known(const GemmOffer& o) { return !known_cases(o).empty(); }
bool invariant(const GemmOffer& o) { return o.batch_invariant; }
bool one_chain(const GemmOffer& o) {
  const GemmArithmetic& a = o.arithmetic;
  return o.entry && a.ascending && a.split_k == 1 && a.promotion == 0 && o.d == o.entry->output &&
         plain_operands(o) && o.entry->arithmetic.scale_format == nullptr;
}
/// The same of rounded additions.
bool one_plain_chain(const GemmOffer& o) {
  const GemmArithmetic& a = o.arithmetic;
  return !o.entry && a.accumulator->is_floating() && a.ascending && a.split_k == 1 && a.promotion == 0 &&
         o.d->is_floating() && o.rule.rounding != Rounding::stochastic && plain_operands(o);
}

Cases known_list(const GemmOffer& o, Tier, std::uint64_t) { return known_cases(o); }

constexpr std::string_view equality =
    "no partial sum can round (reference/bounds/gemm.h), so one code is right";
constexpr std::string_view derived =
    "(growth - 1) * sum |a b| for the claimed accumulator, plus epilogue, then one rounding: "
    "reference/bounds/gemm.h";

constexpr GemmProperty table[] = {
    {"GEMM-EXACT-1", always, judge_exact, exact_cases, 20, draw_shape, equality, true},
    {"GEMM-ACC-1", floating, judge_all, accuracy_cases, 40, draw_accuracy, derived},
    {"GEMM-ROUND-1", floating, judge_all, rounding_cases, 0, nullptr, derived},
    {"GEMM-SUBNORMAL-1", has_subnormals, judge_all, subnormal_cases, 0, nullptr, derived},
    {"GEMM-BITS-1", has_bits, judge_all, bit_cases, 0, nullptr, derived},
    {"GEMM-SPECIAL-1", has_specials, judge_all, special_cases, 30, draw_special,
     "the class of each element by IEEE 754; finite ones by reference/bounds/gemm.h", true},
    {"GEMM-BETA-1", always, judge_all, beta_cases, 0, nullptr, equality, true},
    {"GEMM-ALPHA-1", always, judge_all, alpha_cases, 0, nullptr, equality, true},
    {"GEMM-SCALE-1", always, judge_scale, scale_cases, 0, nullptr, derived, true},
    {"GEMM-BIAS-1", has_bias, judge_all, bias_cases, 0, nullptr, derived},
    {"GEMM-OPSCALE-1", has_scales, judge_all, operand_scale_cases, 0, nullptr, derived},
    {"GEMM-AMAX-1", has_amax, judge_amax, amax_cases, 20, draw_accuracy,
     "the largest of the ends of all elements' magnitudes, each by reference/bounds/gemm.h"},
    {"GEMM-SHAPE-1", always, judge_exact, shape_cases, 30, draw_shape, equality, true},
    {"GEMM-TALL-1", rows_alone, judge_exact, tall_cases, 0, nullptr, equality, true},
    {"GEMM-STRIDE-1", always, judge_exact, stride_cases, 60, draw_layout, equality, true},
    {"GEMM-ALIGN-1", always, judge_exact, align_cases, 0, nullptr, equality, true},
    {"GEMM-ALIAS-1", in_place, judge_exact, alias_cases, 0, nullptr, equality, true},
    {"GEMM-SELF-1", one_format, judge_all, self_cases, 0, nullptr, derived, true},
    {"GEMM-WRITE-1", always, judge_write, write_cases, 0, nullptr, "poison and guards", true},
    {"GEMM-READ-1", deterministic, judge_read, read_cases, 0, nullptr, "the same bits", true},
    {"GEMM-INDEX-1", plain_operands, judge_index, index_cases, 0, nullptr, equality, true},
    {"GEMM-REPEAT-1", deterministic, judge_repeat, repeat_cases, 0, nullptr, "the same bits", true},
    {"GEMM-STATE-1", always, judge_state, repeat_cases, 0, nullptr, "the same state", true},
    {"GEMM-KNOWN-1", known, judge_all, known_list, 0, nullptr, derived},
    {"GEMM-PERMUTE-1", rows_alone_and_deterministic, judge_permute, row_cases, 0, nullptr, "the same bits",
     true, invariant},
    {"GEMM-BATCH-1", rows_alone_and_deterministic, judge_batch, row_cases, 0, nullptr, "the same bits", true,
     invariant},
    {"GEMM-MODEL-1", one_chain, judge_model, model_cases, 0, nullptr, "the same bits"},
    {"GEMM-ORDER-1", one_plain_chain, judge_order, model_cases, 0, nullptr, "the same bits"},
};

}  // namespace

std::span<const GemmProperty> properties() { return table; }

const GemmProperty* find_property(std::string_view requirement) {
  const auto* found = std::find_if(std::begin(table), std::end(table),
                                   [&](const GemmProperty& p) { return p.requirement == requirement; });
  return found == std::end(table) ? nullptr : found;
}

}  // namespace ulpgate::gemm
