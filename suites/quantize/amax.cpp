// amax: its cases.
#include "suites/framework/codes.h"
#include "suites/quantize/cases.h"
#include "suites/quantize/plan.h"
#include "suites/quantize/requirements.h"
#include "suites/quantize/suite.h"

namespace ulpgate::blocks {
namespace {

BlocksCase with_spike(const BlocksOffer& o, std::int64_t columns, std::int64_t at, double size,
                      std::uint64_t seed) {
  BlocksCase c = plain_case(1, columns, Family::equal, seed - seed % 50);
  c.planted.push_back({0, 0, at, nearest_code(*o.formats[0], size)});
  return c;
}

Cases place_cases(const BlocksOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  for (std::int64_t at = 0; at < 512; at += tier == Tier::smoke ? 31 : 1)
    all.push_back(with_spike(o, 512, at, at % 2 == 0 ? 100 : -100, seed));
  for (const std::int64_t columns : {1023, 1024, 8193, 65537}) {
    for (std::int64_t at = 0; at < columns; at += 1024) {
      for (const std::int64_t beside : {at - 1, at, columns - 1})
        if (beside >= 0) all.push_back(with_spike(o, columns, beside, -100, seed));
      if (columns > 10000 && tier < Tier::full) at += 15 * 1024;
    }
  }
  for (std::int64_t row = 0; row < 40; ++row) {
    BlocksCase c = plain_case(40, 17, Family::equal, seed - seed % 50);
    c.planted.push_back({0, row, row % 17, nearest_code(*o.formats[0], 100)});
    all.push_back(c);
  }
  return all;
}

Cases value_cases(const BlocksOffer&, Tier tier, std::uint64_t seed) {
  Cases all;
  for (const Family family : {Family::zeros, Family::tiny, Family::large, Family::spread, Family::steps}) {
    for (const std::int64_t columns : {1, 2, 31, 257}) all.push_back(plain_case(3, columns, family, ++seed));
  }
  // Every code alone in a block of its own where blocks are small.
  const auto rows = static_cast<std::int64_t>(at_tier(tier, 200, 2000, 65536));
  all.push_back(plain_case(rows, 1, Family::spread, ++seed));
  return all;
}

Cases nan_cases(const BlocksOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  for (std::int64_t n = 1; n <= 33; n += tier == Tier::smoke ? 8 : 1) {
    for (std::int64_t at = 0; at < n; ++at) {
      for (const std::uint64_t code : special_codes(*o.formats[0])) {
        BlocksCase c = plain_case(1, n, Family::uniform, ++seed);
        c.planted.push_back({0, 0, at, code});
        all.push_back(c);
      }
    }
  }
  for (const std::uint64_t code : special_codes(*o.formats[0])) {
    BlocksCase c = plain_case(1, 2, Family::uniform, ++seed);
    c.planted = {{0, 0, 0, code}, {0, 0, 1, code}};
    all.push_back(c);
  }
  return all;
}

Cases merge_cases(const BlocksOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  const std::size_t before = o.place("before");
  for (const double size : {0.0, 0.5, 2.0, 8.0, 1e30}) {
    for (const Family family : {Family::equal, Family::zeros, Family::blocks}) {
      BlocksCase c = shaped(o, 3, 2 * block_columns(o) + 1, family, ++seed);
      c.planted.push_back({before, 0, 0, nearest_code(formats::fp32, size)});
      all.push_back(c);
    }
  }
  for (const std::uint64_t code : special_codes(formats::fp32)) {
    BlocksCase c = shaped(o, 2, block_columns(o), Family::uniform, ++seed);
    c.planted.push_back({before, 0, 0, code & ~formats::fp32.sign_mask()});
    all.push_back(c);
  }
  return all;
}

bool merges(const BlocksOffer& o) { return o.has("before"); }

constexpr BlocksProperty table[] = {
    {"AMAX-PLACE-1", always, judge_all, place_cases, 0, nullptr, exact_bits},
    {"AMAX-VALUE-1", always, judge_all, value_cases, 40, draw_case, exact_bits},
    {"AMAX-NAN-1", always, judge_all, nan_cases, 0, nullptr, "NaN, or the largest of the others, as claimed"},
    {"AMAX-BLOCK-1", always, judge_all, edge_cases, 0, nullptr, exact_bits},
    {"AMAX-MERGE-1", merges, judge_all, merge_cases, 20, draw_case, exact_bits},
};

const Definition definition{.operation = "amax", .properties = table, .requirements = amax_requirements};

}  // namespace

const Suite& amax_suite() {
  static const Suite s = suite_of<definition>();
  return s;
}

}  // namespace ulpgate::blocks
