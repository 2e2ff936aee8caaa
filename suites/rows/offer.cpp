#include "suites/rows/offer.h"

#include <algorithm>

#include "suites/framework/tensor_formats.h"
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
  return tensor_place(operation->tensors, tensor);
}

const Format* RowsOffer::format(std::string_view tensor) const {
  return tensor_format(operation->tensors, formats, tensor);
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

std::string RowsOffer::formats_text() const { return ulpgate::formats_text(operation->tensors, formats); }

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
  return sharing_offers<RowsOffer>(implementation, 2,
                                   [&](const Offer& offer) { return understand(offer, operation); });
}

}  // namespace ulpgate::rows
