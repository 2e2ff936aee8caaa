#include "reference/formats/ulp.h"

#include "reference/formats/decode.h"

namespace ulpgate {
namespace {

std::int64_t integer_value(const Format& f, std::uint64_t code) {
  code &= f.code_mask();
  const std::uint64_t extended = (code & f.sign_mask()) != 0 ? code | ~f.code_mask() : code;
  return static_cast<std::int64_t>(extended);
}

std::uint64_t largest_ordinal(const Format& f) {
  const std::uint64_t largest = f.has_infinity ? infinity_magnitude(f) : max_finite_magnitude(f);
  return largest >> f.padding_bits;
}

std::optional<std::uint64_t> neighbour(const Format& f, std::uint64_t code, std::int64_t step) {
  const std::optional<std::int64_t> place = ordinal(f, code);
  std::int64_t moved = 0;
  if (!place || __builtin_add_overflow(*place, step, &moved)) return std::nullopt;
  return code_of_ordinal(f, moved);
}

}  // namespace

std::optional<std::int64_t> ordinal(const Format& f, std::uint64_t code) {
  if (f.kind == FormatKind::integer) return integer_value(f, code);
  if (is_nan(f, code)) return std::nullopt;
  const auto magnitude = static_cast<std::int64_t>((code & f.magnitude_mask()) >> f.padding_bits);
  return (code & f.sign_mask()) != 0 ? -magnitude : magnitude;
}

std::optional<std::uint64_t> code_of_ordinal(const Format& f, std::int64_t place) {
  if (f.kind == FormatKind::integer) {
    const std::uint64_t code = static_cast<std::uint64_t>(place) & f.code_mask();
    if (integer_value(f, code) != place) return std::nullopt;
    return code;
  }
  const bool negative = place < 0;
  if (negative && !f.has_sign) return std::nullopt;
  const std::uint64_t bits = static_cast<std::uint64_t>(place);
  const std::uint64_t magnitude = negative ? ~bits + 1 : bits;
  if (magnitude > largest_ordinal(f)) return std::nullopt;
  return magnitude << f.padding_bits | (negative ? f.sign_mask() : 0);
}

std::optional<std::uint64_t> next_up(const Format& f, std::uint64_t code) { return neighbour(f, code, 1); }

std::optional<std::uint64_t> next_down(const Format& f, std::uint64_t code) { return neighbour(f, code, -1); }

std::optional<std::int64_t> ulp_distance(const Format& f, std::uint64_t expected, std::uint64_t actual) {
  const std::optional<std::int64_t> from = ordinal(f, expected);
  const std::optional<std::int64_t> to = ordinal(f, actual);
  std::int64_t distance = 0;
  if (!from || !to || __builtin_sub_overflow(*to, *from, &distance)) return std::nullopt;
  return distance;
}

int ulp_exponent(const Format& f, std::uint64_t code) {
  // Decoding keeps the format's own grid: the significand of a normal or subnormal number counts units.
  return unpack(f, code).exponent;
}

}  // namespace ulpgate
