#pragma once
// RapidCheck, driven by our seed and our shrinkers.
//
// RapidCheck draws the cases and walks the shrink tree; values come from the counter-based generator and
// shrinks from suites/framework/shrink.h, because RapidCheck's own floats are never NaN, infinite, subnormal
// or -0 and hardly shrink.
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <rapidcheck.h>
#include <string>
#include <vector>

#include "suites/framework/random.h"

namespace ulpgate {

template <typename Case>
struct PropertyResult {
  std::uint64_t cases = 0;
  std::optional<Case> counterexample;  ///< the shrunk one
  std::string message;                 ///< what `judge` said of it
};

template <typename Case>
struct Property {
  std::function<Case(std::uint64_t seed, int size)> generate;  ///< size grows from 0 to 100 in a run
  std::function<std::vector<Case>(const Case&)> shrink;
  std::function<std::string(const Case&)> judge;  ///< empty: holds; else what is wrong
  std::size_t shrink_budget = 2000;
};

namespace detail {

class SilentListener : public rc::detail::TestListener {
 public:
  void onTestCaseFinished(const rc::detail::CaseDescription&) override {}
  void onShrinkTried(const rc::detail::CaseDescription&, bool) override {}
  void onTestFinished(const rc::detail::TestMetadata&, const rc::detail::TestResult&) override {}
};

/// Keeps cases out of RapidCheck's messages: ours are better and shorter.
template <typename Case>
struct Opaque {
  Case value;
  friend std::ostream& operator<<(std::ostream& out, const Opaque&) { return out << "case"; }
};

}  // namespace detail

template <typename Case>
PropertyResult<Case> check_property(const Property<Case>& property, std::uint64_t seed, int cases) {
  using Shown = detail::Opaque<Case>;
  PropertyResult<Case> result;
  auto budget = std::make_shared<std::size_t>(property.shrink_budget);

  const rc::Gen<Shown> gen([&property, budget](const rc::Random& random, int size) {
    rc::Random draw = random;
    Shown first{property.generate(draw.next(), size)};
    return rc::shrinkable::shrinkRecur(std::move(first), [&property, budget](const Shown& shown) {
      if (*budget == 0) return rc::Seq<Shown>();
      std::vector<Shown> simpler;
      for (Case& c : property.shrink(shown.value)) simpler.push_back({std::move(c)});
      return rc::seq::fromContainer(std::move(simpler));
    });
  });
  const auto test = [&] {
    const Shown shown = *gen;
    if (result.counterexample) {
      // Shrinking has begun.
      if (*budget == 0) return;
      --*budget;
    } else {
      ++result.cases;
    }
    std::string wrong = property.judge(shown.value);
    if (wrong.empty()) return;
    result.counterexample = shown.value;
    result.message = std::move(wrong);
    RC_FAIL("does not hold");
  };

  rc::detail::TestParams params;
  params.seed = seed;
  params.maxSuccess = cases;
  detail::SilentListener listener;
  rc::detail::checkTestable(test, rc::detail::TestMetadata{}, params, listener);
  return result;
}

}  // namespace ulpgate
