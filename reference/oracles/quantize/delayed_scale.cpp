#include "reference/oracles/quantize/delayed_scale.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <limits>

#include "reference/oracles/quantize/recipe.h"
#include "reference/oracles/quantize/steps.h"

namespace ulpgate::quantize {
namespace {

float larger(const DelayedRecipe& r, float a, float b) {
  if (r.path == UpdatePath::unfused && (std::isnan(a) || std::isnan(b)))
    return std::numeric_limits<float>::quiet_NaN();
  // Not std::fmax, which makes a signaling NaN win.
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) ? b : a;
  return std::max(a, b);
}

float scale_of(const DelayedRecipe& r, float amax, float margin, float before) {
  const Steps steps(r.flush_to_zero);
  if (!std::isfinite(amax) || !(steps.kept(amax) > 0)) return before;
  const float max = largest_number(*r.element);
  const float scale = r.path == UpdatePath::unfused
                          ? steps.quotient(steps.quotient(max, amax), std::exp2(margin))
                          : steps.quotient(steps.product(max, std::exp2(-margin)), amax);
  return std::isinf(scale) ? FLT_MAX : scale;
}

}  // namespace

float history_amax(const DelayedRecipe& r, const std::vector<float>& history) {
  float amax = history.front();
  if (r.algorithm == HistoryAlgorithm::most_recent) return amax;
  for (const float a : history) amax = larger(r, amax, a);
  return amax;
}

DelayedState updated(const DelayedRecipe& r, const DelayedState& before, float margin,
                     std::optional<float> reduced) {
  const Steps steps(r.flush_to_zero);
  DelayedState after = before;
  bool used = true;
  if (r.path == UpdatePath::bulk) {
    if (reduced.value_or(0) != 0) after.history.front() = *reduced;
    used = after.history.front() != 0;
  }
  if (used) {
    after.scale = scale_of(r, history_amax(r, after.history), margin, before.scale);
    std::rotate(after.history.begin(), after.history.begin() + 1, after.history.end());
    // Slot 0 went to the end; what stood in slot 1 was the oldest.
    after.history.front() = 0;
  }
  after.scale_inverse = steps.quotient(1, after.scale);
  return after;
}

std::string set_claim(DelayedRecipe& r, std::string_view key, std::string_view value) {
  const auto refused = [&](const char* known) {
    return "The claim '" + std::string(key) + "' cannot be '" + std::string(value) + "'; it is one of " +
           known + ".";
  };
  if (key == "path") {
    if (value != "bulk" && value != "non_bulk" && value != "unfused")
      return refused("bulk, non_bulk, unfused");
    r.path = value == "bulk"       ? UpdatePath::bulk
             : value == "non_bulk" ? UpdatePath::non_bulk
                                   : UpdatePath::unfused;
  } else if (key == "algorithm") {
    if (value != "max" && value != "most_recent") return refused("max, most_recent");
    r.algorithm = value == "max" ? HistoryAlgorithm::max : HistoryAlgorithm::most_recent;
  } else if (key == "flush_to_zero") {
    if (value != "yes" && value != "no") return refused("yes, no");
    r.flush_to_zero = value == "yes";
  } else {
    return "The claim '" + std::string(key) + "' is unknown.";
  }
  return {};
}

}  // namespace ulpgate::quantize
