#include "reference/autocast/result_format.h"

namespace ulpgate {
namespace {

bool is(const Format& a, const Format& b) { return a.name == b.name; }

bool eligible(const Format& f) { return !is(f, formats::fp64); }

const Format& promoted_all(const std::vector<const Format*>& inputs) {
  const Format* widest = inputs.front();
  for (const Format* f : inputs) widest = &promoted(*widest, *f);
  return *widest;
}

std::vector<const Format*> cast(const std::vector<const Format*>& inputs, const Format& to) {
  std::vector<const Format*> out;
  out.reserve(inputs.size());
  for (const Format* f : inputs) out.push_back(eligible(*f) ? &to : f);
  return out;
}

/// nullptr where that is an error.
const Format* widest_eligible(const AutocastCall& call) {
  const Format* widest = call.low;
  for (const Format* f : call.inputs) {
    if (!eligible(*f) || is(*widest, formats::fp32)) continue;
    if (!is(*f, formats::fp32) && !is(*f, *call.low)) return nullptr;
    widest = f;
  }
  return widest;
}

}  // namespace

const Format& promoted(const Format& a, const Format& b) {
  if (is(a, b)) return a;
  const bool both_narrow = a.storage_bits == 16 && b.storage_bits == 16;
  if (both_narrow) return formats::fp32;
  return a.storage_bits > b.storage_bits ? a : b;
}

AutocastResult autocast_result(const AutocastCall& call) {
  using Kind = AutocastResult::Kind;
  if (call.in_place) return {Kind::untouched, nullptr};
  if (call.policy == AutocastPolicy::banned) return {Kind::banned, nullptr};
  if (call.dtype != nullptr) return {Kind::format, call.dtype};
  const bool first = eligible(*call.inputs.front());
  switch (call.policy) {
    case AutocastPolicy::lower_precision:
      return {Kind::format, &promoted_all(cast(call.inputs, *call.low))};
    case AutocastPolicy::fp32:
      return {Kind::format, &promoted_all(cast(call.inputs, formats::fp32))};
    case AutocastPolicy::fp32_result:
    case AutocastPolicy::fp32_appended:
      return {Kind::format, first ? &formats::fp32 : call.inputs.front()};
    case AutocastPolicy::widest: {
      const Format* widest = widest_eligible(call);
      if (widest == nullptr) return {Kind::mixed, nullptr};
      return {Kind::format, &promoted_all(cast(call.inputs, *widest))};
    }
    case AutocastPolicy::banned:
    case AutocastPolicy::none:
      break;
  }
  return {Kind::format, &promoted_all(call.inputs)};
}

}  // namespace ulpgate
