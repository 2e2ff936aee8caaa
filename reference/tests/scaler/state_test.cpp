// Each scaler's model against its twin as RapidCheck's stateful test: commands are drawn for the state that
// the model is in, run on both, and left out one by one where they part.
#include <gtest/gtest.h>
#include <memory>
#include <ostream>
#include <rapidcheck/state.h>
#include <string>

#include "reference/scalers/script.h"
#include "reference/tests/scaler/random_script.h"
#include "reference/twins/grad_scaler.h"
#include "reference/twins/scale.h"

namespace ulpgate {
namespace {

class Silent : public rc::detail::TestListener {
 public:
  void onTestCaseFinished(const rc::detail::CaseDescription&) override {}
  void onShrinkTried(const rc::detail::CaseDescription&, bool) override {}
  void onTestFinished(const rc::detail::TestMetadata&, const rc::detail::TestResult&) override {}
};

/// The same seed, the same commands.
template <typename Test>
rc::detail::TestResult checked(const Test& test, int scripts) {
  rc::detail::TestParams params;
  params.seed = 1;
  params.maxSuccess = scripts;
  Silent listener;
  return rc::detail::checkTestable(test, rc::detail::TestMetadata{}, params, listener);
}

std::string failure_of(const rc::detail::TestResult& result) {
  rc::detail::FailureResult failure;
  if (result.match(failure)) return failure.description;
  return result.is<rc::detail::SuccessResult>() ? "" : "it gave up";
}

struct ScaleModel {
  ScaleRule rule;
  ScaleState state;
};

class Step : public rc::state::Command<ScaleModel, TwinScale> {
 public:
  void apply(ScaleModel& model) const override {
    model.state = next_scale(model.rule, model.state, found_).state;
  }
  void run(const ScaleModel& before, TwinScale& twin) const override {
    const ScaleChange change = next_scale(before.rule, before.state, found_);
    RC_ASSERT(twin.next(found_) == !change.raised);
    RC_ASSERT(twin.scale() == change.state.scale);
  }
  void show(std::ostream& out) const override { out << (found_ ? "found" : "clean"); }

 private:
  bool found_ = *rc::gen::weightedElement<bool>({{3, false}, {1, true}});
};

ScaleRule short_rule(ScalerSystem system) {
  ScaleRule rule = default_rule(system);
  rule.interval = 3;
  rule.initial = 64;
  return rule;
}

class ScaleCommands : public testing::TestWithParam<ScalerSystem> {};

TEST_P(ScaleCommands, TwinGoesWhereTheModelGoes) {
  const ScaleRule rule = short_rule(GetParam());
  const auto test = [&] {
    TwinScale twin(rule);
    rc::state::check(ScaleModel{rule, initial_state(rule)}, twin, rc::state::gen::execOneOfWithArgs<Step>());
  };
  EXPECT_EQ(failure_of(checked(test, 200)), "");
}

INSTANTIATE_TEST_SUITE_P(Systems, ScaleCommands,
                         testing::ValuesIn(all_scaler_systems().begin(), all_scaler_systems().end()),
                         [](const auto& system) { return std::string(scaler_name(system.param)); });

struct GradScalerModel {
  GradScalerOptions options;
  GradScalerState state;
};

/// The twin, and what it was told.
struct Driven {
  explicit Driven(const GradScalerOptions& options) : twin(options) {}
  TwinGradScaler twin;
  ScalerScript done;
};

class Call : public rc::state::Command<GradScalerModel, Driven> {
 public:
  void apply(GradScalerModel& model) const override {
    model.state = ulpgate::apply(model.options, model.state, command_).state;
  }
  void run(const GradScalerModel& before, Driven& driven) const override {
    driven.done.push_back(command_);
    const ScalerTransition next = ulpgate::apply(before.options, before.state, command_);
    const bool same = driven.twin.apply(command_) == next.outcome &&
                      driven.twin.scale() == next.state.scale && driven.twin.tracker() == next.state.tracker;
    if (!same) throw driven.done;
  }
  void show(std::ostream& out) const override { out << script_text({command_}); }

 private:
  static ScalerCommand drawn() {
    Words words(*rc::gen::arbitrary<std::uint64_t>());
    return random_command(words);
  }
  ScalerCommand command_ = drawn();
};

/// The shortest script after which a twin with `other` options and the model with `options` differ.
ScalerScript shortest(const GradScalerOptions& options, const GradScalerOptions& other, int scripts) {
  ScalerScript found;
  const auto test = [&] {
    Driven driven(other);
    try {
      rc::state::check(GradScalerModel{options, initial_state(options)}, driven,
                       rc::state::gen::execOneOfWithArgs<Call>());
    } catch (const ScalerScript& script) {
      // Shrinking goes from one failure to a smaller one.
      found = script;
      RC_FAIL("the twin differs");
    }
  };
  checked(test, scripts);
  return found;
}

TEST(GradScalerState, TwinGoesWhereTheModelGoes) {
  GradScalerOptions options;
  options.rule.interval = 2;
  options.fused = 2;
  const ScalerScript difference = shortest(options, options, 300);
  EXPECT_TRUE(difference.empty()) << script_text(difference);
}

TEST(GradScalerState, AnotherIntervalShowsAfterFourCommands) {
  GradScalerOptions options, later;
  options.rule.interval = 1;
  later.rule.interval = 2;
  const ScalerScript difference = shortest(options, later, 300);
  ASSERT_FALSE(difference.empty());
  // scale, backward, unscale or step, update.
  EXPECT_LE(difference.size(), 4u) << script_text(difference);
}

TEST(GradScalerState, AnotherBackoffShowsAfterFourCommands) {
  GradScalerOptions options, other;
  other.rule.backoff = 0.25;
  const ScalerScript difference = shortest(options, other, 300);
  ASSERT_FALSE(difference.empty());
  EXPECT_LE(difference.size(), 4u) << script_text(difference);
}

}  // namespace
}  // namespace ulpgate
