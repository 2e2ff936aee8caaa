// The table of properties of softmax and log_softmax.
#include "suites/softmax/properties.h"

#include "suites/rows/cases.h"

namespace ulpgate::softmax {
namespace {

using rows::always;
using rows::judge_all;
using rows::RowsProperty;

bool has_infinities(const RowsOffer& o) { return o.formats[0]->has_infinity; }
bool masks(const RowsOffer& o) { return o.has_mask(); }
bool is_causal(const RowsOffer& o) { return o.causal; }
bool scales(const RowsOffer& o) { return o.has_scale; }
/// Whether each element of a row is treated alike.
bool plain(const RowsOffer& o) { return !o.causal; }
/// Whether the maximum is subtracted from logits, which are not rounded before.
bool shifts(const RowsOffer& o) {
  const SoftmaxAlgorithm a = o.arithmetic.softmax;
  return o.deterministic && !o.causal && (a == SoftmaxAlgorithm::shifted || a == SoftmaxAlgorithm::online) &&
         (!is_log(o) || o.arithmetic.log_softmax != LogSoftmaxAlgorithm::lse);
}

const RowsProperty table[] = {
    {"SOFTMAX-ACC-1", always, judge_all, accuracy_cases, 40, rows::draw_accuracy, rows::derived_bound},
    {"SOFTMAX-RANGE-1", always, judge_range, few_cases, 0, nullptr,
     "[0, 1]; of log-softmax the bound above 0"},
    {"SOFTMAX-SUM-1", plain, judge_sum, few_cases, 0, nullptr,
     "growth of the sum, two roundings, half an ulp of each element; where the maximum is not simply "
     "subtracted, the sum of all bounds"},
    {"SOFTMAX-ORDER-1", plain, judge_order, few_cases, 0, nullptr,
     "rounding is monotone; exp and log may be wrong by what is claimed, on both sides"},
    {"SOFTMAX-SHIFT-1", shifts, judge_shift, shift_cases, 0, nullptr, "the same bits"},
    {"SOFTMAX-PLACE-1", has_infinities, judge_all, place_cases, 0, nullptr, rows::derived_bound, true},
    {"SOFTMAX-MASK-1", masks, judge_all, mask_cases, 0, nullptr, rows::derived_bound},
    {"SOFTMAX-CAUSAL-1", is_causal, judge_all, rows::causal_cases, 0, nullptr, rows::derived_bound},
    {"SOFTMAX-MASKED-1", has_infinities, judge_all, masked_cases, 0, nullptr, "the claimed class", true},
    {"SOFTMAX-INFINITY-1", has_infinities, judge_all, infinity_cases, 0, nullptr, "the claimed class", true},
    {"SOFTMAX-SCALE-1", scales, judge_all, scale_cases, 0, nullptr, rows::derived_bound},
};

}  // namespace

std::span<const RowsProperty> properties() { return table; }

}  // namespace ulpgate::softmax
