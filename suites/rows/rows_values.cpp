#include "suites/rows/rows_values.h"

#include <algorithm>
#include <cmath>

#include "reference/formats/decode.h"
#include "suites/framework/codes.h"

namespace ulpgate::rows {
namespace {

/// Coordinates as one number that does not depend on the shape.
std::uint64_t place(std::int64_t outer, std::int64_t i, std::int64_t inner) {
  return static_cast<std::uint64_t>(outer) << 42 ^ static_cast<std::uint64_t>(inner) << 24 ^
         static_cast<std::uint64_t>(i);
}

/// Whether this is the one element of row (outer, inner) that stands out.
bool stands_out(const CounterRandom& random, std::int64_t n, std::int64_t outer, std::int64_t i,
                std::int64_t inner) {
  return i == static_cast<std::int64_t>(random.below(place(outer, (std::int64_t{1} << 23) - 1, inner),
                                                     static_cast<std::uint64_t>(n)));
}

int top_exponent(const Format& f) { return std::ilogb(largest_value(f)); }

}  // namespace

RowsValues::RowsValues(const RowsOffer& offer, const RowsCase& c)
    : o_(offer),
      c_(c),
      length_(row_length(offer, c)),
      x_random_(c.seed, 41),
      other_random_(c.seed, 42),
      log_(offer.operation->name.starts_with("log_")) {}

double RowsValues::unit(const CounterRandom& random, std::uint64_t index) const {
  const std::uint64_t word = random.word64(index);
  const double size = std::ldexp(static_cast<double>(word >> 12), -52);
  return (word & 1) != 0 ? -size : size;
}

/// A bell from four uniform numbers.
double RowsValues::small_part(std::uint64_t at) const {
  const std::uint64_t word = x_random_.word64(at);
  double sum = 0;
  for (int i = 0; i < 4; ++i) sum += static_cast<double>(word >> (16 * i) & 0xFFFF) / 0x1p16 - 0.5;
  return sum * 1.7;
}

double RowsValues::x(const Format& f, std::int64_t outer, std::int64_t i, std::int64_t inner) const {
  const std::uint64_t at = place(outer, i, inner);
  const std::uint64_t of_row = x_random_.word64(place(outer, (std::int64_t{1} << 23) - 2, inner));
  const Format& accumulator = *o_.arithmetic.accumulator;
  const int top = top_exponent(f);
  const double sign = (of_row & 1) != 0 ? -1 : 1;
  switch (c_.family) {
    case Family::uniform:
      return 4 * unit(x_random_, at);
    case Family::normal:
      return small_part(at);
    case Family::offset: {
      const int depth =
          static_cast<int>((of_row >> 8) % static_cast<std::uint64_t>(std::max(f.significand_bits - 1, 1)));
      return sign * std::ldexp(1.0, std::min(depth, top - 2)) + small_part(at);
    }
    case Family::near_equal: {
      const double base = 1 + std::fabs(unit(x_random_, place(outer, (std::int64_t{1} << 23) - 3, inner)));
      const double ulp = std::ldexp(1.0, -f.significand_bits);
      return sign * (base + ulp * static_cast<double>(x_random_.below(at, 4)));
    }
    case Family::equal:
      return sign * (0.1 + 8 * std::fabs(unit(x_random_, place(outer, (std::int64_t{1} << 23) - 3, inner))));
    case Family::one_hot:
      return stands_out(x_random_, length_, outer, i, inner) ? 12 + static_cast<double>(of_row >> 8 & 63)
                                                             : small_part(at);
    case Family::spread: {
      const int low = std::max(f.min_exponent(), -30), high = std::min(7, top - 1);
      const int exponent =
          low + static_cast<int>(other_random_.below(at, static_cast<std::uint64_t>(high - low + 1)));
      const double significand = unit(x_random_, at);
      return std::ldexp(significand < 0 ? -1 + significand / 2 : 1 + significand / 2, exponent);
    }
    case Family::tails: {
      if (stands_out(x_random_, length_, outer, i, inner)) return 1;
      // Either format's smallest numbers, by turns.
      const Format& of = (of_row >> 9 & 1) != 0 ? o_.output() : accumulator;
      const double depth = std::log(2.0) * (of.significand_bits - of.min_exponent());
      return 1 - std::min(depth, largest_value(f) / 2) * (0.7 + 0.4 * std::fabs(unit(x_random_, at)));
    }
    case Family::steps:
      return static_cast<double>(x_random_.below(at, 17)) - 8;
    case Family::alternating:
      return std::ldexp((i & 1) != 0 ? -1.0 : 1.0, -10) * (1 + static_cast<double>(of_row >> 8 & 7) / 8);
    case Family::outlier:
      return stands_out(x_random_, length_, outer, i, inner)
                 ? sign * std::ldexp(1.0 + static_cast<double>(of_row >> 10 & 7) / 8,
                                     std::min(8 + static_cast<int>(of_row >> 4 & 3), top - 2))
                 : small_part(at);
    case Family::chunks:
      return i >= length_ - std::max<std::int64_t>(length_ / 4, 1) ? 4 : 0;
    case Family::large:
      return largest_value(f) * unit(x_random_, at);
    case Family::tiny: {
      const double size = std::ldexp(1.0, f.min_exponent() + 2);
      return size * unit(x_random_, at);
    }
    case Family::quiet:
    case Family::codes:
      break;
  }
  return 0;
}

double RowsValues::x_at(const Format& f, std::int64_t outer, std::int64_t i, std::int64_t inner) const {
  if (!has_groups(o_)) return x(f, outer, i, inner);
  const std::int64_t channels = c_.n / groups_of(o_, c_);
  return x(f, outer, i % channels * c_.inner + inner, i / channels);
}

std::uint64_t RowsValues::mask(const Format& f, std::int64_t outer, std::int64_t i,
                               std::int64_t inner) const {
  const std::uint64_t word = c_.plain_parameters ? 1 : other_random_.word64(place(outer, i, inner));
  const bool out = word % 3 == 0;
  if (!f.is_floating()) return out ? 1 + (word >> 8) % 255 : 0;
  if (out) return f.has_infinity ? infinity_magnitude(f) | f.sign_mask() : nearest_code(f, -largest_value(f));
  return word % 3 == 1 ? 0 : nearest_code(f, 2 * unit(other_random_, place(outer, i, inner)));
}

/// nullopt where the tensor has what other families have, too.
std::optional<std::uint64_t> RowsValues::quiet(const RowTensor& t, const Format& f) const {
  const std::string_view operation = o_.operation->name;
  if (t.name == "dy") return 0;
  if (t.name == "y") return log_ ? nearest_code(f, -12) : 0;
  if (t.name == "target") return static_cast<std::uint64_t>(c_.ignore_index);
  if (t.name != "x") return std::nullopt;
  // A loss is the mean of all logits, too, where it smooths: finite ones of which no exponential is left.
  if (operation.starts_with("cross_entropy")) return nearest_code(f, -120);
  if (!operation.ends_with("softmax") && operation != "attention") return 0;
  return f.has_infinity ? infinity_magnitude(f) | f.sign_mask() : nearest_code(f, -largest_value(f));
}

/// dy and dloss.
double RowsValues::gradient(const Format& f, std::uint64_t at) const {
  const CounterRandom random(c_.seed, 53);
  const std::uint64_t word = random.word64(at);
  if (c_.plain_parameters) return static_cast<double>(word % 9) / 4 - 1;
  switch (c_.family) {
    case Family::near_equal:
      return 1 + std::ldexp(static_cast<double>(word % 4), -f.significand_bits);
    case Family::spread:
      return std::ldexp(unit(random, at), static_cast<int>(word >> 8 & 15) - 11);
    case Family::tiny:
      return std::ldexp(unit(random, at), f.min_exponent() + 2);
    case Family::steps:
      return static_cast<double>(word % 9) - 4;
    default:
      return unit(random, at);
  }
}

std::vector<double> RowsValues::row_of_x(const Format& f, std::int64_t outer, std::int64_t inner) const {
  std::vector<double> row;
  for (std::int64_t i = 0; i < length_; ++i)
    row.push_back(to_double(f, nearest_code(f, std::ldexp(x(f, outer, i, inner), c_.exponent))));
  return row;
}

std::uint64_t RowsValues::statistic(const Format& f, std::int64_t outer, std::int64_t group,
                                    bool rstd) const {
  const std::vector<double> row = row_of_x(o_.input(), outer, group);
  const double n = static_cast<double>(std::max<std::int64_t>(length_, 1));
  const bool centred = o_.has("mean");
  double mean = 0, squares = 0;
  for (const double v : row) mean += v / n;
  if (!centred) mean = 0;
  for (const double v : row) squares += (v - mean) * (v - mean) / n;
  return nearest_code(f, rstd ? 1 / std::sqrt(squares + 1e-5) : mean);
}

/// The softmax, or its logarithm, of rows of the family.
std::vector<std::uint64_t> RowsValues::softmax(const Format& f,
                                               const std::array<std::int64_t, 3>& shape) const {
  std::vector<std::uint64_t> codes(static_cast<std::size_t>(shape[0] * shape[1] * shape[2]));
  for (std::int64_t outer = 0; outer < shape[0] && shape[1] > 0; ++outer) {
    for (std::int64_t inner = 0; inner < shape[2]; ++inner) {
      std::vector<double> row = row_of_x(f, outer, inner);
      const double most = *std::max_element(row.begin(), row.end());
      double sum = 0;
      for (const double v : row) sum += std::exp(v - most);
      for (std::int64_t i = 0; i < shape[1]; ++i) {
        const double z = row[static_cast<std::size_t>(i)] - most;
        codes[static_cast<std::size_t>((outer * shape[1] + i) * shape[2] + inner)] =
            nearest_code(f, log_ ? z - std::log(sum) : std::exp(z) / sum);
      }
    }
  }
  return codes;
}

/// Of one device in eight.
bool RowsValues::flagged(std::int64_t device, std::int64_t i) const {
  return CounterRandom(c_.seed, 57).word64(place(device, i, 0)) % 8 == 0;
}

/// A size, some of which are 0 or all; an index, which several rows share; clean steps so far.
std::uint64_t RowsValues::whole_number(std::string_view tensor, std::int64_t row, std::int64_t i) const {
  const std::uint64_t word = CounterRandom(c_.seed, 58).word64(place(row, i, 0));
  if (tensor == "tracker") return word % 5;
  if (tensor == "index") return word % static_cast<std::uint64_t>(std::max<std::int64_t>(c_.outer / 2, 1));
  const auto n = static_cast<std::uint64_t>(c_.n);
  if (c_.plain_parameters || word % 4 == 1) return n;
  return word % 4 == 0 ? 0 : (word >> 8) % (n + 1);
}

/// Half of them powers of two.
double RowsValues::loss_scale(std::int64_t at) const {
  const std::uint64_t word = CounterRandom(c_.seed, 59).word64(static_cast<std::uint64_t>(at));
  const double significand = (word & 1) != 0 ? 1 : 1 + static_cast<double>(word >> 20 & 0xFFFFF) * 0x1p-20;
  return std::ldexp(significand, static_cast<int>(word >> 8 & 31) - 7);
}

std::vector<std::uint64_t> RowsValues::all(std::size_t tensor,
                                           const std::array<std::int64_t, 3>& shape) const {
  const RowTensor& t = o_.operation->tensors[tensor];
  const Format& f = *o_.formats[tensor];
  if (c_.family == Family::quiet) {
    if (const auto code = quiet(t, f))
      return std::vector<std::uint64_t>(static_cast<std::size_t>(shape[0] * shape[1] * shape[2]), *code);
  }
  if (t.name == "y") return softmax(f, shape);
  const auto other = [&](std::uint64_t stream, std::int64_t at) {
    return unit(CounterRandom(c_.seed, stream), static_cast<std::uint64_t>(at));
  };
  std::vector<std::uint64_t> codes;
  codes.reserve(static_cast<std::size_t>(shape[0] * shape[1] * shape[2]));
  for (std::int64_t a = 0; a < shape[0]; ++a) {
    for (std::int64_t b = 0; b < shape[1]; ++b) {
      for (std::int64_t c = 0; c < shape[2]; ++c) {
        const auto at = static_cast<std::int64_t>(place(a, b, c));
        if (t.name == "x") {
          codes.push_back(nearest_code(f, std::ldexp(x_at(f, a, b, c), c_.exponent)));
        } else if (t.name == "mask") {
          codes.push_back(mask(f, a, b, c));
        } else if (t.name == "gamma") {
          const double u = other(51, at);
          const double size = c_.plain_parameters ? 1 : u < 0 ? -0.5 + u : 0.5 + u;
          codes.push_back(nearest_code(f, o_.arithmetic.zero_centred ? size - 1 : size));
        } else if (t.name == "beta") {
          codes.push_back(nearest_code(f, c_.plain_parameters ? 0 : 2 * other(52, at)));
        } else if (t.name == "found_inf") {
          codes.push_back(nearest_code(f, t.extents == Extents::matrix && flagged(a, b) ? 1 : 0));
        } else if (t.name == "sizes" || t.name == "index" || t.name == "tracker") {
          codes.push_back(whole_number(t.name, a, b));
        } else if (t.name == "scale") {
          codes.push_back(nearest_code(f, loss_scale(at)));
        } else if (t.name == "exp_avg_sq") {
          codes.push_back(nearest_code(f, std::fabs(other(54, at))));
        } else if (t.name == "param" || t.name == "exp_avg" || t.name == "main" ||
                   t.name == "momentum_buffer") {
          codes.push_back(nearest_code(f, 2 * other(t.name == "param" ? 55 : 56, at)));
        } else if (t.name == "mean" || t.name == "rstd") {
          codes.push_back(statistic(f, a, b, t.name == "rstd"));
        } else if (t.name == "target") {
          const std::uint64_t word = other_random_.word64(place(a, 1, 0));
          const bool ignored = word % 5 == 0 || c_.n == 0;
          codes.push_back(ignored ? static_cast<std::uint64_t>(c_.ignore_index)
                                  : (word >> 8) % static_cast<std::uint64_t>(c_.n));
        } else {
          codes.push_back(nearest_code(f, gradient(f, static_cast<std::uint64_t>(at))));
        }
      }
    }
  }
  return codes;
}

}  // namespace ulpgate::rows
