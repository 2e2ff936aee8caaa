// Structured inputs: grids and traps.
#include <algorithm>
#include <bit>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "reference/formats/encode.h"
#include "reference/formats/ulp.h"
#include "suites/convert/inputs.h"

namespace ulpgate::convert {
namespace {

/// The largest code of `from` that is not above value in magnitude, keeping the sign. nullopt beyond the
/// range.
std::optional<std::uint64_t> at_or_below(const Format& from, const Unpacked& value) {
  if (from.kind == FormatKind::integer) {
    const int shift = value.exponent;
    if (shift > 0 && value.significand >> std::max(0, from.significand_bits - shift) != 0)
      return std::nullopt;
    const std::uint64_t magnitude = shift >= 0    ? value.significand << std::min(shift, 63)
                                    : shift > -64 ? value.significand >> -shift
                                                  : 0;
    if (magnitude > Format::ones(from.significand_bits)) return std::nullopt;
    return (value.negative ? ~magnitude + 1 : magnitude) & from.code_mask();
  }
  Rule rule{
      .rounding = Rounding::toward_zero, .overflow = Overflow::saturate, .infinity = InfinityRule::saturate};
  return encode(from, value, rule).code;
}

void push_with_neighbours(const Format& from, const Unpacked& value, std::vector<std::uint64_t>& out) {
  const auto code = at_or_below(from, value);
  if (!code) return;
  out.push_back(*code);
  const auto place = ordinal(from, *code);
  if (!place) return;
  for (int step : {-1, 1}) {
    if (const auto neighbour = code_of_ordinal(from, *place + step)) out.push_back(*neighbour);
  }
}

/// Target codes to build inputs around: all of them, or every exponent with patterns of the significand's low
/// and high bits.
std::vector<std::uint64_t> target_codes(const Format& to) {
  std::vector<std::uint64_t> codes;
  if (to.width() <= 16) {
    for (std::uint64_t c = 0; c < to.code_count(); ++c) codes.push_back(c << to.padding_bits);
    return codes;
  }
  const std::uint64_t all = Format::ones(to.significand_bits);
  for (std::uint64_t sign = 0; sign <= (to.has_sign ? 1U : 0U); ++sign) {
    for (std::uint64_t e = 0; e < std::uint64_t{1} << to.exponent_bits; ++e) {
      for (std::uint64_t s : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3}, all,
                              all - 1, all >> 1, (all >> 1) + 1}) {
        codes.push_back((sign << (to.width() - 1) | e << to.significand_bits | s) << to.padding_bits);
      }
    }
  }
  return codes;
}

/// The point halfway from a code to the next one away from zero, with the grid continued past the largest
/// value.
Unpacked midpoint_above(const Format& to, std::uint64_t code) {
  Unpacked m = unpack(to, code);
  m.significand = 2 * m.significand + 1;
  m.exponent = (m.number_class == NumberClass::zero ? to.quantum_exponent() : m.exponent) - 1;
  m.number_class = NumberClass::finite;
  return m;
}

/// value * (1 +- 2^-k), as far as 64 bits go.
std::optional<Unpacked> beside(const Unpacked& value, int k, bool above) {
  const int room = std::countl_zero(value.significand);
  Unpacked v = value;
  v.significand <<= room;
  v.exponent -= room;
  if (k > 63) return std::nullopt;
  const std::uint64_t step = std::uint64_t{1} << (63 - k);
  if (above && v.significand > ~step) return std::nullopt;
  v.significand = above ? v.significand + step : v.significand - step;
  return v;
}

void push_patterns(const Format& from, std::vector<std::uint64_t>& out) {
  const int bits = from.significand_bits;
  std::vector<std::uint64_t> patterns{0, Format::ones(bits), 0x5555555555555555u & Format::ones(bits),
                                      0xAAAAAAAAAAAAAAAAu & Format::ones(bits)};
  for (int b = 0; b < bits; ++b) {
    patterns.push_back(std::uint64_t{1} << b);
    patterns.push_back(Format::ones(b));
    patterns.push_back(Format::ones(bits) & ~Format::ones(b));
  }
  const std::uint64_t exponents = std::uint64_t{1} << from.exponent_bits;
  for (std::uint64_t e = 0; e < exponents; ++e) {
    for (std::uint64_t p : patterns) {
      const std::uint64_t magnitude = (e << bits | p) << from.padding_bits;
      out.push_back(magnitude);
      if (from.kind == FormatKind::integer) {
        out.push_back((~magnitude + 1) & from.code_mask());
      } else {
        out.push_back(magnitude | from.sign_mask());
      }
    }
  }
}

Codes finished(std::vector<std::uint64_t> codes) {
  std::sort(codes.begin(), codes.end());
  codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
  return std::make_shared<const std::vector<std::uint64_t>>(std::move(codes));
}

/// Many offers share a pair of formats: each list is made once.
template <typename Make>
Codes made_once(std::map<std::pair<const Format*, const Format*>, Codes>& made, const Format& from,
                const Format& to, Make make) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  Codes& codes = made[{&from, &to}];
  if (!codes) codes = finished(make());
  return codes;
}

std::vector<std::uint64_t> make_grid(const Format& from, const Format& to) {
  std::vector<std::uint64_t> codes;
  push_patterns(from, codes);
  for (std::uint64_t c : target_codes(to)) {
    if (!is_finite(to, c)) continue;
    push_with_neighbours(from, unpack(to, c), codes);
    push_with_neighbours(from, midpoint_above(to, c), codes);
  }
  return codes;
}

std::vector<std::uint64_t> make_traps(const Format& from, const Format& to) {
  std::vector<std::uint64_t> codes;
  // A hair of 2^-k beside a midpoint vanishes in an intermediate format of fewer than k + 1 significant bits
  // that still holds the midpoint itself (to.precision() + 1 bits).
  const int widest = from.kind == FormatKind::integer ? from.significand_bits : from.precision();
  for (std::uint64_t c : target_codes(to)) {
    if (!is_finite(to, c)) continue;
    const Unpacked midpoint = midpoint_above(to, c);
    for (int k : {to.precision() + 2, 12, 17, 25, 30, 40, 52, 60}) {
      if (k < to.precision() + 2 || k >= widest) continue;
      for (bool above : {false, true}) {
        const auto x = beside(midpoint, k, above);
        if (!x) continue;
        const auto code = at_or_below(from, *x);
        // Only inputs that the source holds exactly: others are not the trap that was meant.
        if (!code) continue;
        const Unpacked held = unpack(from, *code);
        if (held.significand == 0) continue;
        const int room = std::countl_zero(held.significand);
        if (held.significand << room == x->significand && held.exponent - room == x->exponent)
          codes.push_back(*code);
      }
    }
  }
  return codes;
}

}  // namespace

Codes conversion_grid(const Format& from, const Format& to) {
  static std::map<std::pair<const Format*, const Format*>, Codes> made;
  return made_once(made, from, to, [&] { return make_grid(from, to); });
}

Codes double_rounding_traps(const Format& from, const Format& to) {
  static std::map<std::pair<const Format*, const Format*>, Codes> made;
  return made_once(made, from, to, [&] { return make_traps(from, to); });
}

}  // namespace ulpgate::convert
