#include "suites/quantize/offer.h"

#include "suites/framework/tensor_formats.h"
#include "suites/quantize/claims.h"

namespace ulpgate::blocks {
namespace {

/// What a tensor may be in: wide numbers; of what is counted in fp32, fp32 alone; codes of elements.
bool fits(std::string_view tensor, const Format& f) {
  if (tensor == "random") return &f == &formats::int32;
  if (tensor == "x" || tensor == "y")
    return f.is_floating() && f.storage_bits >= 16 && &f != &formats::fp64 && &f != &formats::tf32;
  if (tensor == "q" || tensor == "q_t") return f.is_floating() && f.storage_bits == 8 && f.has_sign;
  if (tensor == "scales" || tensor == "scales_t")
    return &f == &formats::fp32 || &f == &formats::e8m0 || &f == &formats::e4m3;
  return &f == &formats::fp32;
}

std::string read_formats(BlocksOffer& o) {
  for (const auto& [role, name] : o.offer.formats) {
    const Format* format = find_format(name);
    if (format == nullptr) return "no format is called '" + name + "'";
    if (!fits(role, *format)) return "'" + role + "' cannot be " + name;
    for (std::size_t i = 0; i < o.formats.size(); ++i) {
      if (o.operation->tensors[i].name == role) o.formats[i] = format;
    }
  }
  for (std::size_t i = 0; i < o.formats.size(); ++i) {
    if (o.formats[i] == nullptr && !o.operation->tensors[i].optional)
      return "the offer names no format for '" + std::string(o.operation->tensors[i].name) + "'";
  }
  return {};
}

}  // namespace

std::size_t BlocksOffer::place(std::string_view tensor) const {
  return tensor_place(operation->tensors, tensor);
}

const Format* BlocksOffer::format(std::string_view tensor) const {
  return tensor_format(operation->tensors, formats, tensor);
}

std::string BlocksOffer::formats_text() const { return ulpgate::formats_text(operation->tensors, formats); }

std::optional<BlocksOffer> understand(const Offer& offer, std::string_view operation) {
  if (offer.operation != operation) return std::nullopt;
  BlocksOffer o;
  o.offer = offer;
  o.operation = find_block_operation(operation);
  o.formats.assign(o.operation->tensors.size(), nullptr);
  o.unclaimed = read_formats(o);
  if (o.unclaimed.empty()) o.unclaimed = read_claims(o);
  return o;
}

std::vector<BlocksOffer> blocks_offers(const Implementation& implementation, std::string_view operation) {
  return sharing_offers<BlocksOffer>(implementation, 1,
                                     [&](const Offer& offer) { return understand(offer, operation); });
}

}  // namespace ulpgate::blocks
