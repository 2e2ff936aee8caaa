// How scales move: published vectors, and where the systems differ.
#include <bit>
#include <gtest/gtest.h>
#include <map>
#include <sstream>

#include "reference/scalers/training_step.h"
#include "reference/tests/scaler/vector_lines.h"

namespace ulpgate {
namespace {

TEST(ScaleVectors, UpdateRule) {
  for (const ScalerLine& line : scaler_lines("scale_update.txt")) {
    const ScaleRule rule = rule_named(line.words.at(1), line);
    ScaleState state = initial_state(rule);
    state.clean = std::stoll(line.options.at("tracker"));
    for (const bool found : scaler_flags(line.words.at(2))) state = next_scale(rule, state, found).state;
    EXPECT_EQ(state.scale, std::bit_cast<float>(fp32_code(line.expected.at(0)))) << line.place;
    EXPECT_EQ(state.clean, std::stoll(line.expected.at(1))) << line.place;
  }
}

/// Scales after 0, 1, 2, ... steps; -1 after an exception, which ends them.
std::vector<double> scales(const ScaleRule& rule, const std::vector<bool>& flags) {
  ScaleState state = initial_state(rule);
  std::vector<double> all{state.scale};
  for (const bool found : flags) {
    const ScaleChange change = next_scale(rule, state, found);
    all.push_back(change.raised ? -1 : change.state.scale);
    if (change.raised) break;
    state = change.state;
  }
  return all;
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, ',');) parts.push_back(part);
  return parts;
}

/// What is written, without what ".." leaves out.
struct Written {
  std::vector<double> first, last;
  bool whole = true;
};

Written written(const std::vector<std::string>& words) {
  Written w;
  for (const std::string& word : words) {
    if (word == "..") {
      w.whole = false;
      continue;
    }
    const std::size_t star = word.find('*');
    const int times = star == std::string::npos ? 1 : std::stoi(word.substr(star + 1));
    const double value = word == "raises" ? -1 : scaler_number(word.substr(0, star));
    (w.whole ? w.first : w.last)
        .insert((w.whole ? w.first : w.last).end(), static_cast<std::size_t>(times), value);
  }
  return w;
}

TEST(ScaleVectors, SystemsDifferWhereTheTableSays) {
  std::map<std::string, std::vector<std::vector<double>>> by_flags;
  std::map<std::string, std::size_t> systems;
  for (ScalerLine line : scaler_lines("differential.txt")) {
    line.options = {{"interval", "3"}, {"scale", "1024"}};
    const std::string& flags = line.words.at(1);
    const Written expected = written(line.expected);
    std::vector<std::vector<double>> same;
    for (const std::string& name : split(line.words.at(2))) {
      ScaleRule rule = rule_named(name, line);
      rule.floor = rule.system == ScalerSystem::flax ? 0x1p-126 : rule.floor;
      const std::vector<double> got = scales(rule, scaler_flags(flags));
      same.push_back(got);
      ++systems[flags];
      ASSERT_GE(got.size(), expected.first.size() + expected.last.size()) << line.place << " " << name;
      const std::vector<double> head(got.begin(),
                                     got.begin() + static_cast<std::ptrdiff_t>(expected.first.size()));
      const std::vector<double> tail(got.end() - static_cast<std::ptrdiff_t>(expected.last.size()),
                                     got.end());
      EXPECT_EQ(head, expected.first) << line.place << " " << name;
      EXPECT_EQ(tail, expected.last) << line.place << " " << name;
      EXPECT_TRUE(!expected.whole || got.size() == expected.first.size()) << line.place << " " << name;
      EXPECT_EQ(got, same.front()) << line.place << " " << name << " is not as the first of its line";
    }
    for (const std::vector<double>& other : by_flags[flags])
      EXPECT_NE(same.front(), other) << line.place << " does not differ from an earlier line";
    by_flags[flags].push_back(same.front());
  }
  // Ten of each: eight systems, one with three settings.
  for (const auto& [flags, count] : systems) EXPECT_EQ(count, 10u) << flags;
}

/// Numbers of the clean steps that raise the scale, of the first 3 N + 3.
std::string growth_steps(ScaleRule rule) {
  rule.initial = 1024;
  rule.interval = 7;
  ScaleState state = initial_state(rule);
  std::string text;
  int times = 0;
  for (int step = 1; step <= 24; ++step) {
    const ScaleState next = next_scale(rule, state, false).state;
    if (next.scale > state.scale) {
      ++times;
      const int late = step - 7 * times;
      text += (text.empty() ? "" : ",") + (times > 1 ? std::to_string(times) : "") + "N" +
              (late > 0 ? "+" + std::to_string(late) : "");
    }
    state = next;
  }
  return text;
}

int first_backoff(const ScaleRule& rule) {
  ScaleState state = initial_state(rule);
  for (int step = 1;; ++step) {
    const ScaleState next = next_scale(rule, state, true).state;
    if (next.scale < state.scale) return step;
    state = next;
  }
}

double lowest(const ScaleRule& rule) {
  ScaleState state = initial_state(rule);
  for (int step = 0; step < 2000; ++step) state = next_scale(rule, state, true).state;
  return state.scale;
}

double highest(ScaleRule rule) {
  rule.interval = 1;
  ScaleState state = initial_state(rule);
  for (int step = 0; step < 400; ++step) state = next_scale(rule, state, false).state;
  return state.scale;
}

std::string looks_at(const ScaleRule& rule) {
  const GradientCheck scaled{false, true}, unscaled{true, false};
  const bool one = training_step(rule, initial_state(rule), std::span(&scaled, 1)).found;
  const bool other = training_step(rule, initial_state(rule), std::span(&unscaled, 1)).found;
  if (one == other) return "neither";
  return one ? "scaled" : "unscaled";
}

std::string skips(const ScaleRule& rule) {
  const GradientCheck two[] = {{true, true}, {false, false}};
  const TrainingStep step = training_step(rule, initial_state(rule), two);
  EXPECT_FALSE(step.stepped[1]);
  return step.stepped[0] ? "each" : "all";
}

std::string divides_by(ScaleRule rule) {
  rule.interval = 1;
  const GradientCheck good;
  ScaleState state = initial_state(rule);
  for (int k = 0;; ++k) {
    const TrainingStep step = training_step(rule, state, std::span(&good, 1));
    if (step.change.state.scale != state.scale || k > 3)
      return step.divided_by == state.scale ? "old" : "new";
    state = step.change.state;
  }
}

void expect_feature(const ScalerLine& line, const ScaleRule& rule) {
  const std::string& name = line.words.at(1);
  const std::string& value = line.expected.at(0);
  const std::string place = line.place + " " + std::string(scaler_name(rule.system));
  if (name == "growth_on_clean_steps") {
    EXPECT_EQ(growth_steps(rule), value) << place;
  } else if (name == "first_backoff") {
    EXPECT_EQ(first_backoff(rule), std::stoi(value)) << place;
  } else if (name == "floor") {
    EXPECT_EQ(lowest(rule), scaler_number(value)) << place;
  } else if (name == "top" && value == "beyond") {
    EXPECT_GT(highest(rule), 0x1p128) << place;
  } else if (name == "top") {
    EXPECT_EQ(highest(rule), scaler_number(value)) << place;
  } else if (name == "looks_at") {
    EXPECT_EQ(looks_at(rule), value) << place;
  } else if (name == "skips") {
    EXPECT_EQ(skips(rule), value) << place;
  } else if (name == "divides_by") {
    EXPECT_EQ(divides_by(rule), value) << place;
  } else {
    FAIL() << line.place << ": " << name << " is no feature";
  }
}

TEST(ScaleVectors, Features) {
  std::map<std::string, std::size_t> systems;
  for (const ScalerLine& line : scaler_lines("features.txt")) {
    for (std::size_t i = 2; i < line.words.size(); ++i) {
      expect_feature(line, rule_named(line.words[i], line));
      ++systems[line.words[1]];
    }
  }
  for (const auto& [name, count] : systems) EXPECT_EQ(count, all_scaler_systems().size()) << name;
}

TEST(TrainingStep, DeepspeedHalvesGradientsWhereItsScaleGrows) {
  ScaleRule rule = default_rule(ScalerSystem::deepspeed);
  rule.interval = 1;
  const GradientCheck good;
  TrainingStep step = training_step(rule, initial_state(rule), std::span(&good, 1));
  EXPECT_EQ(step.effective_factor, 1);
  step = training_step(rule, step.change.state, std::span(&good, 1));
  EXPECT_EQ(step.effective_factor, 0.5);
}

TEST(TrainingStep, StaticScales) {
  const GradientCheck bad{false, false};
  ScaleRule rule = default_rule(ScalerSystem::megatron);
  rule.dynamic = false;
  TrainingStep step = training_step(rule, initial_state(rule), std::span(&bad, 1));
  EXPECT_FALSE(step.stepped[0]);
  EXPECT_EQ(step.change.state, initial_state(rule));
  rule = default_rule(ScalerSystem::apex_amp);
  rule.dynamic = false;
  EXPECT_TRUE(training_step(rule, initial_state(rule), std::span(&bad, 1)).stepped[0]);
}

TEST(ScaleRule, WhatConstructorsRefuse) {
  ScaleRule rule = default_rule(ScalerSystem::megatron);
  EXPECT_EQ(check_scale_rule(rule), "");
  for (const auto& spoil : std::vector<void (*)(ScaleRule&)>{
           [](ScaleRule& r) { r.initial = 0; }, [](ScaleRule& r) { r.floor = 0; },
           [](ScaleRule& r) { r.floor = r.initial * 2; }, [](ScaleRule& r) { r.growth = 1; },
           [](ScaleRule& r) { r.backoff = 1; }, [](ScaleRule& r) { r.backoff = 0; },
           [](ScaleRule& r) { r.interval = 0; }, [](ScaleRule& r) { r.hysteresis = 0; }}) {
    ScaleRule bad = rule;
    spoil(bad);
    EXPECT_NE(check_scale_rule(bad), "");
  }
}

}  // namespace
}  // namespace ulpgate
