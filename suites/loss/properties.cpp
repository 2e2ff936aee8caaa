// The tables of properties of cross_entropy and of its backward pass.
#include "suites/loss/properties.h"

#include "suites/rows/cases.h"
#include "suites/rows/properties/sums.h"

namespace ulpgate::loss {
namespace {

using rows::always;
using rows::derived_bound;
using rows::judge_all;
using rows::RowsProperty;

bool smooths(const RowsOffer& o) { return o.smoothing; }
bool reduces(const RowsOffer& o) { return o.arithmetic.reduction != Reduction::none; }

constexpr std::string_view refusal = "an answer that the call is invalid, or NaN; others as derived";

constexpr RowsProperty forward[] = {
    {"LOSS-ACC-1", always, judge_all, rows::accuracy_cases, 40, rows::draw_accuracy, derived_bound},
    {"LOSS-FAR-1", always, judge_all, far_cases, 0, nullptr, derived_bound},
    {"LOSS-IGNORE-1", always, judge_all, ignore_cases, 0, nullptr, derived_bound},
    {"LOSS-SMOOTH-1", smooths, judge_all, smoothing_cases, 0, nullptr, derived_bound},
    {"LOSS-REDUCE-1", reduces, judge_all, reduction_cases, 0, nullptr, derived_bound},
    {"LOSS-TARGET-1", always, judge_targets, target_cases, 0, nullptr, refusal},
};

constexpr RowsProperty backward[] = {
    {"LOSS-GRAD-1", always, judge_all, rows::accuracy_cases, 40, rows::draw_accuracy, derived_bound},
    {"LOSS-GRADIGNORE-1", always, judge_all, ignore_cases, 0, nullptr, derived_bound},
    {"LOSS-GRADSMOOTH-1", smooths, judge_all, smoothing_cases, 0, nullptr, derived_bound},
    {"LOSS-GRADREDUCE-1", reduces, judge_all, reduction_cases, 0, nullptr, derived_bound},
    {"LOSS-GRADTARGET-1", always, judge_targets, target_cases, 0, nullptr, refusal},
    {"LOSS-GRADSUM-1", always, rows::judge_row_sums, rows::identity_cases, 0, nullptr,
     "the sum of the elements' bounds and roundings"},
    {"LOSS-GRADADJOINT-1", always, judge_adjoint, rows::identity_cases, 0, nullptr,
     "the sum of the elements' bounds and roundings, each times its part of the direction"},
};

}  // namespace

std::span<const RowsProperty> forward_properties() { return forward; }
std::span<const RowsProperty> backward_properties() { return backward; }

}  // namespace ulpgate::loss
