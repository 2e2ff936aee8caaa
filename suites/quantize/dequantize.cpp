// dequantize: its cases.
#include "suites/framework/codes.h"
#include "suites/quantize/cases.h"
#include "suites/quantize/order_cases.h"
#include "suites/quantize/plan.h"
#include "suites/quantize/quantize_cases.h"
#include "suites/quantize/requirements.h"
#include "suites/quantize/suite.h"

namespace ulpgate::blocks {
namespace {

/// Every code with every scale byte; a lot of fp32 scales.
Cases value_cases(const BlocksOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  const auto codes = static_cast<std::int64_t>(o.format("q")->code_count());
  const auto rounds = static_cast<std::int64_t>(at_tier(tier, 8, 64, 256));
  for (std::int64_t i = 0; i < rounds; ++i) {
    BlocksCase c = plain_case(1 + i % 3, codes, Family::every, static_cast<std::uint64_t>(i * 5));
    c.exponent = static_cast<int>(i % 40) - 20;
    all.push_back(c);
    if (!o.has("global")) continue;
    c.seed = ++seed;
    all.push_back(c);
  }
  if (!o.has("global")) return all;
  for (const std::uint64_t global : {std::uint64_t{0}, infinity_magnitude(formats::fp32), std::uint64_t{1},
                                     max_finite_magnitude(formats::fp32), nearest_code(formats::fp32, 6),
                                     nearest_code(formats::fp32, 1e-38)}) {
    BlocksCase c = plain_case(16, 256, Family::every, ++seed);
    c.planted.push_back({o.place("global"), 0, 0, global});
    all.push_back(c);
  }
  const Cases orders = order_cases(o, tier, ++seed);
  all.insert(all.end(), orders.begin(), orders.end());
  return all;
}

/// Few columns with scales 1, 2, 4, 8 and so on.
Cases block_cases(const BlocksOffer& o, Tier tier, std::uint64_t seed) {
  Cases all = edge_cases(o, tier, seed);
  if (o.format("scales") != &formats::fp32) return all;
  BlocksCase c =
      plain_case(2 * block_rows(o), 3 * block_columns(o) + block_columns(o) / 2, Family::steps, ++seed);
  const Shape s = shape_of(o, c, o.place("scales"));
  for (std::int64_t i = 0; i < s[0] * s[1] && i < 60; ++i)
    c.planted.push_back({o.place("scales"), i / s[1], i % s[1],
                         nearest_code(formats::fp32, static_cast<double>(std::uint64_t{1} << i))});
  all.push_back(c);
  return all;
}

bool lays_out(const BlocksOffer& o) { return o.layout != quantize::ScaleLayout::plain; }

bool packs(const BlocksOffer& o) { return o.packing != quantize::Packing::none; }

constexpr BlocksProperty table[] = {
    {"DEQUANT-VALUE-1", always, judge_all, value_cases, 30, draw_case, exact_bits},
    {"DEQUANT-BLOCK-1", always, judge_all, block_cases, 0, nullptr, exact_bits},
    {"DEQUANT-LAYOUT-1", lays_out, judge_all, layout_cases, 0, nullptr, exact_bits},
    {"DEQUANT-PACK-1", packs, judge_all, pack_cases, 0, nullptr, exact_bits},
};

const Definition definition{
    .operation = "dequantize", .properties = table, .requirements = dequantize_requirements};

}  // namespace

const Suite& dequantize_suite() {
  static const Suite s = suite_of<definition>();
  return s;
}

}  // namespace ulpgate::blocks
