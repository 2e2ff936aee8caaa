#include "suites/convert/offer.h"

#include "reference/formats/rule_text.h"

namespace ulpgate::convert {
namespace {

const Format* format_of(const Offer& offer, const std::string& role) {
  for (const auto& [name, format] : offer.formats) {
    if (name == role) return find_format(format);
  }
  return nullptr;
}

std::vector<std::string> required_claims(const Format& from, const Format& to) {
  std::vector<std::string> keys{"rounding", "overflow"};
  if (from.has_infinity) keys.emplace_back("infinity");
  if (from.has_nan()) keys.emplace_back("nan");
  if (from.has_sign && !to.has_sign) keys.emplace_back("negative");
  if (to.kind == FormatKind::exponent_only) keys.emplace_back("zero");
  return keys;
}

std::string set_claims(ConvertOffer& o) {
  for (const auto& [key, value] : o.offer.claims) {
    std::string problem = set_claim(o.rule, key, value);
    if (!problem.empty()) return problem;
  }
  if (o.rule.rounding == Rounding::stochastic)
    return "stochastic rounding has no place in convert, which takes no random bits";
  return check_rule(*o.from, *o.to, o.rule);
}

}  // namespace

std::string ConvertOffer::formats_text() const {
  return std::string(from->name) + "_to_" + std::string(to->name);
}

std::optional<ConvertOffer> understand(const Offer& offer) {
  if (offer.operation != "convert") return std::nullopt;
  ConvertOffer o{.offer = offer,
                 .from = format_of(offer, "from"),
                 .to = format_of(offer, "to"),
                 .rule = {},
                 .unclaimed = {}};
  if (o.from == nullptr || o.to == nullptr) {
    // Without formats there is nothing to judge; int64 stands in so that the row can be named.
    o.from = o.from != nullptr ? o.from : &formats::int64;
    o.to = o.to != nullptr ? o.to : &formats::int64;
    o.unclaimed = "the offer names no format for 'from' and 'to' that ulpgate knows";
    return o;
  }
  // A conversion that can neither overflow nor meet special values need not speak of them.
  o.rule.overflow = o.to->has_infinity ? Overflow::infinity : Overflow::saturate;
  for (const std::string& key : required_claims(*o.from, *o.to)) {
    if (offer.claims.contains(key)) continue;
    o.unclaimed = "no claim about '" + key + "'";
    return o;
  }
  o.unclaimed = set_claims(o);
  return o;
}

std::vector<ConvertOffer> convert_offers(const Implementation& implementation) {
  std::vector<ConvertOffer> all;
  for (const Offer& offer : implementation.offers()) {
    if (auto understood = understand(offer)) all.push_back(std::move(*understood));
  }
  return all;
}

}  // namespace ulpgate::convert
