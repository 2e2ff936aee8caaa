// delayed_scale_update: single updates, and sequences of them.
#include <algorithm>
#include <limits>

#include "suites/framework/codes.h"
#include "suites/framework/random.h"
#include "suites/quantize/cases.h"
#include "suites/quantize/plan.h"
#include "suites/quantize/requirements.h"
#include "suites/quantize/suite.h"

namespace ulpgate::blocks {
namespace {

std::uint64_t amax_code(double amax) { return nearest_code(formats::fp32, amax); }

/// One step of a sequence: all inputs of a call.
BlocksCase step_case(const BlocksOffer& o, const BlocksCase& c, const std::vector<std::uint64_t>& history,
                     const std::vector<std::uint64_t>& scale, const std::vector<std::uint64_t>& amax) {
  BlocksCase step = c;
  step.rows = c.length;
  step.length = 0;
  step.family = Family::codes;
  step.planted.clear();
  step.codes.assign(o.formats.size(), {});
  step.codes[o.place("history")] = history;
  step.codes[o.place("scale")] = scale;
  if (o.has("reduced")) step.codes[o.place("reduced")] = amax;
  return step;
}

/// The rows of the case, one after the other, are what is quantized in a step: merged into row 0, then the
/// update. The history begins with zeros, the scale with 1; each call's outputs are the next one's inputs.
CaseJudgement judge_steps(const Runner& runner, const BlocksCase& c) {
  const BlocksOffer& o = runner.offer();
  const Inputs inputs = expand(o, c);
  const std::vector<std::uint64_t>& amaxes = inputs[o.place("history")];
  const auto tensors = static_cast<std::size_t>(c.columns);
  std::vector<std::uint64_t> history(static_cast<std::size_t>(c.length) * tensors, 0),
      scale(tensors, amax_code(1));
  CaseJudgement total;
  for (std::int64_t row = 0; row < c.rows; ++row) {
    const auto first = amaxes.begin() + row * c.columns;
    const std::vector<std::uint64_t> now(first, first + c.columns);
    // Amaxes are not negative: their codes are ordered as they are, NaN above all.
    for (std::size_t t = 0; t < tensors; ++t) history[t] = std::max(history[t], now[t]);
    const BlocksCase step = step_case(o, c, history, scale, now);
    const Inputs of_step = expand(o, step);
    const BlocksRun run = runner.run(step, of_step);
    if (auto problem = call_problem(run)) {
      total.add(*problem);
      return total;
    }
    CaseJudgement j = judge_outputs(runner, step, of_step, run);
    if (j.finding) j.finding->step = row;
    total.add(j);
    if (j.failed > 0) return total;
    history = run.outputs[o.place("new_history")];
    scale = run.outputs[o.place("new_scale")];
  }
  total.judged = std::max<std::uint64_t>(total.judged, 1);
  return total;
}

/// The case with a history of so many rows; explicit codes are repeated.
BlocksCase with_length(const BlocksOffer& o, const BlocksCase& c, std::int64_t rows) {
  BlocksCase other = c;
  other.rows = rows;
  if (c.family != Family::codes) return other;
  const std::vector<std::uint64_t>& from = c.codes[o.place("history")];
  std::vector<std::uint64_t>& to = other.codes[o.place("history")];
  to.resize(static_cast<std::size_t>(rows * c.columns));
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = from[i % from.size()];
  return other;
}

/// The case, with longer and shorter histories in turn.
CaseJudgement judge_lengths(const Runner& runner, const BlocksCase& c) {
  const BlocksOffer& o = runner.offer();
  CaseJudgement total;
  for (const std::int64_t rows : {c.rows, c.rows + 4, std::int64_t{1}, c.rows}) {
    total.add(judge_all(runner, with_length(o, c, rows)));
    if (total.fails()) return total;
  }
  return total;
}

/// What a step's amaxes are: fixed sequences.
BlocksCase sequence(const BlocksOffer& o, std::int64_t length, const std::vector<double>& amaxes) {
  BlocksCase c = plain_case(static_cast<std::int64_t>(amaxes.size()), 1, Family::codes, 0);
  c.length = length;
  c.codes.assign(o.formats.size(), {});
  for (const double a : amaxes) c.codes[o.place("history")].push_back(amax_code(a));
  c.codes[o.place("scale")] = {amax_code(1)};
  if (o.has("reduced")) c.codes[o.place("reduced")] = {0};
  return c;
}

Cases update_cases(const BlocksOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  for (const Family family : {Family::uniform, Family::blocks, Family::steps, Family::equal,
                              Family::thresholds, Family::spread, Family::large}) {
    for (const std::int64_t length : {1, 2, 4, 7, 16}) all.push_back(plain_case(length, 40, family, ++seed));
  }
  const auto rows = static_cast<std::int64_t>(at_tier(tier, 50, 1024, 1024));
  all.push_back(plain_case(rows, 9, Family::uniform, ++seed));
  all.push_back(
      plain_case(2, static_cast<std::int64_t>(at_tier(tier, 300, 2000, 20000)), Family::thresholds, ++seed));
  // history [3, 2, 1, 0]: TransformerEngine#65.
  BlocksCase c = plain_case(4, 1, Family::zeros, 0);
  for (std::int64_t row = 0; row < 4; ++row)
    c.planted.push_back({o.place("history"), row, 0, amax_code(3 - static_cast<double>(row))});
  all.push_back(c);
  return all;
}

Cases margin_cases(const BlocksOffer&, Tier, std::uint64_t seed) {
  Cases all;
  for (int margin = -6; margin <= 8; ++margin) {
    for (const Family family : {Family::uniform, Family::steps, Family::spread}) {
      BlocksCase c = plain_case(3, 30, family, ++seed);
      c.margin = margin;
      all.push_back(c);
    }
  }
  // As far as a margin goes: scales leave the range on both sides, and become subnormal.
  for (const int size : {9, 23, 31, 32, 63, 64, 100, 126, 127}) {
    for (const int margin : {size, -size}) {
      for (const Family family : {Family::spread, Family::thresholds, Family::large}) {
        BlocksCase c = plain_case(2, 60, family, ++seed);
        c.margin = margin;
        all.push_back(c);
      }
    }
  }
  return all;
}

Cases history_special_cases(const BlocksOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  std::vector<std::uint64_t> codes{0,
                                   1,
                                   0x00800000,
                                   0x03000000,
                                   max_finite_magnitude(formats::fp32),
                                   infinity_magnitude(formats::fp32),
                                   0x7FC00000};
  for (const std::uint64_t code : codes) {
    for (std::int64_t length = 1; length <= 4; ++length) {
      for (std::int64_t row = 0; row < length; ++row) {
        for (const Family family : {Family::uniform, Family::zeros}) {
          BlocksCase c = plain_case(length, 3, family, ++seed);
          c.planted.push_back({o.place("history"), row, 1, code});
          all.push_back(c);
          if (!o.has("reduced")) continue;
          c.planted.push_back({o.place("reduced"), 0, 1, codes[seed % codes.size()]});
          all.push_back(c);
        }
      }
    }
  }
  return all;
}

Cases window_cases(const BlocksOffer& o, Tier tier, std::uint64_t) {
  Cases all;
  for (std::int64_t length = 1; length <= static_cast<std::int64_t>(at_tier(tier, 4, 9, 33)); ++length) {
    for (const std::int64_t at : {0, 1, 2, 5}) {
      std::vector<double> impulse(static_cast<std::size_t>(at + length + 4), 1);
      impulse[static_cast<std::size_t>(at)] = 8;
      all.push_back(sequence(o, length, impulse));
      std::vector<double> falling, rising;
      for (std::size_t i = 0; i < impulse.size(); ++i) {
        rising.push_back(static_cast<double>(i + 1));
        falling.push_back(static_cast<double>(impulse.size() - i));
      }
      all.push_back(sequence(o, length, falling));
      all.push_back(sequence(o, length, rising));
    }
  }
  all.push_back(sequence(o, 2, {8, 1, 1, 1}));  // Azure/MS-AMP#17
  return all;
}

Cases length_cases(const BlocksOffer&, Tier, std::uint64_t seed) {
  Cases all;
  for (const std::int64_t length : {1, 2, 4, 8, 31}) {
    for (const std::int64_t tensors : {1, 5})
      all.push_back(plain_case(length, tensors, Family::uniform, ++seed));
  }
  return all;
}

Cases step_cases(const BlocksOffer& o, Tier, std::uint64_t) {
  Cases all;
  const double inf = std::numeric_limits<double>::infinity();
  all.push_back(sequence(o, 4, {4, 0, 0, 0, 0, 0, 1}));    // not used for a while
  all.push_back(sequence(o, 3, {1, inf, 1, 1, 1, 1, 1}));  // an infinity stays as long as the history
  all.push_back(sequence(o, 1, {7, 0, 3, 0}));
  all.push_back(sequence(o, 3, {1e-38, 1e-38, 1e-38, 1e-38}));
  return all;
}

/// Steps, tensors that are not used in some, now and then infinity or NaN.
BlocksCase draw_steps(const BlocksOffer& o, std::uint64_t seed, int size) {
  const CounterRandom random(seed, 1);
  BlocksCase c =
      plain_case(1 + static_cast<std::int64_t>(random.below(0, static_cast<std::uint64_t>(1 + size / 4))),
                 1 + static_cast<std::int64_t>(random.below(1, 3)), Family::codes, 0);
  c.length = 1 + static_cast<std::int64_t>(random.below(2, 6));
  c.margin = random.below(3, 4) == 0 ? static_cast<int>(random.below(4, 7)) - 3 : 0;
  c.codes.assign(o.formats.size(), {});
  for (std::int64_t i = 0; i < c.rows * c.columns; ++i) {
    const std::uint64_t word = random.word64(100 + static_cast<std::uint64_t>(i));
    std::uint64_t code = amax_code(static_cast<double>(1 + (word >> 8 & 0xFF)) / 8);
    if (word % 8 == 0) code = 0;
    if (word % 16 == 1) code = word >> 8 & 0x7F7FFFFF;
    if (word % 64 == 2) code = infinity_magnitude(formats::fp32);
    if (word % 64 == 3) code = 0x7FC00000;
    c.codes[o.place("history")].push_back(code);
  }
  c.codes[o.place("scale")].assign(static_cast<std::size_t>(c.columns), amax_code(1));
  if (o.has("reduced")) c.codes[o.place("reduced")].assign(static_cast<std::size_t>(c.columns), 0);
  return c;
}

constexpr std::string_view stepwise =
    "the claimed update, step by step: reference/oracles/quantize/delayed_scale.h";

constexpr BlocksProperty table[] = {
    {"DELAYED-UPDATE-1", always, judge_all, update_cases, 40, draw_case, exact_bits},
    {"DELAYED-MARGIN-1", always, judge_all, margin_cases, 0, nullptr, exact_bits},
    {"DELAYED-SPECIAL-1", always, judge_all, history_special_cases, 0, nullptr, exact_bits},
    {"DELAYED-WINDOW-1", always, judge_steps, window_cases, 0, nullptr, stepwise},
    {"DELAYED-LENGTH-1", always, judge_lengths, length_cases, 0, nullptr, exact_bits},
    {"DELAYED-STEPS-1", always, judge_steps, step_cases, 200, draw_steps, stepwise},
};

const Definition definition{
    .operation = "delayed_scale_update", .properties = table, .requirements = delayed_requirements};

}  // namespace

const Suite& delayed_scale_update_suite() {
  static const Suite s = suite_of<definition>();
  return s;
}

}  // namespace ulpgate::blocks
