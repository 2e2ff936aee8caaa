#include "suites/quantize/offer.h"

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
  std::size_t i = 0;
  while (operation->tensors.at(i).name != tensor) ++i;
  return i;
}

const Format* BlocksOffer::format(std::string_view tensor) const {
  for (std::size_t i = 0; i < formats.size(); ++i) {
    if (operation->tensors[i].name == tensor) return formats[i];
  }
  return nullptr;
}

std::string BlocksOffer::formats_text() const {
  std::string text;
  bool output = false;
  for (std::size_t i = 0; i < formats.size(); ++i) {
    const BlockTensor& t = operation->tensors[i];
    if (formats[i] == nullptr) continue;
    if (!text.empty()) text += t.output && !output ? "_to_" : ".";
    output = t.output;
    if (t.optional) text += std::string(t.name) + "-";
    text += formats[i]->name;
  }
  return text;
}

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
  std::vector<BlocksOffer> all;
  for (const Offer& offer : implementation.offers()) {
    if (auto understood = understand(offer, operation)) all.push_back(std::move(*understood));
  }
  constexpr std::size_t whole = 8;  // as many offers take all cases
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].share = {1 + (all.size() - 1) / whole, i};
    all[i].emulated = implementation.emulated();
  }
  return all;
}

}  // namespace ulpgate::blocks
