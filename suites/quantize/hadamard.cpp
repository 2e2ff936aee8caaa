// hadamard: its cases.
#include "suites/framework/codes.h"
#include "suites/quantize/cases.h"
#include "suites/quantize/plan.h"
#include "suites/quantize/requirements.h"
#include "suites/quantize/suite.h"

namespace ulpgate::blocks {
namespace {

Cases exact_cases(const BlocksOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const std::int64_t columns : {16, 32, 48, 256, 1040}) {
    all.push_back(plain_case(5, columns, Family::steps, ++seed));
    all.push_back(plain_case(2, columns, Family::zeros, ++seed));
  }
  // One element alone: a row of the matrix.
  for (std::int64_t i = 0; i < 16; ++i) {
    BlocksCase c = plain_case(1, 32, Family::zeros, ++seed);
    c.planted.push_back({0, 0, 16 + i, nearest_code(*o.format("x"), 1)});
    all.push_back(c);
  }
  return all;
}

Cases bound_cases(const BlocksOffer&, Tier tier, std::uint64_t seed) {
  Cases all;
  for (std::size_t i = 0; i < at_tier(tier, 2, 12, 60); ++i) {
    for (const Family family :
         {Family::uniform, Family::blocks, Family::spread, Family::tiny, Family::large, Family::equal})
      all.push_back(plain_case(8, 64, family, ++seed));
  }
  return all;
}

constexpr BlocksProperty table[] = {
    {"HADAMARD-EXACT-1", always, judge_all, exact_cases, 0, nullptr, "0"},
    {"HADAMARD-BOUND-1", always, judge_all, bound_cases, 30, draw_case,
     "derived per element from the data: reference/bounds/hadamard.h"},
    {"HADAMARD-SPECIAL-1", always, judge_all, special_cases, 0, nullptr,
     "the class that sums have; finite ones by reference/bounds/hadamard.h"},
};

const Definition definition{
    .operation = "hadamard", .properties = table, .requirements = hadamard_requirements};

}  // namespace

const Suite& hadamard_suite() {
  static const Suite s = suite_of<definition>();
  return s;
}

}  // namespace ulpgate::blocks
