// Rows so long that a bound of sums in any order leaves room for lost terms: of few elements that count.
//
// Of 2^18 equal terms, fp32 may lose 2^18 * 2^-24 = 1/64 to rounding, and so thousands of them. Where six
// terms are all there is, one that is lost is a sixth.
#include <algorithm>

#include "suites/framework/codes.h"
#include "suites/rows/cases.h"

namespace ulpgate::rows {
namespace {

/// What is planted where a row counts: nullopt leaves what the family says.
std::optional<double> counting_value(std::string_view operation, std::string_view tensor) {
  if (operation == "softmax" || operation == "log_softmax" || operation == "attention" ||
      operation.starts_with("cross_entropy"))
    return tensor == "x" ? std::optional(0.0) : std::nullopt;
  if (operation == "softmax_backward" && tensor == "y") return 0.125;
  if (operation.ends_with("softmax_backward")) return tensor == "dy" ? std::optional(1.0) : std::nullopt;
  if (tensor == "dy") return 64.0;
  if (tensor != "x") return std::nullopt;
  return operation.ends_with("_backward") ? 1.0 : 64.0;
}

}  // namespace

std::vector<std::int64_t> places_that_count(std::int64_t extent) {
  const std::int64_t quarter = extent / 4;
  std::vector<std::int64_t> places;
  for (const std::int64_t i :
       {std::int64_t{0}, quarter - 1, quarter, 2 * quarter - 1, 2 * quarter, extent - 1}) {
    if (i >= 0 && i < extent && (places.empty() || i > places.back())) places.push_back(i);
  }
  return places;
}

bool adds_up_rows(const RowsOffer& o) {
  constexpr std::string_view operations[] = {"softmax",
                                             "log_softmax",
                                             "softmax_backward",
                                             "log_softmax_backward",
                                             "attention",
                                             "layer_norm",
                                             "rms_norm",
                                             "group_norm",
                                             "layer_norm_backward",
                                             "rms_norm_backward",
                                             "group_norm_backward",
                                             "cross_entropy",
                                             "cross_entropy_backward"};
  return std::find(std::begin(operations), std::end(operations), o.operation->name) != std::end(operations);
}

Cases long_cases(const Definition&, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  // Narrow accumulators have bounds for short rows only.
  std::vector<std::int64_t> lengths{17, 257, o.emulated ? 8193 : 16385};
  // Offers take turns, as these rows cost more than all others; where there are many, half of them.
  const bool many = o.share.share > 1;
  const std::size_t turn = o.share.turn % (many ? 4 : 2);
  if (tier == Tier::standard && turn == 0) lengths.push_back(o.emulated ? 131073 : 262145);
  if (tier == Tier::standard && !o.emulated && turn == (many ? 2 : 1)) lengths.push_back(131073);
  if (tier > Tier::standard) lengths.insert(lengths.end(), {131073, 262145, 1048577});
  Cases all;
  for (const std::int64_t n : lengths) {
    RowsCase c = plain_case(o, 1, n, Family::quiet, ++seed);
    c.plain_parameters = true;
    c.smoothing = 0;
    if (o.has("v")) c.d = 1;
    const bool along_inner = has_groups(o) && all.size() % 2 == 1;
    for (std::size_t t = 0; t < o.formats.size(); ++t) {
      if (o.formats[t] == nullptr || o.operation->tensors[t].output) continue;
      const std::string_view name = o.operation->tensors[t].name;
      if (name == "target") c.planted.push_back({t, 0, 0, 0, static_cast<std::uint64_t>(n - 1)});
      if (name == "dloss") c.planted.push_back({t, 0, 0, 0, nearest_code(*o.formats[t], 1)});
      const auto value = counting_value(o.operation->name, name);
      if (!value) continue;
      for (const std::int64_t i : places_that_count(n))
        c.planted.push_back(
            {t, 0, along_inner ? 0 : i, along_inner ? i : 0, nearest_code(*o.formats[t], *value)});
    }
    if (along_inner) std::swap(c.n, c.inner);
    all.push_back(c);
  }
  return all;
}

}  // namespace ulpgate::rows
