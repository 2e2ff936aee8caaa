// quantize: its properties.
#include <cmath>

#include "suites/quantize/cases.h"
#include "suites/quantize/plan.h"
#include "suites/quantize/quantize_cases.h"
#include "suites/quantize/requirements.h"
#include "suites/quantize/round_trip.h"
#include "suites/quantize/suite.h"

namespace ulpgate::blocks {
namespace {

using quantize::ScaleKind;

bool makes_scales(const BlocksOffer& o) { return o.recipe.scales != ScaleKind::given; }
bool given(const BlocksOffer& o) { return o.recipe.scales == ScaleKind::given; }
bool has_specials(const BlocksOffer& o) { return o.format("x")->has_nan(); }
bool transposes(const BlocksOffer& o) { return o.has("q_t"); }
bool lays_out(const BlocksOffer& o) { return o.layout != quantize::ScaleLayout::plain; }
bool packs(const BlocksOffer& o) { return o.packing != quantize::Packing::none; }
bool stochastic(const BlocksOffer& o) { return o.stochastic(); }
/// Whether nothing but range stands between x and x * 2^k.
bool shifts(const BlocksOffer& o) { return o.recipe.epsilon == 0 && !o.stochastic(); }

constexpr BlocksProperty table[] = {
    {"QUANT-SCALE-1", makes_scales, judge_all, scale_cases, 0, nullptr, exact_bits},
    {"QUANT-ELEMENT-1", always, judge_all, element_cases, 60, draw_case, exact_bits},
    {"QUANT-GIVEN-1", given, judge_all, given_cases, 30, draw_case, exact_bits},
    {"QUANT-RANGE-1", always, judge_all, range_cases, 0, nullptr, exact_bits},
    {"QUANT-TRIP-1", always, judge_trip, trip_cases, 20, draw_case,
     "derived per element from x, scale and recipe: reference/bounds/quantize.h"},
    {"QUANT-ZERO-1", always, judge_all, zero_cases, 0, nullptr, exact_bits},
    {"QUANT-SPECIAL-1", has_specials, judge_all, special_cases, 0, nullptr, exact_bits},
    {"QUANT-BLOCK-1", always, judge_all, edge_cases, 0, nullptr, exact_bits},
    {"QUANT-SHIFT-1", shifts, judge_shift, shift_cases, 0, nullptr, "the same bits, and scales moved"},
    {"QUANT-TRANSPOSE-1", transposes, judge_all, edge_cases, 20, draw_case, exact_bits},
    {"QUANT-LAYOUT-1", lays_out, judge_all, layout_cases, 0, nullptr, exact_bits},
    {"QUANT-PACK-1", packs, judge_all, pack_cases, 0, nullptr, exact_bits},
    {"QUANT-RANDOM-1", stochastic, judge_all, random_cases, 0, nullptr,
     "up where floor(2^n * fraction) + random >= 2^n, for every value of the random bits"},
};

const Definition definition{
    .operation = "quantize", .properties = table, .requirements = quantize_requirements};

}  // namespace

const Suite& quantize_suite() {
  static const Suite s = suite_of<definition>();
  return s;
}

}  // namespace ulpgate::blocks
