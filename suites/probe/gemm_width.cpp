#include "suites/probe/gemm_width.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace ulpgate::probe::box {
namespace {

struct Signature {
  const char* name;
  std::array<double, 8> results;
};

constexpr std::array<Signature, 5> signatures{{
    {"toward_zero", {0, 0, 0, 1, 0, 0, 0, -1}},
    {"nearest_even", {0, 0, 1, 2, 0, 0, -1, -2}},
    {"nearest_away", {0, 1, 1, 2, 0, -1, -1, -2}},
    {"up", {1, 1, 1, 2, 0, 0, 0, -1}},
    {"down", {0, 0, 0, 1, -1, -1, -1, -2}},
}};

/// Multiples of a quarter of an ulp.
constexpr std::array<std::uint64_t, 4> quarters{1, 2, 3, 6};

std::string short_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

}  // namespace

std::string text(const Place& p) {
  return "k = " + std::to_string(p.large) + ", " + std::to_string(p.small) + ", " +
         std::to_string(p.negative);
}

std::string text(const Kept& kept, const Place& place) {
  return "2^-" + std::to_string(kept.bits) + " kept next to 1, 2^-" + std::to_string(kept.bits + 1) +
         " lost (" + text(place) + ")";
}

std::vector<Kept> kept_bits(Dots& dots, const Reach& reach, std::int64_t k, std::span<const Place> places) {
  const int widest = reach.widest();
  std::vector<Dot> all;
  std::vector<double> small;
  for (const Place& place : places) {
    for (int t = 1; t <= widest; ++t) {
      const Scale scale = *reach.scale(t);
      all.push_back({{place.large, reach.power(scale.large)},
                     {place.small, reach.power(scale.small)},
                     {place.negative, reach.power(scale.large, true)}});
      small.push_back(std::ldexp(1, scale.small));
    }
  }
  const std::vector<double> d = dots.values(k, all);
  std::vector<Kept> kept;
  for (std::size_t p = 0; p < places.size(); ++p) {
    const std::size_t first = p * static_cast<std::size_t>(widest);
    int t = 0;
    while (t < widest && d[first + static_cast<std::size_t>(t)] == small[first + static_cast<std::size_t>(t)])
      ++t;
    kept.push_back({t, t == widest});
  }
  return kept;
}

std::string direction(std::span<const double> results) {
  for (const Signature& s : signatures) {
    if (std::equal(results.begin(), results.end(), s.results.begin(), s.results.end())) return s.name;
  }
  return "other";
}

std::optional<Direction> rounding_at(Dots& dots, const Reach& reach, std::int64_t k, const Place& place,
                                     int bits) {
  // The smallest product used is a quarter of an ulp of 2^large.
  const auto scale = reach.scale(bits + 2);
  if (!scale) return std::nullopt;
  std::vector<Dot> all;
  for (const bool negative : {false, true}) {
    for (const std::uint64_t q : quarters) {
      const auto small = reach.product(q, scale->small, negative);
      if (!small) return std::nullopt;
      all.push_back({{place.large, reach.power(scale->large, negative)},
                     {place.small, *small},
                     {place.negative, reach.power(scale->large, !negative)}});
    }
  }
  std::vector<double> d = dots.values(k, all);
  std::string seen;
  for (double& value : d) {
    value = std::ldexp(value, -scale->small - 2);
    seen += (seen.empty() ? "" : ", ") + short_number(value);
  }
  return Direction{direction(d),
                   "+-(1 + 1/4, 1/2, 3/4, 3/2 ulp) gave " + seen + " ulp (" + text(place) + ")"};
}

std::string eleven_bits_name(const std::optional<bool>& overflows) {
  if (!overflows) return "11 bits";
  return *overflows ? "fp16" : "tf32";
}

std::string width_name(const Kept& kept) {
  switch (kept.limited ? -1 : kept.bits) {
    case 52:
      return "fp64";
    case 23:
      return "fp32";
    case 13:
      return "E8M13";
    case 7:
      return "bf16";
    default:
      return std::to_string(kept.bits + 1) + " bits";
  }
}

}  // namespace ulpgate::probe::box
