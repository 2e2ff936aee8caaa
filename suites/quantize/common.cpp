// The properties that all operations of quantization share.
#include <algorithm>

#include "suites/quantize/cases.h"
#include "suites/quantize/conduct.h"

namespace ulpgate::blocks {
namespace {

bool has_scales(const BlocksOffer& o) { return !o.is("delayed_scale_update") && !o.is("hadamard"); }

constexpr BlocksProperty table[] = {
    {"BLOCKS-EMPTY-1", always, judge_all, empty_cases, 0, nullptr, exact_bits},
    {"BLOCKS-STRIDE-1", always, judge_all, stride_cases, 40, draw_layout, exact_bits, true},
    {"BLOCKS-GRID-1", always, judge_all, grid_cases, 0, nullptr, exact_bits},
    {"BLOCKS-WRITE-1", always, judge_write, conduct_cases, 0, nullptr, "poison and guards", true},
    {"BLOCKS-READ-1", always, judge_read, conduct_cases, 0, nullptr, "the same bits", true},
    {"BLOCKS-REPEAT-1", always, judge_repeat, conduct_cases, 0, nullptr, "the same bits", true},
    {"BLOCKS-SIZE-1", has_scales, judge_size, conduct_cases, 0, nullptr, "invalid", true},
    {"BLOCKS-STATE-1", always, judge_state, empty_cases, 0, nullptr, "the same state", true},
};

}  // namespace

std::span<const BlocksProperty> common_properties() { return table; }

const BlocksProperty* find_property(const Definition& definition, std::string_view requirement) {
  for (const std::span<const BlocksProperty> some : {common_properties(), definition.properties}) {
    const auto found = std::find_if(some.begin(), some.end(),
                                    [&](const BlocksProperty& p) { return p.requirement == requirement; });
    if (found != some.end()) return &*found;
  }
  return nullptr;
}

}  // namespace ulpgate::blocks
