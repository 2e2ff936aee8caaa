#include "reference/tensor_core/profile.h"

#include <algorithm>
#include <initializer_list>

#include "reference/formats/decode.h"

namespace ulpgate {

char letter(EvidenceKind kind) { return "VMKDIU"[static_cast<int>(kind)]; }

std::string to_text(const MmaShape& s) {
  return "m" + std::to_string(s.m) + "n" + std::to_string(s.n) + "k" + std::to_string(s.k);
}

bool ProfileEntry::takes(const Format& a, const Format& b) const {
  const auto has = [&](const Format& f) {
    return std::any_of(inputs.begin(), inputs.end(), [&](const Format* in) { return in->name == f.name; });
  };
  const bool same = a.name == b.name;
  return has(a) && has(b) && (mixing == Mixing::any || same == (mixing == Mixing::same));
}

std::vector<std::pair<const Format*, const Format*>> ProfileEntry::input_pairs() const {
  std::vector<std::pair<const Format*, const Format*>> pairs;
  for (const Format* a : inputs) {
    for (const Format* b : inputs) {
      if (takes(*a, *b)) pairs.emplace_back(a, b);
    }
  }
  return pairs;
}

const ProfileEntry* Profile::find(std::string_view id) const {
  const auto found =
      std::find_if(entries.begin(), entries.end(), [&](const ProfileEntry& e) { return e.id == id; });
  return found == entries.end() ? nullptr : &*found;
}

const ProfileEntry* Profile::find(std::string_view family, const Format& a, const Format& b,
                                  const Format& accumulator, const Format& output, int k) const {
  for (const ProfileEntry& e : entries) {
    if (e.family == family && e.takes(a, b) && e.accumulator->name == accumulator.name &&
        e.output->name == output.name &&
        std::any_of(e.shapes.begin(), e.shapes.end(), [&](const MmaShape& s) { return s.k == k; })) {
      return &e;
    }
  }
  return nullptr;
}

namespace {

bool is_one_of(const Format& f, std::initializer_list<const Format*> some) {
  return std::any_of(some.begin(), some.end(), [&](const Format* s) { return s->name == f.name; });
}

/// Sums of the aligned terms stay below 2^62.
constexpr int max_fraction_bits = 40;

std::string check_sum(const ProfileEntry& e) {
  using namespace formats;
  const Arithmetic& r = e.arithmetic;
  for (const Format* f : e.inputs) {
    if (!f->is_floating() || f->significand_bits > 10)
      return "inputs are " + std::string(f->name) + ", and sums take formats of at most 10 significand bits";
  }
  if (!is_one_of(*e.accumulator, {&fp32, &fp16})) return "accumulators of sums are fp32 or fp16";
  if (!is_one_of(*e.output, {&fp32, &fp16})) return "outputs of sums are fp32 or fp16";
  if (r.fraction_bits > max_fraction_bits) return "more than 40 fraction bits do not fit";
  if (r.output_fraction_bits > e.output->significand_bits)
    return "outputs cannot keep more fraction bits than " + std::string(e.output->name) + " has";
  if (!is_nan(*e.output, r.nan_code)) return "nan_code is no NaN of " + std::string(e.output->name);
  if (r.overflow == OverflowRule::wrap) return "only integers wrap";
  return {};
}

}  // namespace

std::string check_entry(const ProfileEntry& e) {
  using namespace formats;
  const Arithmetic& r = e.arithmetic;
  if (e.inputs.empty() || e.shapes.empty()) return "there are no inputs or no shapes";
  if (e.input_pairs().empty()) return "no pair of its inputs is allowed";
  if (r.products < 1 || r.products > 64) return "products must be between 1 and 64";
  if ((r.scale_format == nullptr) != (r.scale_block == 0)) return "scale_format and scale_block go together";
  if (r.scale_format != nullptr) {
    if (r.scale_format->name != e8m0.name &&
        (r.algorithm == Algorithm::fused_sum || r.scale_format->name != ue4m3.name))
      return "scales are e8m0, or for grouped sums ue4m3";
    for (const MmaShape& s : e.shapes) {
      if (s.k % r.scale_block != 0) return "k is no multiple of scale_block";
    }
  }
  switch (r.algorithm) {
    case Algorithm::fused_sum:
      return check_sum(e);
    case Algorithm::grouped_scaled_sum:
      for (const Format* f : e.inputs) {
        if (f->name != e2m1.name) return "grouped sums take e2m1";
      }
      if (r.scale_format == nullptr) return "grouped sums have scales";
      if (r.group < 1 || r.scale_block % r.group != 0 || r.products % r.group != 0)
        return "scale_block and products must be multiples of group";
      if (e.accumulator->name != fp32.name || e.output->name != fp32.name)
        return "grouped sums accumulate in fp32";
      return check_sum(e);
    case Algorithm::fma_chain:
      if (e.inputs.size() != 1 || !is_one_of(*e.inputs[0], {&fp64, &fp32}) ||
          e.accumulator->name != e.inputs[0]->name || e.output->name != e.inputs[0]->name)
        return "a chain of fma is all fp64 or all fp32";
      return is_nan(*e.output, r.nan_code) ? "" : "nan_code is no NaN of " + std::string(e.output->name);
    case Algorithm::integer_sum:
      for (const Format* f : e.inputs) {
        if (f->kind != FormatKind::integer || f->storage_bits > 8)
          return "integer sums take integers of 8 bits at most";
      }
      if (e.accumulator->name != int32.name || e.output->name != int32.name)
        return "integer sums accumulate in int32";
      return r.overflow == OverflowRule::infinity ? "integers wrap or saturate" : "";
    case Algorithm::exact_sum:
    case Algorithm::pairwise_sum:
    case Algorithm::two_stage_sum:
      if (e.accumulator->name != fp32.name || e.output->name != fp32.name)
        return "this algorithm accumulates in fp32";
      if (r.algorithm == Algorithm::pairwise_sum && (r.products & (r.products - 1)) != 0)
        return "pairwise sums add a power of two of products";
      if (r.algorithm == Algorithm::two_stage_sum &&
          (r.product_fraction_bits > max_fraction_bits || r.accumulator_fraction_bits > r.fraction_bits))
        return "fraction bits do not fit";
      if (r.product_groups != 1 && r.product_groups != 2) return "product_groups is 1 or 2";
      return check_sum(e);
  }
  return {};
}

}  // namespace ulpgate
