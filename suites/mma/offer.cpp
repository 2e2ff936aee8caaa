#include "suites/mma/offer.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace ulpgate::mma {
namespace {

constexpr int largest_extent = 512;

/// The whole number that `text` begins with, which is then cut off.
std::optional<int> take_number(std::string_view& text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || value < 1 || value > largest_extent) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

std::string quoted(const std::string& text) { return "'" + text + "'"; }

/// What is wrong with the formats, or empty.
std::string set_formats(MmaOffer& o) {
  const Format* b_scale = nullptr;
  const std::pair<const char*, const Format**> roles[] = {
      {"a", &o.a}, {"b", &o.b}, {"c", &o.c}, {"d", &o.d}, {"a_scale", &o.scale}, {"b_scale", &b_scale}};
  for (const auto& named : o.offer.formats) {
    const auto& [role, format] = named;
    const auto* found = std::find_if(std::begin(roles), std::end(roles),
                                     [&](const auto& r) { return r.first == named.first; });
    if (found == std::end(roles))
      return "the offer names a format for " + quoted(role) + ", which mma does not have";
    *found->second = find_format(format);
    if (*found->second == nullptr)
      return "the format of " + quoted(role) + " is " + quoted(format) + ", which ulpgate does not know";
  }
  for (const auto& role : std::span(roles).first(4)) {
    if (*role.second == nullptr) return "the offer names no format for " + quoted(role.first);
  }
  if (o.scale != b_scale)
    return "the offer names different formats for 'a_scale' and 'b_scale', or one of them alone";
  const bool of_a = o.a->kind == FormatKind::integer, of_b = o.b->kind == FormatKind::integer;
  const bool into = o.c->name == formats::int32.name && o.d->name == formats::int32.name;
  const bool floating = o.a->is_floating() && o.b->is_floating() && o.c->is_floating() && o.d->is_floating();
  if (!floating && !(of_a && of_b && into && o.scale == nullptr))
    return "the formats are neither all floating-point nor integers that are added in int32";
  if (!o.integer() && (!o.c->has_nan() || !o.d->has_infinity))
    return "the formats of C and D have no infinity or no NaN";
  return {};
}

std::string set_profile(MmaOffer& o, const std::string& value) {
  const auto problem = [&](const std::string& text) {
    return "the claim 'profile' names " + quoted(value) + ", which " + text;
  };
  const auto slash = value.find('/');
  const Profile* profile = slash == std::string::npos ? nullptr : find_profile(value.substr(0, slash));
  const ProfileEntry* entry = profile == nullptr ? nullptr : profile->find(value.substr(slash + 1));
  if (entry == nullptr) return problem("is no entry of a profile");
  if (!entry->takes(*o.a, *o.b)) return problem("does not take these formats of A and B");
  if (entry->accumulator->name != o.c->name || entry->output->name != o.d->name)
    return problem("has other formats of C and D");
  if (std::none_of(entry->shapes.begin(), entry->shapes.end(),
                   [&](const MmaShape& s) { return s.k == o.shape.k; }))
    return problem("has no shape with k = " + std::to_string(o.shape.k));
  const Format* scale = entry->arithmetic.scale_format;
  if ((scale == nullptr) != (o.scale == nullptr) || (scale != nullptr && scale->name != o.scale->name) ||
      entry->arithmetic.scale_block != o.scale_block)
    return problem("has other scales");
  o.entry = *entry;
  return {};
}

std::string set_claims(MmaOffer& o) {
  const Claims& claims = o.offer.claims;
  for (const auto& [key, value] : claims) {
    if (key != "shape" && key != "profile" && key != "scale_block")
      return "the claim " + quoted(key) + " means nothing for mma";
  }
  const auto shape = claims.find("shape");
  if (shape == claims.end()) return "no claim about 'shape'";
  const auto parsed = parse_shape(shape->second);
  if (!parsed) return "the claim 'shape' is " + quoted(shape->second) + ", and should be like m16n8k16";
  o.shape = *parsed;
  const auto block = claims.find("scale_block");
  if (block == claims.end()) {
    if (o.scale != nullptr) return "no claim about 'scale_block'";
  } else {
    std::string_view text = block->second;
    const auto number = take_number(text);
    if (o.scale == nullptr) return "the claim 'scale_block' means nothing without scales";
    if (!number || !text.empty() || o.shape.k % *number != 0)
      return "the claim 'scale_block' is " + quoted(block->second) +
             ", and should be a number that divides k";
    o.scale_block = *number;
  }
  const auto profile = claims.find("profile");
  return profile == claims.end() ? "" : set_profile(o, profile->second);
}

}  // namespace

std::optional<MmaShape> parse_shape(const std::string& text) {
  std::string_view rest = text;
  MmaShape shape;
  for (const auto& [letter, extent] : {std::pair{'m', &shape.m}, {'n', &shape.n}, {'k', &shape.k}}) {
    if (!rest.starts_with(letter)) return std::nullopt;
    rest.remove_prefix(1);
    const auto number = take_number(rest);
    if (!number) return std::nullopt;
    *extent = *number;
  }
  return rest.empty() ? std::optional(shape) : std::nullopt;
}

std::string MmaOffer::formats_text() const {
  std::string text = std::string(a->name) + "." + std::string(b->name);
  if (c != d) text += "." + std::string(c->name);
  text += "_to_" + std::string(d->name);
  if (scale != nullptr) text += "." + std::string(scale->name);
  return text;
}

std::optional<MmaOffer> understand(const Offer& offer) {
  if (offer.operation != "mma") return std::nullopt;
  MmaOffer o;
  o.offer = offer;
  o.unclaimed = set_formats(o);
  if (o.unclaimed.empty()) o.unclaimed = set_claims(o);
  // Without formats there is nothing to judge; fp32 stands in so that the row can be named.
  for (const Format** f : {&o.a, &o.b, &o.c, &o.d}) {
    if (*f == nullptr) *f = &formats::fp32;
  }
  return o;
}

std::vector<MmaOffer> mma_offers(const Implementation& implementation) {
  std::vector<MmaOffer> all;
  for (const Offer& offer : implementation.offers()) {
    if (auto understood = understand(offer)) all.push_back(std::move(*understood));
  }
  constexpr std::size_t whole = 16;  // as many offers take all cases
  for (std::size_t i = 0; i < all.size(); ++i) all[i].share = {1 + (all.size() - 1) / whole, i};
  return all;
}

}  // namespace ulpgate::mma
