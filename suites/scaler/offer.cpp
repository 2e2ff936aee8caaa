#include "suites/scaler/offer.h"

#include <cmath>
#include <cstdlib>

namespace ulpgate::scaler {
namespace {

std::string bad(const std::string& key, const std::string& value, const std::string& allowed) {
  return "the claim '" + key + "' is '" + value + "', and may be " + allowed;
}

std::string claim(ScalerOffer& o, const std::string& key, const std::string& value) {
  if (key == "unscaling") {
    if (value != "reciprocal" && value != "division") return bad(key, value, "reciprocal or division");
    o.rule.unscaling = value == "division" ? Unscaling::division : Unscaling::reciprocal;
  } else if (key == "found_at") {
    if (value != "scaled" && value != "unscaled" && value != "either")
      return bad(key, value, "scaled, unscaled or either");
    o.rule.found = value == "scaled"   ? FoundAt::scaled
                   : value == "either" ? FoundAt::either
                                       : FoundAt::unscaled;
  } else if (key == "floor") {
    char* end = nullptr;
    o.floor = std::strtod(value.c_str(), &end);
    if (*end != '\0' || !(o.floor >= 0) || static_cast<double>(static_cast<float>(o.floor)) != o.floor)
      return bad(key, value, "a number of fp32, 0 or above it");
  } else if (key == "subnormals") {
    if (value != "kept" && value != "flushed") return bad(key, value, "kept or flushed");
    o.rule.flushes_subnormals = value == "flushed";
  } else if (key == "schedule") {
    if (value != "taken" && value != "called") return bad(key, value, "taken or called");
    o.schedule = value == "taken" ? ScheduleRule::taken : ScheduleRule::called;
  } else if (key == "shards") {
    if (value != "yes" && value != "no") return bad(key, value, "yes or no");
    o.shards = value == "yes";
  } else {
    return "there is no claim '" + key +
           "' of grad_scaler; its claims are unscaling, found_at, floor, subnormals, schedule and shards";
  }
  return {};
}

}  // namespace

std::optional<ScalerOffer> understand(const Offer& offer) {
  if (offer.operation != "grad_scaler") return std::nullopt;
  ScalerOffer o;
  o.offer = offer;
  if (offer.formats.size() == 1) o.rule.gradient = find_format(offer.formats[0].second);
  if (o.rule.gradient == nullptr || !o.rule.gradient->is_floating() || !o.rule.gradient->has_infinity ||
      o.rule.gradient->precision() < 8) {
    o.rule.gradient = &formats::fp32;
    o.unclaimed = "gradients are fp64, fp32, fp16 or bf16";
    return o;
  }
  for (const char* needed : {"unscaling", "found_at"}) {
    if (!offer.claims.contains(needed)) o.unclaimed = std::string("no claim about '") + needed + "'";
  }
  for (const auto& [key, value] : offer.claims) {
    if (o.unclaimed.empty()) o.unclaimed = claim(o, key, value);
  }
  return o;
}

std::vector<ScalerOffer> scaler_offers(const Implementation& implementation) {
  std::vector<ScalerOffer> all;
  for (const Offer& offer : implementation.offers()) {
    auto understood = understand(offer);
    if (!understood) continue;
    if (understood->shards && !implementation.concurrent() && understood->unclaimed.empty())
      understood->unclaimed =
          "shards wait for each other, so calls must be allowed on several threads at once";
    all.push_back(std::move(*understood));
  }
  return all;
}

}  // namespace ulpgate::scaler
