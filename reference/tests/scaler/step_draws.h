#pragma once
// Random inputs of optimizer steps.
#include <cmath>

#include "reference/oracles/adamw.h"
#include "reference/oracles/sgd.h"
#include "reference/tests/words.h"

namespace ulpgate {

/// Either sign, a significand, an exponent in [low, high]; a float's value.
inline double draw_number(Words& words, int low, int high) {
  const double size = std::ldexp(1 + words.unit(), low + words.below(high - low + 1));
  return static_cast<double>(static_cast<float>(words.below(2) == 1 ? -size : size));
}

inline AdamWScalars draw_adamw(Words& words) {
  AdamWScalars s;
  s.lr = words.below(8) == 0 ? 0 : std::ldexp(1 + words.unit(), -4 - words.below(16));
  s.beta1 = words.below(8) == 0 ? 0 : 1 - std::ldexp(1 + words.unit(), -2 - words.below(6));
  s.beta2 = 1 - std::ldexp(1 + words.unit(), -2 - words.below(10));
  s.eps = words.below(4) == 0 ? 1e-30 : 1e-8;
  s.weight_decay = words.below(3) == 0 ? 0 : words.unit() / 8;
  s.step = 1 + words.below(words.below(2) == 0 ? 3 : 2000);
  return s;
}

inline SgdScalars draw_sgd(Words& words) {
  SgdScalars s;
  s.lr = std::ldexp(1 + words.unit(), -1 - words.below(12));
  s.momentum = words.below(3) == 0 ? 0 : words.unit();
  s.dampening = words.below(2) == 0 ? 0 : words.unit();
  s.weight_decay = words.below(2) == 0 ? 0 : words.unit() / 16;
  s.nesterov = s.momentum != 0 && words.below(2) == 0;
  s.first = words.below(4) == 0;
  return s;
}

}  // namespace ulpgate
