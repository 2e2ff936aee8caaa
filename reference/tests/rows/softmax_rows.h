#pragma once
// Rows of logits that are hard in one way each.
#include <cstdint>
#include <vector>

#include "reference/oracles/softmax.h"
#include "reference/tests/words.h"

namespace ulpgate {

struct TestRow {
  std::vector<double> x, mask;
  std::vector<std::uint8_t> masked;
  double scale = 1;
  bool has_mask_value = false;

  SoftmaxRow input(bool log) const {
    return {.x = x, .mask = mask, .masked = masked, .scale = scale, .log = log};
  }
};

/// x rounded to so many bits.
double with_precision(double x, int bits);

/// Family by `kind`: near-equal, large offset, wide, one hot, tails beyond fp32 and fp64, -infinity and other
/// specials, scales, masks.
TestRow draw_row(Words& words, int n, int kind);

}  // namespace ulpgate
