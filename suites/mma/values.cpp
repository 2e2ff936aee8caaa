#include "suites/mma/values.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "reference/formats/decode.h"

namespace ulpgate::mma {
namespace {

/// From zero or below it: floor(x / 2).
int half(int x) { return x >= 0 ? x / 2 : (x - 1) / 2; }

int pick(std::uint64_t word, int low, int high) {
  if (high <= low) return low;
  return low + static_cast<int>(word % static_cast<std::uint64_t>(high - low + 1));
}

std::uint64_t bits_of_subnormal(const Format& f, std::uint64_t word) {
  const std::uint64_t fraction = word >> 8 & Format::ones(f.significand_bits);
  return (fraction == 0 ? 1 : fraction) << f.padding_bits | ((word & 1) != 0 ? f.sign_mask() : 0);
}

}  // namespace

int largest_exponent(const Format& f) {
  if (f.kind == FormatKind::integer) return f.significand_bits - 1;
  if (f.kind == FormatKind::exponent_only) return f.bias;
  const auto top = static_cast<int>(Format::ones(f.exponent_bits)) - f.bias;
  return f.nans == NanCodes::ieee ? top - 1 : top;
}

std::uint64_t number_code(const Format& f, bool negative, int exponent, std::uint64_t fraction) {
  const int top = largest_exponent(f);
  const std::uint64_t sign = negative ? f.sign_mask() : 0;
  if (f.kind == FormatKind::exponent_only)
    return static_cast<std::uint64_t>(std::clamp(exponent, f.min_exponent(), top)) +
           static_cast<std::uint64_t>(f.bias);
  std::uint64_t kept = fraction >> 1 >> (63 - f.significand_bits);
  exponent = std::min(exponent, top);
  std::uint64_t field = 0;
  if (exponent >= f.min_exponent()) {
    const int biased = exponent + f.bias;
    field = static_cast<std::uint64_t>(biased);
  } else {
    const int shift = f.min_exponent() - exponent;
    kept |= std::uint64_t{1} << f.significand_bits;
    kept = shift > f.significand_bits ? 0 : kept >> shift;
  }
  std::uint64_t code = (field << f.significand_bits | kept) << f.padding_bits;
  if (!is_finite(f, code)) code -= f.code_step();
  if (code == 0 && !f.has_negative_zero) return 0;
  return code | sign;
}

std::uint64_t whole_code(const Format& f, std::int64_t whole, int shift) {
  if (f.kind == FormatKind::integer) return static_cast<std::uint64_t>(whole) & f.code_mask();
  if (whole == 0) return 0;
  const auto magnitude = static_cast<std::uint64_t>(whole < 0 ? -whole : whole);
  const int above = std::countl_zero(magnitude);
  return number_code(f, whole < 0, 63 - above + shift, std::rotl(magnitude, above) << 1);
}

Values::Values(const MmaOffer& offer, const MmaCase& c, int instruction)
    : o_(offer),
      family_(c.family),
      seed_(c.seed),
      random_(c.seed, 2 * static_cast<std::uint64_t>(instruction)),
      shared_(c.seed, 2 * static_cast<std::uint64_t>(instruction) + 1),
      kept_(kept_bits(offer.sum())) {
  if (family_ == Family::integers) set_integers();
  if (o_.integer()) return;
  if (family_ == Family::lifted) {
    set_lift();
  } else {
    set_exponents();
  }
}

/// A product exponent, shared between operands within what their formats hold.
void Values::split_product(int exponent) {
  const Format &a = *o_.a, &b = *o_.b;
  const int low_a = a.quantum_exponent(), low_b = b.quantum_exponent();
  e_.a = std::clamp(half(exponent), low_a, largest_exponent(a));
  e_.b = std::clamp(exponent - e_.a, low_b, largest_exponent(b));
  e_.a = std::clamp(exponent - e_.b, low_a, largest_exponent(a));
  e_.sum = exponent;
}

void Values::set_exponents() {
  const Format &a = *o_.a, &b = *o_.b, &d = *o_.d;
  const int growth = std::bit_width(static_cast<unsigned>(o_.shape.k)) + 2;
  const int top = largest_exponent(d) - growth - (o_.scale == nullptr ? 0 : 6);
  switch (family_) {
    case Family::wide: {
      constexpr int widths[] = {4, 12, 30, 120};
      width_ = widths[seed_ % 4];
      split_product(std::min(top, largest_exponent(a) + largest_exponent(b)));
      break;
    }
    case Family::aligned:
      split_product(
          std::min({top, half(kept_) + pick(seed_ >> 8, -2, 2), largest_exponent(a) + largest_exponent(b)}));
      break;
    case Family::tiny:
      split_product(d.quantum_exponent() + 4);
      break;
    case Family::overflow:
      split_product(largest_exponent(d) - pick(seed_ >> 8, 0, 3));
      break;
    case Family::subnormal: {
      const bool of_a = seed_ % 2 == 0;
      const Format &small = of_a ? a : b, &other = of_a ? b : a;
      const int up = std::clamp(-small.min_exponent(), other.min_exponent(),
                                std::min(largest_exponent(other), top - small.min_exponent()));
      (of_a ? e_.a : e_.b) = small.min_exponent();
      (of_a ? e_.b : e_.a) = up;
      e_.sum = small.min_exponent() + up;
      break;
    }
    default:
      e_.a = std::clamp(pick(seed_ >> 8, -3, 3), a.min_exponent(), largest_exponent(a));
      e_.b = std::clamp(pick(seed_ >> 16, -3, 3), b.min_exponent(), largest_exponent(b));
      e_.sum = e_.a + e_.b;
  }
}

void Values::set_integers() {
  const int bits = exact_bits(o_.sum()) - (o_.scale == nullptr ? 0 : 2);
  const double most = std::ldexp(1.0, bits), k = o_.shape.k;
  const auto limit = [](const Format& f) {
    return f.kind == FormatKind::integer ? std::ldexp(1.0, f.significand_bits) - 1
                                         : std::ldexp(1.0, std::min(largest_exponent(f), f.precision()));
  };
  const double each = std::max(1.0, std::floor(std::sqrt(most / (k + 1))));
  whole_a_ = static_cast<std::int64_t>(std::min(each, limit(*o_.a)));
  whole_b_ = static_cast<std::int64_t>(std::min(each, limit(*o_.b)));
  const double rest = most - k * static_cast<double>(whole_a_) * static_cast<double>(whole_b_);
  whole_c_ = static_cast<std::int64_t>(std::max(1.0, rest));
  if (o_.integer()) return;
  const auto shift = [&](const Format& f, std::int64_t whole, std::uint64_t word) {
    const int up = std::bit_width(static_cast<std::uint64_t>(whole));
    return pick(word, std::max(f.min_exponent(), -40), std::min(largest_exponent(f) - up, 40));
  };
  shift_a_ = shift(*o_.a, whole_a_, seed_ >> 8);
  shift_b_ = shift(*o_.b, whole_b_, seed_ >> 16);
  const int lowest = std::max(o_.c->min_exponent(), o_.d->min_exponent());
  if (shift_a_ + shift_b_ < lowest || shift_a_ + shift_b_ + bits + 3 > largest_exponent(*o_.d))
    shift_a_ = shift_b_ = 0;
  const int room = largest_exponent(*o_.c) - shift_a_ - shift_b_;
  whole_c_ = std::min(whole_c_, std::int64_t{1} << std::clamp(room, 0, 52));
}

void Values::set_lift() {
  const auto range = [&](const Format& small, const Format& other) {
    const int low = std::max(o_.d->min_exponent() - small.quantum_exponent(), other.min_exponent());
    const int high = std::min(largest_exponent(other), largest_exponent(*o_.d) - 2 - small.min_exponent());
    if (low > high) return false;
    lift_ = pick(seed_ >> 8, low, high);
    return true;
  };
  lifted_ = static_cast<int>((seed_ & 0xFF) % 3);
  const bool found = lifted_ == 0 ? range(*o_.a, *o_.b) : lifted_ == 1 ? range(*o_.b, *o_.a) : true;
  if (!found) lifted_ = 2;
}

std::uint64_t Values::word(Matrix matrix, int row, int column) const {
  return random_.word64(static_cast<std::uint64_t>(matrix) << 42 ^ static_cast<std::uint64_t>(row) << 21 ^
                        static_cast<std::uint64_t>(column));
}

/// Of the product at k, below e_.sum: beside the last bit that is kept. Family tiny: of numbers around the
/// smallest one of D, and of numbers that alignment loses where the exponent floor is all that aligns them.
int Values::offset(int k) const {
  const std::uint64_t word = shared_.word64(static_cast<std::uint64_t>(k));
  if (family_ != Family::tiny) return word % 8 < 3 ? 0 : -kept_ + pick(word >> 8, -2, 3);
  const int floor = o_.entry ? o_.entry->arithmetic.exponent_floor : e_.sum;
  return word % 2 == 0 ? -pick(word >> 8, 0, 5)
                       : std::min(floor - kept_ - e_.sum, 0) + pick(word >> 8, -2, 3);
}

std::uint64_t Values::any(const Format& f, std::uint64_t word, bool finite) const {
  std::uint64_t code = word & f.code_mask();
  if (finite && !is_finite(f, code))
    code = f.nans == NanCodes::negative_zero ? 0 : code ^ f.code_step() << f.significand_bits;
  return code;
}

std::uint64_t Values::whole(Matrix matrix, std::uint64_t word) const {
  const std::int64_t most = matrix == Matrix::a ? whole_a_ : matrix == Matrix::b ? whole_b_ : whole_c_;
  const Format& f = format_of(o_, matrix);
  const auto span = static_cast<std::uint64_t>(f.has_sign ? 2 * most + 1 : most + 1);
  auto value = static_cast<std::int64_t>((word >> 4) % span) - (f.has_sign ? most : 0);
  // Accumulators of every size, so that short ones are not drowned.
  if (matrix == Matrix::c) value >>= word % 4 == 0 ? (word >> 56) % 32 : 0;
  const int shift = matrix == Matrix::a ? shift_a_ : matrix == Matrix::b ? shift_b_ : shift_a_ + shift_b_;
  return whole_code(f, value, shift);
}

std::uint64_t Values::lifted(Matrix matrix, int row, int column, std::uint64_t word) const {
  const int k = o_.shape.k, turn = static_cast<int>(seed_ >> 16 & 0xFF);
  switch (matrix) {
    case Matrix::a:
      if (lifted_ == 0) return bits_of_subnormal(*o_.a, word);
      return lifted_ == 1 && column == (row + turn) % k ? number_code(*o_.a, false, lift_, 0) : 0;
    case Matrix::b:
      if (lifted_ == 1) return bits_of_subnormal(*o_.b, word);
      return lifted_ == 0 && row == (column + turn) % k ? number_code(*o_.b, false, lift_, 0) : 0;
    default: {
      // Ten leading bits, which every result keeps.
      const int dropped = std::max(o_.c->significand_bits - 10, 0);
      return lifted_ == 2 ? bits_of_subnormal(*o_.c, word) & ~Format::ones(dropped) : 0;
    }
  }
}

std::uint64_t Values::integer_format(Matrix matrix, std::uint64_t word) const {
  const Format& f = format_of(o_, matrix);
  if (family_ == Family::integers) return whole(matrix, word);
  if (family_ != Family::overflow) return word & f.code_mask();
  const std::uint64_t largest = Format::ones(f.significand_bits), lowest = f.sign_mask();
  const std::uint64_t away = word >> 8 & (matrix == Matrix::c ? 0xFFFFF : 3) & largest;
  return (word & 1) != 0 ? lowest + away : largest - away;
}

std::uint64_t Values::operand(Matrix matrix, int row, int column) const {
  const Format& f = format_of(o_, matrix);
  const bool of_a = matrix == Matrix::a;
  const int k = of_a ? column : row, top = of_a ? e_.a : e_.b;
  std::uint64_t w = word(matrix, row, column);
  bool negative = (w & 1) != 0;
  const int geometric = std::min(std::countr_one(w >> 1 & 0xFFFF), 12);
  switch (family_) {
    case Family::bits:
    case Family::finite:
      return any(f, w, family_ == Family::finite);
    case Family::positive:
      return number_code(f, false, top - geometric, w);
    case Family::wide:
      return number_code(f, negative, top - pick(w >> 8, 0, width_), w << 24);
    case Family::cancelling: {
      w = of_a ? word(matrix, row, k / 2 * 2) : word(matrix, k / 2 * 2, column);
      negative = ((w & 1) != 0) != (!of_a && k % 2 == 1);
      const bool beside = !of_a && k % 2 == 1 && (w >> 20 & 3) == 0;
      return number_code(f, negative, top - std::min(std::countr_one(w >> 1 & 0xFFFF), 12), w) ^
             (beside ? f.code_step() : 0);
    }
    case Family::aligned: {
      const int down = offset(k), of_b = half(down);
      const std::uint64_t fraction = w % 3 == 0 ? 0 : w % 3 == 1 ? w << 8 >> 62 << 62 : w << 16;
      return number_code(f, negative, top + (of_a ? down - of_b : of_b), fraction);
    }
    case Family::tiny: {
      const int down = offset(k), of_b = half(down);
      // The larger ones are single bits, so that it shows what becomes of the others.
      const bool single = down > -6 || (w >> 16 & 1) != 0;
      return number_code(f, negative, top + (of_a ? down - of_b : of_b), single ? 0 : w << 24);
    }
    case Family::overflow:
      return number_code(f, negative && (seed_ & 1) != 0, top - pick(w >> 8, 0, 1), w << 16);
    case Family::subnormal:
      if (of_a == (seed_ % 2 == 0)) return bits_of_subnormal(f, w);
      return number_code(f, negative, top - geometric, w << 24);
    default:
      return number_code(f, negative, top - geometric, w << 24);
  }
}

std::uint64_t Values::accumulator(int row, int column) const {
  const Format& f = *o_.c;
  const std::uint64_t w = word(Matrix::c, row, column);
  const bool negative = (w & 1) != 0;
  switch (family_) {
    case Family::bits:
    case Family::finite:
      return any(f, w, family_ == Family::finite);
    case Family::positive:
      return number_code(f, false, e_.sum + pick(w >> 8, -4, 4), w << 16);
    case Family::wide:
      return number_code(f, negative, e_.sum - pick(w >> 8, 0, width_), w << 24);
    case Family::aligned:
      if (w % 8 < 2) return 0;
      return number_code(f, negative,
                         e_.sum + (w % 8 < 4 ? pick(w >> 8, -1, 2) : pick(w >> 8, -3, 3) - kept_),
                         w % 3 == 0 ? 0 : w << 24);
    case Family::tiny:
      return w % 4 != 0 ? 0 : bits_of_subnormal(f, w >> (w >> 56) % 48);
    case Family::overflow:
      return number_code(f, negative && (seed_ & 1) != 0, largest_exponent(f) - pick(w >> 8, 0, 3), w << 16);
    case Family::subnormal:
      return w % 2 == 0 ? bits_of_subnormal(f, w >> 1) : number_code(f, negative, e_.sum, w << 24);
    default:
      return number_code(f, negative, e_.sum + pick(w >> 8, -12, 4), w << 24);
  }
}

std::uint64_t Values::scale(Matrix matrix, int row, int column) const {
  const Format& f = *o_.scale;
  const std::uint64_t w = word(matrix, row, column);
  const int k = matrix == Matrix::a_scale ? column : row;
  switch (family_) {
    case Family::zeros:
    case Family::probe:
    case Family::vector:
    case Family::lifted:
      return plain_code(o_, matrix);
    case Family::integers:
      return number_code(f, false, static_cast<int>(w & 1), 0);
    case Family::bits:
      if (seed_ % 2 == 0) return any(f, w, false);
      break;
    case Family::aligned: {
      // Between groups that one scale covers, beside what lies between products.
      const int down = offset(1000 + k), of_b = half(down);
      return number_code(f, false, matrix == Matrix::a_scale ? down - of_b : of_b, w << 16);
    }
    case Family::tiny:
    case Family::overflow:
      // What operands lack of the product's exponent.
      return number_code(f, false, half(e_.sum - e_.a - e_.b) + pick(w >> 8, -1, 1), w << 16);
    default:
      break;
  }
  return number_code(f, false, pick(w >> 8, -2, 2), w << 16);
}

std::uint64_t Values::code(Matrix matrix, int row, int column) const {
  if (matrix == Matrix::a_scale || matrix == Matrix::b_scale) return scale(matrix, row, column);
  if (family_ == Family::zeros || family_ == Family::probe || family_ == Family::vector) return 0;
  if (o_.integer()) return integer_format(matrix, word(matrix, row, column));
  const Format& f = format_of(o_, matrix);
  std::uint64_t code = 0;
  if (family_ == Family::lifted) {
    code = lifted(matrix, row, column, word(matrix, row, column));
  } else if (family_ == Family::integers) {
    code = whole(matrix, word(matrix, row, column));
  } else {
    code = matrix == Matrix::c ? accumulator(row, column) : operand(matrix, row, column);
  }
  // Bits that carry nothing hold something, as they may.
  if (f.padding_bits != 0 && is_finite(f, code))
    code |= word(matrix, row, column) >> 11 & Format::ones(f.padding_bits);
  return code;
}

}  // namespace ulpgate::mma
