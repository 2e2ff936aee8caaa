#include "reference/tests/norm/rows.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "reference/formats/encode.h"

namespace ulpgate {
namespace {

double normal(Words& words) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += words.unit();
  return sum;
}

double sign(Words& words) { return words.below(2) == 0 ? 1 : -1; }

double any_exponent(const Format& f, Words& words, int below_largest) {
  const int top = f.bias - below_largest;
  const int bottom = f.quantum_exponent();
  return sign(words) * std::ldexp(1 + words.unit(), bottom + words.below(top - bottom));
}

}  // namespace

std::string row_family_name(int family) {
  static const char* const names[] = {"normal",         "large offset", "near equal",    "constant",
                                      "lost in first",  "outlier",      "tiny",          "any exponent",
                                      "small integers", "two values",   "one of a kind", "wide"};
  return names[family];
}

double nearest(const Format& format, double x) {
  if (format.storage_bits == 64) return x;
  const Unpacked value = unpack(formats::fp64, std::bit_cast<std::uint64_t>(x));
  return to_double(format, encode(format, value, Rule{.overflow = Overflow::saturate}).code);
}

std::vector<double> draw_row(const Format& f, int family, int n, Words& words) {
  const double u = std::ldexp(1.0, -f.precision());
  const double offset = sign(words) * std::ldexp(1 + words.unit(), words.below(f.precision()));
  const double step = std::ldexp(offset, 2 - f.precision());
  const double scale = std::ldexp(1.0, words.below(12) - 6);
  std::vector<double> x;
  for (int i = 0; i < n; ++i) {
    double v = 0;
    switch (family) {
      case 0:
        v = scale * normal(words);
        break;
      case 1:
        v = offset + normal(words);
        break;
      case 2:
        v = offset + step * words.below(4);
        break;
      case 3:
        v = offset;
        break;
      case 4:
        v = i == 0 ? 1 : u * (1 - words.unit() * 0.1);
        break;
      case 5:
        v = i == n / 2 ? 4096 * scale : normal(words);
        break;
      case 6:
        v = sign(words) * std::ldexp(1 + words.unit(), f.quantum_exponent() + words.below(f.precision() + 6));
        break;
      case 7:
        v = any_exponent(f, words, f.bias / 2 + 8);
        break;
      case 8:
        v = words.below(17) - 8;
        break;
      case 9:
        v = offset * (words.below(2) == 0 ? 1 : -1);
        break;
      case 10:
        v = i == 0 ? scale : 0;
        break;
      default:
        v = sign(words) * std::ldexp(1 + words.unit(), words.below(24) - 16);
        break;
    }
    x.push_back(nearest(f, v));
  }
  return x;
}

}  // namespace ulpgate
