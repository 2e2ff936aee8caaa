// GradScaler: published scripts, and the twin over random ones.
#include "reference/twins/grad_scaler.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <sstream>
#include <stdexcept>

#include "reference/scalers/script.h"
#include "reference/tests/scaler/random_script.h"
#include "reference/tests/scaler/vector_lines.h"

namespace ulpgate {
namespace {

GradScalerOptions options_of(const ScalerLine& line) {
  GradScalerOptions options;
  options.rule = rule_named("pytorch", line);
  options.on_cuda = std::find(line.words.begin(), line.words.end(), "cpu") == line.words.end();
  if (std::find(line.words.begin(), line.words.end(), "calls") != line.words.end())
    options.schedule = ScheduleRule::called;
  if (line.has("fused")) options.fused = static_cast<std::uint32_t>(std::stoul(line.options.at("fused")));
  return options;
}

/// What stands after the word ":".
std::string commands_of(const ScalerLine& line) {
  std::string text;
  bool after = false;
  for (const std::string& word : line.words) {
    if (after) text += " " + word;
    after = after || word == ":";
  }
  return text;
}

void expect_word(const ScalerLine& line, const std::string& word, const ScalerTransition& end) {
  const std::size_t equals = word.find('=');
  const std::string name = word.substr(0, equals), value = word.substr(equals + 1);
  const ScalerOutcome& out = end.outcome;
  if (name == "error") {
    EXPECT_EQ(std::string(error_name(out.error)) + "/" + std::string(python_error(out.error)), value)
        << line.place;
  } else if (name == "stepped") {
    EXPECT_EQ(out.stepped, value == "1") << line.place;
  } else if (name == "scale") {
    EXPECT_EQ(end.state.scale, scaler_number(value)) << line.place;
  } else if (name == "tracker") {
    EXPECT_EQ(end.state.tracker, std::stoll(value)) << line.place;
  } else if (name == "inverse") {
    EXPECT_EQ(out.inverse, static_cast<float>(scaler_number(value))) << line.place;
  } else if (name == "grad_scale") {
    EXPECT_EQ(out.grad_scale, static_cast<float>(scaler_number(value))) << line.place;
  } else if (name == "scheduled") {
    EXPECT_EQ(out.scheduled, std::stoll(value)) << line.place;
  } else if (name == "found") {
    EXPECT_EQ(out.found_inf, static_cast<float>(scaler_number(value))) << line.place;
  } else {
    FAIL() << line.place << ": " << name << " is nothing to expect";
  }
}

TEST(GradScaler, Scripts) {
  for (const ScalerLine& line : scaler_lines("scripts.txt")) {
    const GradScalerOptions options = options_of(line);
    ScalerTransition end{initial_state(options), {}};
    if (line.has("tracker")) end.state.tracker = std::stoll(line.options.at("tracker"));
    end.outcome.error = check_options(options);
    if (end.outcome.error == ScalerError::none) {
      for (const ScalerCommand& command : read_script(commands_of(line)))
        end = apply(options, end.state, command);
    }
    ASSERT_FALSE(line.expected.empty()) << line.place;
    for (const std::string& word : line.expected) expect_word(line, word, end);
  }
}

TEST(GradScaler, TwinAgreesOverRandomScripts) {
  Words words(1);
  int errors[13] = {}, steps = 0, skips = 0;
  for (int script = 0; script < 300; ++script) {
    const GradScalerOptions options = random_options(words);
    GradScalerState state = initial_state(options);
    TwinGradScaler twin(options);
    ScalerScript done;
    for (int i = 0; i < 100; ++i) {
      done.push_back(random_command(words));
      const ScalerTransition next = apply(options, state, done.back());
      state = next.state;
      ASSERT_EQ(twin.apply(done.back()), next.outcome) << script_text(done);
      ASSERT_EQ(twin.scale(), state.scale) << script_text(done);
      ASSERT_EQ(twin.tracker(), state.tracker) << script_text(done);
      ++errors[static_cast<std::size_t>(next.outcome.error)];
      if (done.back().call == ScalerCall::step && next.outcome.error == ScalerError::none)
        ++(next.outcome.stepped ? steps : skips);
    }
  }
  EXPECT_GT(steps, 100);
  EXPECT_GT(skips, 100);
  for (int e = 0; e < 13; ++e) {
    if (static_cast<ScalerError>(e) == ScalerError::bad_factor) continue;
    EXPECT_GT(errors[e], 5) << error_name(static_cast<ScalerError>(e));
  }
}

TEST(GradScaler, AnErrorChangesNothing) {
  Words words(2);
  for (int script = 0; script < 300; ++script) {
    const GradScalerOptions options = random_options(words);
    GradScalerState state = initial_state(options);
    for (int i = 0; i < 100; ++i) {
      const ScalerTransition next = apply(options, state, random_command(words));
      const ScalerError error = next.outcome.error;
      const bool same = next.state == state;
      ASSERT_TRUE(same || error == ScalerError::none || error == ScalerError::no_gradients)
          << error_name(error);
      state = next.state;
    }
  }
}

TEST(ScalerScript, IsReadBackAsItWasWritten) {
  Words words(3);
  for (int i = 0; i < 2000; ++i) {
    ScalerScript script;
    for (int k = words.below(6); k >= 0; --k) script.push_back(random_command(words));
    EXPECT_EQ(read_script(script_text(script)), script) << script_text(script);
  }
  for (const char* bad : {"", ";", "scales", "step", "step 9", "step 0 clos", "update x", "load 1",
                          "backward 0 big", "backward 0 inf@7", "schedule", "schedule 4",
                          "backward 0 inf/fp8", "scale 1", "load empty 1", "load 1 -1"})
    EXPECT_THROW(
        {
          if (read_script(bad).empty()) throw std::invalid_argument("nothing");
        },
        std::invalid_argument)
        << bad;
}

}  // namespace
}  // namespace ulpgate
