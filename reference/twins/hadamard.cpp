#include "reference/twins/hadamard.h"

#include "reference/formats/format.h"

namespace ulpgate {
namespace {

using Matrix = std::vector<std::vector<int>>;

/// {1}; then {{H, H}, {H, -H}}.
Matrix sylvester(std::size_t size) {
  if (size == 1) return {{1}};
  const std::size_t half = size / 2;
  const Matrix h = sylvester(half);
  Matrix doubled(size, std::vector<int>(size));
  for (std::size_t i = 0; i < half; ++i) {
    for (std::size_t j = 0; j < half; ++j) {
      doubled[i][j] = doubled[i][j + half] = doubled[i + half][j] = h[i][j];
      doubled[i + half][j + half] = -h[i][j];
    }
  }
  return doubled;
}

}  // namespace

std::vector<TwinValue> twin_hadamard(const std::array<std::uint32_t, 16>& x, std::uint32_t signs) {
  const Matrix h = sylvester(16);
  std::vector<TwinValue> y;
  for (std::size_t j = 0; j < 16; ++j) {
    Rational positive, negative;
    bool lost = false, up = false, down = false;
    for (std::size_t i = 0; i < 16; ++i) {
      const TwinValue v = twin_decode(formats::fp32, x[i]);
      const int minuses = (v.negative ? 1 : 0) + (h[i][j] < 0 ? 1 : 0) + ((signs >> i) % 2 != 0 ? 1 : 0);
      const bool minus = minuses % 2 != 0;
      lost = lost || v.number_class == NumberClass::nan;
      if (v.number_class == NumberClass::infinity) (minus ? down : up) = true;
      if (v.number_class == NumberClass::finite)
        (minus ? negative : positive) = (minus ? negative : positive) + v.magnitude;
    }
    TwinValue sum;
    const int order = compare(positive, negative);
    sum.number_class = NumberClass::finite;
    sum.negative = order < 0;
    sum.magnitude = (order < 0 ? negative - positive : positive - negative) / Rational(4);
    if (up || down) {
      sum.number_class = NumberClass::infinity;
      sum.negative = down;
    }
    if (lost || (up && down)) sum.number_class = NumberClass::nan;
    y.push_back(sum);
  }
  return y;
}

}  // namespace ulpgate
