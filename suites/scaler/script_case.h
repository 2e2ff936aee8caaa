#pragma once
// Short ways to write cases.
#include <string>

#include "suites/scaler/scaler_case.h"

namespace ulpgate::scaler {

inline ScalerCase script(const std::string& text, std::uint64_t seed, float init_scale = 1024,
                         std::int64_t interval = 2000) {
  ScalerCase c;
  c.init_scale = init_scale;
  c.interval = interval;
  c.seed = seed;
  c.script = read_script(text);
  return c;
}

inline std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += (i == 0 ? "" : "; ") + text;
  return all;
}

/// One step of training with these gradients.
inline std::string training_step(const std::string& gradients) {
  return "scale; zero 0; backward 0 " + gradients + "; step 0; update";
}

}  // namespace ulpgate::scaler
