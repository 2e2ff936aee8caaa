// scale_update: what makes a suite of it.
#include <array>
#include <cmath>

#include "reference/scalers/scale_rule.h"
#include "suites/framework/codes.h"
#include "suites/optimizer/scaling_requirements.h"
#include "suites/optimizer/step.h"
#include "suites/optimizer/suite.h"
#include "suites/rows/cases.h"
#include "suites/rows/plan.h"

namespace ulpgate::optimizer {
namespace {

using rows::Cases;
using rows::Family;
using rows::RowsCase;
using rows::RowsOffer;

/// Places among the operation's tensors.
constexpr std::size_t flags = 0, scale = 1, tracker = 2;

/// Output 0 is the scale, output 1 the tracker.
class Update : public RowOracle {
 public:
  Update(const RowsOffer& o, const RowsCase& c, const rows::Part& p) : n_(c.n), part_(p) {
    rule_.growth = rows::scalar_of(o, c, "growth");
    rule_.backoff = rows::scalar_of(o, c, "backoff");
    rule_.interval = static_cast<std::int64_t>(rows::scalar_of(o, c, "interval"));
    rule_.floor = o.scale_floor;
  }

  RowValue value(int output, std::int64_t i) const override {
    const auto at = static_cast<std::size_t>(i);
    const ScaleState before{part_.values[scale][at], static_cast<std::int64_t>(part_.values[tracker][at])};
    const ScaleState after = next_scale(rule_, before, found(at)).state;
    return kept_value(output == 0 ? after.scale : static_cast<double>(after.clean));
  }
  RowValue refined(int output, std::int64_t i, int) const override { return value(output, i); }
  RowBound bound(int, std::int64_t i) const override {
    const double s = part_.values[scale][static_cast<std::size_t>(i)];
    return s >= 0 && std::isfinite(s) ? RowBound{} : RowBound{HUGE_VAL, true};
  }

 private:
  bool found(std::size_t i) const {
    const std::vector<double>& all = part_.values[flags];
    for (std::size_t at = i; at < all.size(); at += static_cast<std::size_t>(n_)) {
      if (!(all[at] == 0)) return true;
    }
    return false;
  }

  ScaleRule rule_;
  std::int64_t n_;
  const rows::Part& part_;
};

std::unique_ptr<RowOracle> whole_oracle(const RowsOffer& o, const RowsCase& c, const rows::Part& p) {
  return std::make_unique<Update>(o, c, p);
}

struct Start {
  double scale, tracker, flag;
  double growth = 2, backoff = 0.5, interval = 2000;
};

void add(const RowsOffer& o, const Start& s, std::uint64_t seed, Cases& all) {
  RowsCase c = rows::plain_case(o, 1, 1, Family::steps, seed);
  rows::set_scalar(o, c, "growth", s.growth);
  rows::set_scalar(o, c, "backoff", s.backoff);
  rows::set_scalar(o, c, "interval", s.interval);
  c.planted = {{scale, 0, 0, 0, nearest_code(formats::fp32, s.scale)},
               {tracker, 0, 0, 0, nearest_code(formats::int32, s.tracker)},
               {flags, 0, 0, 0, nearest_code(formats::fp32, s.flag)}};
  all.push_back(c);
}

Cases rule_cases(const rows::Definition& d, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  // fixtures/vectors/scaler/scale_update.txt, step by step.
  constexpr Start published[] = {{65536, 0, 0},
                                 {65536, 1998, 0},
                                 {65536, 1999, 0},
                                 {65536, 1999, 1},
                                 {65536, 0, 1},
                                 {65536, 0, 0, 2, 0.5, 1},
                                 {65536, 2500, 0},
                                 {65536, 1, 0, 2, 0.5, 0},
                                 {3, 0, 0, 1.1, 0.5, 1},
                                 {1000, 0, 1, 2, 0.3},
                                 {128, 3, 0, 2.5, 0.5, 4},
                                 {0x1p24, 0, 0, 1.0000001, 0.5, 1}};
  Cases all;
  for (const Start& s : published) add(o, s, ++seed, all);
  for (const double interval : {1.0, 2.0, 3.0, 4.0}) {
    for (const double before : {0.0, 1.0, 2.0, 3.0, 4.0}) {
      for (const double flag : {0.0, 1.0}) add(o, {1024, before, flag, 2, 0.5, interval}, ++seed, all);
    }
  }
  // Intervals whose low 32 bits are another number, negative ones among them.
  for (const double interval : {0x1p31, 0x1p31 + 5, 0x1p32 + 3, 0x1p40 + 2000}) {
    for (const double before : {2.0, 4.0, 1999.0, 0x1p31 - 2})
      add(o, {1024, before, 0, 2, 0.5, interval}, ++seed, all);
  }
  const Cases more = rows::accuracy_cases(d, o, tier, seed);
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

/// Shards, each of which is given the flags of all devices.
Cases shard_cases(const rows::Definition&, const RowsOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  constexpr std::int64_t shards = 4;
  const Format& f = formats::fp32;
  std::int64_t devices = shards;
  const auto with = [&](std::initializer_list<std::pair<std::int64_t, std::uint64_t>> set) {
    RowsCase c = rows::plain_case(o, devices, shards, Family::steps, ++seed);
    for (std::int64_t i = 0; i < shards; ++i) {
      c.planted.push_back({scale, 0, i, 0, nearest_code(f, 1024)});
      c.planted.push_back({tracker, 0, i, 0, 1});
      for (std::int64_t device = 0; device < devices; ++device) c.planted.push_back({flags, device, i, 0, 0});
      for (const auto& [device, code] : set) c.planted.push_back({flags, device, i, 0, code});
    }
    all.push_back(c);
  };
  with({});
  for (const std::uint64_t code : {nearest_code(f, 1), nearest_code(f, 2), nearest_code(f, -1),
                                   std::uint64_t{1}, alarming_code(f), infinity_magnitude(f)}) {
    for (std::int64_t device = 0; device < shards; ++device) with({{device, code}});
  }
  with({{0, nearest_code(f, 1)}, {3, nearest_code(f, 1)}});
  with({{1, nearest_code(f, 1)}, {2, nearest_code(f, -1)}});
  for (const std::int64_t many : {5, 8, 9, 16, 17, 32, 33, 64, 65, 129, 257, 1025}) {
    devices = many;
    with({});
    with({{many - 1, nearest_code(f, 1)}});
    with({{many / 2, alarming_code(f)}});
  }
  return all;
}

Cases limit_cases(const rows::Definition&, const RowsOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const double large : {0x1p127, 0x1p126, 1e38, 3e38, 0x1.fffffep127}) {
    for (const double growth : {2.0, 16.0, 1.0000001}) add(o, {large, 5, 0, growth, 0.5, 6}, ++seed, all);
  }
  for (const double small : {1.0, 0.75, 0x1p-125, 0x1p-126, 0x1p-148, 0x1p-149, 0.0}) {
    for (const double backoff : {0.5, 0.3, 0x1p-30}) add(o, {small, 2, 1, 2, backoff}, ++seed, all);
  }
  add(o, {0, 0, 0, 2, 0.5, 1}, ++seed, all);
  return all;
}

constexpr std::string_view rule = "the rule's exact products, rounded: reference/scalers/scale_rule.h";

constexpr rows::RowsProperty properties[] = {
    {"UPDATE-RULE-1", rows::always, rows::judge_all, rule_cases, 40, rows::draw_accuracy, rule},
    {"UPDATE-SHARDS-1", rows::always, rows::judge_all, shard_cases, 0, nullptr, rule},
    {"UPDATE-LIMIT-1", rows::always, rows::judge_all, limit_cases, 0, nullptr, rule},
};

/// Nothing is drawn from it but lengths.
constexpr std::array families{Family::steps};

const rows::Definition definition{.operation = "scale_update",
                                  .whole = whole_oracle,
                                  .families = families,
                                  .properties = properties,
                                  .requirements = scale_update_requirements,
                                  .tightness = {}};

}  // namespace

const Suite& scale_update_suite() {
  static const Suite s = rows::suite_of<definition>();
  return s;
}

}  // namespace ulpgate::optimizer
