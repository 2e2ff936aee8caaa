#include "suites/gemm/values.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "reference/exact/power_of_two.h"
#include "reference/formats/encode.h"

namespace ulpgate::gemm {
namespace {

int top_exponent(const Format& f) {
  if (!f.is_floating()) return f.kind == FormatKind::integer ? f.significand_bits : f.bias;
  return std::ilogb(to_double(f, max_finite_magnitude(f)));
}

/// Coordinates as one number that does not depend on the shape.
std::uint64_t place(std::int64_t batch, std::int64_t row, std::int64_t column) {
  return static_cast<std::uint64_t>(batch) << 44 ^ static_cast<std::uint64_t>(row) << 22 ^
         static_cast<std::uint64_t>(column);
}

ValueRange range_of(const GemmOffer& o, std::int64_t k) {
  ValueRange r;
  const Format& sum = *o.arithmetic.accumulator;
  const int growth = std::bit_width(static_cast<std::uint64_t>(std::max<std::int64_t>(k, 1))) + 2;
  const int top = std::min(top_exponent(sum), top_exponent(*o.d)) - growth;
  const int half = top >= 0 ? top / 2 : (top - 1) / 2;
  const Format &a = o.arithmetic.multiplied_a(), &b = o.arithmetic.multiplied_b();
  const int a_most = std::min(top_exponent(*o.a), top_exponent(a));
  const int b_most = std::min(top_exponent(*o.b), top_exponent(b));
  r.a_top = std::min(a_most, half);
  r.b_top = std::min(b_most, top - r.a_top);
  r.a_top = std::min(a_most, top - r.b_top);
  int precision =
      o.arithmetic.instruction && !o.integer() ? o.arithmetic.instruction->precision : sum.precision();
  if (o.arithmetic.stores_partials_in_d) precision = std::min(precision, o.d->precision());
  const double exact = std::min(std::ldexp(1.0, std::min(precision, 52)), largest_value(*o.d) / 4);
  r.integer = std::max(1.0, std::floor(std::sqrt(exact / static_cast<double>(std::max<std::int64_t>(k, 1)))));
  if (o.arithmetic.inputs != nullptr)
    r.integer = std::min(
        {r.integer, std::ldexp(1.0, o.arithmetic.inputs->precision()), largest_value(*o.arithmetic.inputs)});
  if (o.integer()) r.integer = 127;
  return r;
}

}  // namespace

Values::Values(const GemmOffer& offer, const GemmCase& c)
    : o_(offer),
      c_(c),
      a_random_(c.seed, 11),
      b_random_(c.seed, 12),
      c_random_(c.seed, 13),
      scale_random_(c.seed, 14),
      range_(range_of(offer, c.k)) {
  constexpr int widths[] = {4, 12, 30, 120};
  width_ = widths[c.seed % 4];
}

double Values::signed_unit(const CounterRandom& random, std::uint64_t index) const {
  const std::uint64_t word = random.word64(index);
  const double size = static_cast<double>(word >> 12) * 0x1p-52;
  return (word & 1) != 0 ? -size : size;
}

double Values::whole(const Format& format, const CounterRandom& random, std::uint64_t index) const {
  double most = std::min({range_.integer, largest_value(format), std::ldexp(1.0, format.precision())});
  if (format.kind == FormatKind::integer) most = largest_value(format);
  const auto span = static_cast<std::uint64_t>(2 * most + 1);
  return static_cast<double>(random.below(index, span)) - most;
}

double Values::spread(int top, int bottom, const CounterRandom& random, std::uint64_t index) const {
  const int low = std::max(bottom, top - width_);
  const auto exponents = static_cast<std::uint64_t>(std::max(top - low + 1, 1));
  const int exponent = low + static_cast<int>(random.below(2 * index, exponents));
  const double unit = signed_unit(random, 2 * index + 1);
  return std::ldexp(unit < 0 ? -1 + unit : 1 + unit, exponent - 1);
}

/// Products that add up to a value of D, half its ulp, and a little: in this order along k.
double Values::tie_part(std::int64_t k, std::int64_t row, std::int64_t column, bool of_a) const {
  const int fraction = o_.d->significand_bits;
  const CounterRandom choose(c_.seed, 21);
  const std::uint64_t r = choose.word64(place(0, row, 0)), s = choose.word64(place(1, column, 0));
  // D's value is the product of a value of row and column with few bits each; A has the sign.
  const int kept = o_.arithmetic.inputs != nullptr ? o_.arithmetic.inputs->significand_bits : fraction;
  const int a_bits = std::min({o_.a->significand_bits, fraction, kept}) / 2,
            b_bits = std::min({o_.b->significand_bits, fraction, kept}) / 2;
  const double sign = (r >> 60 & 1) != 0 ? -1 : 1;
  switch (k) {
    case 0:
      return of_a ? sign * (1 + std::ldexp(static_cast<double>(r & Format::ones(a_bits)), -a_bits))
                  : 1 + std::ldexp(static_cast<double>(s & Format::ones(b_bits)), -b_bits);
    case 1: {
      // Half an ulp of D in the binade [1, 2): a tie where the first product lies in it.
      const int half = -fraction - 1, of_b = half / 2;
      return of_a ? std::ldexp((r >> 61 & 1) != 0 ? -1.0 : 1.0, half - of_b) : std::ldexp(1.0, of_b);
    }
    case 2: {
      const int little = -fraction - 5, of_b = little / 2;
      const int kind = static_cast<int>(r >> 58 & 3);
      const double a = kind == 0 ? 0.0 : kind == 1 ? -1.0 : 1.0;
      return of_a ? std::ldexp(a, little - of_b) : std::ldexp(1.0, of_b);
    }
    default:
      return 0;
  }
}

std::uint64_t Values::a(std::int64_t batch, std::int64_t row, std::int64_t k) const {
  const Format& f = *o_.a;
  const std::uint64_t at = place(batch, row, k);
  const auto scaled = [&](double v) { return nearest_code(f, v * power_of_two(c_.scale)); };
  switch (c_.family) {
    case Family::integers:
      return scaled(whole(f, a_random_, at));
    case Family::ones:
      return scaled(1);
    case Family::uniform:
      return scaled(signed_unit(a_random_, at));
    case Family::positive:
      return scaled(0.5 + std::fabs(signed_unit(a_random_, at)) / 2);
    case Family::wide:
      return scaled(spread(range_.a_top, f.min_exponent() - 2, a_random_, at));
    case Family::cancelling:
      return scaled(signed_unit(a_random_, place(batch, row, k / 2 * 2)));
    case Family::order_revealing: {
      const bool large = b_random_.below(place(7, 7, k), 8) == 0;
      return scaled(signed_unit(a_random_, at) * (large ? 1 : power_of_two(-f.significand_bits)));
    }
    case Family::subnormal: {
      const std::uint64_t word = a_random_.word64(at);
      const std::uint64_t bits = (word >> 8 & Format::ones(f.significand_bits)) << f.padding_bits;
      return bits | ((word & 1) != 0 ? f.sign_mask() : 0);
    }
    case Family::near_overflow: {
      const double unit = 1 + std::fabs(signed_unit(a_random_, at)) / 8;
      return scaled(
          std::ldexp(a_random_.word32(2 * place(batch, row, 0)) % 2 == 0 ? unit : -unit, range_.a_top));
    }
    case Family::near_ties:
      return scaled(tie_part(k, row, 0, true));
    case Family::codes:
      break;
  }
  return 0;
}

std::uint64_t Values::b(std::int64_t batch, std::int64_t k, std::int64_t column) const {
  const Format& f = *o_.b;
  const std::uint64_t at = place(batch, k, column);
  switch (c_.family) {
    case Family::integers:
      return nearest_code(f, whole(f, b_random_, at));
    case Family::ones:
      return nearest_code(f, 1);
    case Family::uniform:
      return nearest_code(f, signed_unit(b_random_, at));
    case Family::positive:
      return nearest_code(f, 0.5 + std::fabs(signed_unit(b_random_, at)) / 2);
    case Family::wide:
      return nearest_code(f, spread(range_.b_top, f.min_exponent() - 2, b_random_, at));
    case Family::cancelling: {
      const std::uint64_t pair = nearest_code(f, signed_unit(b_random_, place(batch, k / 2 * 2, column)));
      if (k % 2 == 0) return pair;
      // The opposite, one in four times a neighbour of it.
      const bool beside =
          b_random_.below(place(batch + 1, k, column), 4) == 0 && (pair & f.magnitude_mask()) != 0;
      const std::uint64_t size = (pair & f.magnitude_mask()) - (beside ? f.code_step() : 0);
      return size | (~pair & f.sign_mask());
    }
    case Family::order_revealing:
      return nearest_code(f, signed_unit(b_random_, at));
    case Family::subnormal: {
      const int up = std::clamp(-o_.a->min_exponent(), 0, std::max(range_.b_top, 0));
      return nearest_code(f, std::ldexp(1 + std::fabs(signed_unit(b_random_, at)), up));
    }
    case Family::near_overflow: {
      const double target = largest_value(*o_.d) * (1 + signed_unit(b_random_, place(batch, 0, column)) / 4);
      const double each = target / static_cast<double>(c_.k) / std::ldexp(1.0625, range_.a_top);
      return nearest_code(f, std::ldexp(each, -c_.scale));
    }
    case Family::near_ties:
      return nearest_code(f, tie_part(k, 0, column, false));
    case Family::codes:
      break;
  }
  return 0;
}

std::uint64_t Values::c(std::int64_t batch, std::int64_t row, std::int64_t column) const {
  const std::uint64_t at = place(batch, row, column);
  const Format& f = *o_.c;
  switch (c_.family) {
    case Family::integers:
    case Family::ones:
    case Family::near_ties:
      return nearest_code(f, std::trunc(4 * signed_unit(c_random_, at)));
    default:
      return nearest_code(f, signed_unit(c_random_, at));
  }
}

std::uint64_t Values::bias(std::int64_t column) const {
  const double unit = signed_unit(c_random_, place(9, 9, column));
  switch (c_.family) {
    case Family::subnormal:
      return 0;  // beside any other number the products would not be seen
    case Family::near_ties:
      return nearest_code(*o_.bias, std::trunc(2 * unit));  // half of the sums keep their ties
    case Family::integers:
    case Family::ones:
      return nearest_code(*o_.bias, std::ldexp(std::trunc(8 * unit), c_.scale));
    default:
      return nearest_code(*o_.bias, std::ldexp(unit, c_.scale));  // as large as products are
  }
}

std::uint64_t Values::scale(const Format& format, int which, std::int64_t index) const {
  const std::uint64_t at = place(which, index, 0);
  const bool powers = format.significand_bits == 0 || c_.family == Family::integers ||
                      c_.family == Family::ones || c_.family == Family::near_ties ||
                      c_.family == Family::near_overflow;
  const int exponent =
      c_.family == Family::near_overflow ? 0 : static_cast<int>(scale_random_.below(2 * at, 5)) - 2;
  const double unit = powers ? 1 : 1 + std::fabs(signed_unit(scale_random_, 2 * at + 1));
  return nearest_code(format, std::ldexp(unit, exponent));
}

}  // namespace ulpgate::gemm
