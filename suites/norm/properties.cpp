// The table of properties of layer_norm, rms_norm and group_norm.
#include "suites/norm/properties.h"

#include "suites/rows/cases.h"

namespace ulpgate::norm {
namespace {

using rows::always;
using rows::judge_all;
using rows::RowsProperty;

bool has_statistics(const RowsOffer& o) { return o.has("mean") || o.has("rstd"); }
bool affine(const RowsOffer& o) { return o.has("gamma"); }
/// Whether every rounding is the same on both sides of zero.
bool symmetric(const RowsOffer& o) {
  return o.deterministic && o.rule.rounding != Rounding::up && o.rule.rounding != Rounding::down &&
         o.output().has_sign && o.rule.rounding != Rounding::stochastic;
}
/// Whether squares of a family's numbers stay normal.
bool scales(const RowsOffer& o) { return o.deterministic && o.arithmetic.accumulator->min_exponent() < -100; }
bool rounds_roots_once(const RowsOffer& o) { return o.arithmetic.rsqrt_ulps <= 0.5; }

const RowsProperty table[] = {
    {"NORM-ACC-1", always, judge_all, rows::accuracy_cases, 40, rows::draw_accuracy, rows::derived_bound},
    {"NORM-STATS-1", has_statistics, judge_statistics, rows::accuracy_cases, 0, nullptr, rows::derived_bound},
    {"NORM-AFFINE-1", affine, judge_all, affine_cases, 0, nullptr, rows::derived_bound},
    {"NORM-GROUP-1", rows::has_groups, judge_all, group_cases, 0, nullptr, rows::derived_bound},
    {"NORM-EPS-1", always, judge_all, eps_cases, 0, nullptr, rows::derived_bound},
    {"NORM-CONSTANT-1", always, judge_all, constant_cases, 0, nullptr, rows::derived_bound},
    {"NORM-SIGN-1", symmetric, judge_sign, symmetry_cases, 0, nullptr, "the same bits"},
    {"NORM-SCALE-1", scales, judge_scale, symmetry_cases, 0, nullptr, "the same bits", false,
     rounds_roots_once},
};

}  // namespace

std::span<const RowsProperty> properties() { return table; }

}  // namespace ulpgate::norm
