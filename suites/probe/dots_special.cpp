#include "reference/formats/decode.h"
#include "suites/probe/dot_parts.h"

namespace ulpgate::probe {
namespace {

/// NaN codes, with and without payload.
std::vector<std::uint64_t> nans(const Format& f) {
  if (!f.has_nan()) return {};
  if (f.nans == NanCodes::negative_zero) return {f.sign_mask()};
  std::vector<std::uint64_t> all{f.magnitude_mask()};
  if (f.has_sign) all.push_back(f.code_mask());
  if (f.nans == NanCodes::ieee) {
    all.push_back(infinity_magnitude(f) | f.code_step());
    all.push_back(infinity_magnitude(f) | (f.significand_mask() + f.code_step()) >> 1);
  }
  return all;
}

}  // namespace

Dots special_dots(const Signature& s) {
  Dots dots;
  if (s.is_integer()) return dots;
  const std::uint64_t zero = 0;
  const auto one_a = *code_of(*s.a, 0), one_b = *code_of(*s.b, 0);
  const auto filled = [&](std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    for (const int at : {0, s.k - 1}) add(dots, DotBuilder(s).codes(at, a, b).accumulator(c));
  };
  for (const std::uint64_t nan : nans(*s.accumulator)) filled(one_a, one_b, nan);
  for (const std::uint64_t nan : nans(*s.a)) filled(nan, one_b, zero);
  for (const std::uint64_t nan : nans(*s.b)) filled(one_a, nan, zero);
  for (const std::uint64_t nan : nans(*s.a)) filled(nan, zero, zero);
  const std::uint64_t c_infinity = infinity_magnitude(*s.accumulator), c_sign = s.accumulator->sign_mask();
  filled(one_a, one_b, c_infinity);
  filled(one_a, one_b, c_infinity | c_sign);
  const auto with_infinity = [&](const Format& f, bool of_a) {
    if (!f.has_infinity) return;
    const std::uint64_t infinity = infinity_magnitude(f);
    for (const std::uint64_t sign : {zero, f.sign_mask()}) {
      for (const std::uint64_t c : {zero, c_infinity, c_infinity | c_sign}) {
        filled(of_a ? infinity | sign : one_a, of_a ? one_b : infinity | sign, c);
        filled(of_a ? infinity | sign : zero, of_a ? zero : infinity | sign, c);
      }
    }
    for (const int at : {1, s.k / 2, s.k - 1}) {
      if (at == 0) continue;
      DotBuilder both(s);
      both.codes(0, of_a ? infinity : one_a, of_a ? one_b : infinity);
      const std::uint64_t negative = infinity | f.sign_mask();
      add(dots, both.codes(at, of_a ? negative : one_a, of_a ? one_b : negative));
    }
  };
  with_infinity(*s.a, true);
  with_infinity(*s.b, false);
  const std::uint64_t minus = s.a->has_negative_zero ? s.a->sign_mask() : 0;
  for (const std::uint64_t c : {zero, c_sign}) {
    add(dots, DotBuilder(s).accumulator(c));
    DotBuilder all(s);
    for (int at = 0; at < s.k; ++at) all.codes(at, minus, one_b);
    add(dots, all.accumulator(c));
    add(dots, DotBuilder(s).codes(0, one_a, one_b).accumulator(code_of(*s.accumulator, 0, 0, true)));
  }
  return dots;
}

}  // namespace ulpgate::probe
