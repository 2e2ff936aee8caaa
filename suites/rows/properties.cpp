// The properties that all operations on rows share: when each applies, and what it is given.
#include <algorithm>

#include "suites/rows/cases.h"
#include "suites/rows/properties/conduct.h"

namespace ulpgate::rows {
namespace {

bool in_place(const RowsOffer& o) {
  const std::string_view name = o.operation->name;
  return (name == "softmax" || name == "log_softmax" || name == "unscale_check") &&
         o.formats[0] == &o.output();
}
bool floating(const RowsOffer& o) { return o.input().has_nan(); }
bool invariant(const RowsOffer& o) { return o.batch_invariant; }
bool has_amax(const RowsOffer& o) { return o.has("amax"); }
bool scales_output(const RowsOffer& o) { return o.scale_y; }
bool position_invariant(const RowsOffer& o) { return o.position_invariant; }
/// Whether a row is alone in those outputs that are not of columns.
bool rows_alone(const RowsOffer& o) {
  return o.deterministic && o.arithmetic.reduction == Reduction::none && !o.has("amax") &&
         !o.operation->joins_rows();
}
/// Whether elements of a row that are made of equal ones are equal.
bool elements_alone(const RowsOffer& o) {
  const std::string_view name = o.operation->name;
  // Or neighbours that equal_cases does not make equal.
  const bool one_a_row = name == "cross_entropy" || name == "attention" || name == "adamw_step" ||
                         name == "accumulate" || name == "sgd_step" || name == "scale_update" ||
                         name == "gradient_norm";
  return o.deterministic && !o.causal && !one_a_row;
}

constexpr RowsProperty table[] = {
    {"ROWS-LENGTH-1", always, judge_all, length_cases, 0, nullptr, derived_bound},
    {"ROWS-LONG-1", adds_up_rows, judge_all, long_cases, 0, nullptr, derived_bound},
    {"ROWS-EMPTY-1", always, judge_all, empty_cases, 0, nullptr, derived_bound, true},
    {"ROWS-TALL-1", always, judge_tall, tall_cases, 0, nullptr, derived_bound, true},
    {"ROWS-SPECIAL-1", floating, judge_all, special_cases, 30, draw_special,
     "the class of each element by definition and claims; finite ones by reference/bounds/", true},
    {"ROWS-STRIDE-1", always, judge_all, stride_cases, 60, draw_layout, derived_bound, true},
    {"ROWS-ALIGN-1", always, judge_all, align_cases, 0, nullptr, derived_bound, true},
    {"ROWS-ALIAS-1", in_place, judge_all, alias_cases, 0, nullptr, derived_bound, true},
    {"ROWS-AMAX-1", has_amax, judge_amax, amax_cases, 20, draw_accuracy,
     "the largest of the elements' ends, by reference/bounds/"},
    {"ROWS-OUTSCALE-1", scales_output, judge_all, output_scale_cases, 0, nullptr, derived_bound},
    {"ROWS-WRITE-1", always, judge_write, write_cases, 0, nullptr, "poison and guards", true},
    {"ROWS-READ-1", deterministic, judge_read, read_cases, 0, nullptr, "the same bits", true},
    {"ROWS-INDEX-1", always, judge_index, index_cases, 0, nullptr, derived_bound, true},
    {"ROWS-REPEAT-1", deterministic, judge_repeat, repeat_cases, 0, nullptr, "the same bits", true},
    {"ROWS-STATE-1", always, judge_state, repeat_cases, 0, nullptr, "the same state", true},
    {"ROWS-ALONE-1", rows_alone, judge_alone, row_cases, 0, nullptr, "the same bits", true, invariant},
    {"ROWS-EQUAL-1", elements_alone, judge_equal, equal_cases, 0, nullptr, "the same bits", true,
     position_invariant},
};

}  // namespace

std::span<const RowsProperty> common_properties() { return table; }

const RowsProperty* find_property(const Definition& definition, std::string_view requirement) {
  for (const std::span<const RowsProperty> some : {common_properties(), definition.properties}) {
    const auto found = std::find_if(some.begin(), some.end(),
                                    [&](const RowsProperty& p) { return p.requirement == requirement; });
    if (found != some.end()) return &*found;
  }
  return nullptr;
}

}  // namespace ulpgate::rows
