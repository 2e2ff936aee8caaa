#include "suites/rows/offer.h"

#include <algorithm>

#include "suites/rows/claims.h"

namespace ulpgate::rows {
namespace {

std::string read_formats(RowsOffer& o) {
  for (const auto& [role, name] : o.offer.formats) {
    const Format* format = find_format(name);
    if (format == nullptr) return "no format is called '" + name + "'";
    for (std::size_t i = 0; i < o.formats.size(); ++i) {
      if (o.operation->tensors[i].name == role) o.formats[i] = format;
    }
  }
  for (std::size_t i = 0; i < o.formats.size(); ++i) {
    const RowTensor& t = o.operation->tensors[i];
    if (o.formats[i] == nullptr && !t.optional)
      return "the offer names no format for '" + std::string(t.name) + "'";
    if (o.formats[i] == nullptr) continue;
    // Narrower ones cannot count for long.
    const bool counts = t.name != "new_step" || o.formats[i]->storage_bits >= 32;
    if (o.formats[i]->is_floating() && counts) continue;
    const bool whole =
        (t.name == "mask" && o.formats[i] == &formats::uint8) ||
        (t.name.ends_with("tracker") && o.formats[i] == &formats::int32) ||
        ((t.name == "target" || t.name == "sizes" || t.name == "index" || t.name == "new_step") &&
         o.formats[i] == &formats::int64);
    if (!whole) return "'" + std::string(t.name) + "' cannot be " + std::string(o.formats[i]->name);
  }
  return {};
}

}  // namespace

std::size_t RowsOffer::place(std::string_view tensor) const {
  std::size_t i = 0;
  while (operation->tensors.at(i).name != tensor) ++i;
  return i;
}

const Format* RowsOffer::format(std::string_view tensor) const {
  for (std::size_t i = 0; i < formats.size(); ++i) {
    if (operation->tensors[i].name == tensor) return formats[i];
  }
  return nullptr;
}

const Format& RowsOffer::input() const {
  const Format* x = format("x");
  return x != nullptr ? *x : *formats[0];
}

std::size_t RowsOffer::output_place() const {
  std::size_t i = 0;
  while (!operation->tensors.at(i).output) ++i;
  return i;
}

Rule RowsOffer::rule_of(std::size_t place) const {
  if (place == output_place()) return rule;
  Rule plain;
  if (!formats[place]->has_infinity) {
    plain.overflow = Overflow::saturate;
    plain.infinity = InfinityRule::saturate;
  }
  plain.subnormals = rule.subnormals;
  return plain;
}

const Format& RowsOffer::scale_format() const {
  return &input() == &formats::fp64 ? formats::fp64 : formats::fp32;
}

const Format& RowsOffer::eps_format() const {
  return arithmetic.accumulator == &formats::fp64 ? formats::fp64 : formats::fp32;
}

std::string RowsOffer::formats_text() const {
  std::string text;
  bool output = false;
  for (std::size_t i = 0; i < formats.size(); ++i) {
    const RowTensor& t = operation->tensors[i];
    if (formats[i] == nullptr) continue;
    if (!text.empty()) text += t.output && !output ? "_to_" : ".";
    output = t.output;
    if (t.optional) text += std::string(t.name) + "-";
    text += formats[i]->name;
  }
  return text;
}

std::optional<RowsOffer> understand(const Offer& offer, std::string_view operation) {
  if (offer.operation != operation) return std::nullopt;
  RowsOffer o;
  o.offer = offer;
  o.operation = find_row_operation(operation);
  o.formats.assign(o.operation->tensors.size(), nullptr);
  o.unclaimed = read_formats(o);
  if (o.unclaimed.empty()) o.unclaimed = read_claims(o);
  return o;
}

std::vector<RowsOffer> rows_offers(const Implementation& implementation, std::string_view operation) {
  std::vector<RowsOffer> all;
  for (const Offer& offer : implementation.offers()) {
    if (auto understood = understand(offer, operation)) all.push_back(std::move(*understood));
  }
  constexpr std::size_t whole = 8;  // as many offers take all cases
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].share = {1 + (all.size() - 1) / whole * 2, i};
    all[i].emulated = implementation.emulated();
  }
  return all;
}

}  // namespace ulpgate::rows
