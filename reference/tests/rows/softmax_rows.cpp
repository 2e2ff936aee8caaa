#include "reference/tests/rows/softmax_rows.h"

#include <cmath>
#include <limits>

namespace ulpgate {

double with_precision(double x, int bits) {
  if (x == 0 || !std::isfinite(x)) return x;
  const int exponent = std::ilogb(x) + 1 - bits;
  return std::ldexp(std::nearbyint(std::ldexp(x, -exponent)), exponent);
}

TestRow draw_row(Words& words, int n, int kind) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  TestRow row;
  const int bits[] = {8, 11, 24, 24};
  const int precision = bits[words.below(4)];
  const double offset = words.below(4) == 0 ? std::ldexp(words.unit() - 0.5, words.below(14)) : 0;
  for (int i = 0; i < n; ++i) {
    double x = 0;
    switch (kind % 8) {
      case 0:
        x = std::ldexp(words.unit() - 0.5, -words.below(30));
        break;
      case 1:
        x = 100 * (words.unit() - 0.5);
        break;
      case 2:
        x = words.below(n) == 0 ? 20 : words.unit();
        break;
      case 3:
        x = -words.unit() * 140;
        break;
      case 4:
        x = -words.unit() * 900;
        break;
      case 5:
        x = words.below(3);
        break;
      case 6:
        x = std::ldexp(words.unit() - 0.5, words.below(120));
        break;
      default:
        x = 6 * (words.unit() + words.unit() + words.unit() - 1.5);
        break;
    }
    row.x.push_back(with_precision(x + offset, precision));
  }
  const auto size = static_cast<std::size_t>(n);
  if (words.below(6) == 0) row.x[static_cast<std::size_t>(words.below(n))] = -infinity;
  if (words.below(40) == 0) row.x[static_cast<std::size_t>(words.below(n))] = infinity;
  if (words.below(40) == 0) row.x[static_cast<std::size_t>(words.below(n))] = std::nan("");
  if (words.below(3) == 0) row.scale = with_precision(std::ldexp(1 + words.unit(), -words.below(6)), 24);
  if (words.below(4) == 0) {
    row.mask.resize(size);
    for (double& m : row.mask) m = words.below(3) == 0 ? -infinity : with_precision(4 * words.unit(), 11);
  }
  if (words.below(4) == 0) {
    row.masked.resize(size);
    for (std::uint8_t& m : row.masked) m = words.below(3) == 0 ? 1 : 0;
    row.has_mask_value = words.below(2) == 0;
  }
  return row;
}

}  // namespace ulpgate
