#include "suites/quantize/blocks_values.h"

#include <algorithm>
#include <cmath>

#include "reference/formats/decode.h"
#include "reference/formats/ulp.h"
#include "suites/framework/codes.h"

namespace ulpgate::blocks {
namespace {

std::uint64_t place(std::int64_t row, std::int64_t column) {
  return static_cast<std::uint64_t>(row) << 26 ^ static_cast<std::uint64_t>(column);
}

/// In [-1, 1).
double unit(const CounterRandom& random, std::uint64_t index) {
  const std::uint64_t word = random.word64(index);
  const double size = std::ldexp(static_cast<double>(word >> 12), -52);
  return (word & 1) != 0 ? -size : size;
}

int top_exponent(const Format& f) { return std::ilogb(largest_value(f)); }

const Format& element_of(const BlocksOffer& o) {
  if (o.is("quantize")) return *o.recipe.element;
  if (o.is("dequantize")) return *o.dequantize.element;
  return o.is("delayed_scale_update") ? *o.delayed.element : formats::e4m3;
}

/// Up to two values of the format away.
std::uint64_t beside(const Format& f, std::uint64_t code, std::uint64_t word) {
  const auto moved = code_of_ordinal(f, *ordinal(f, code) + static_cast<std::int64_t>(word % 5) - 2);
  return moved && is_finite(f, *moved) ? *moved : code;
}

}  // namespace

BlocksValues::BlocksValues(const BlocksOffer& offer, const BlocksCase& c)
    : o_(offer),
      c_(c),
      grid_(quantize::grid_of(offer.recipe.block, c.rows, c.columns)),
      element_(&element_of(offer)),
      x_random_(c.seed, 61),
      other_random_(c.seed, 62) {}

std::uint64_t BlocksValues::block_number(std::int64_t row, std::int64_t column) const {
  return static_cast<std::uint64_t>(grid_.block_of(row, column));
}

/// Whether this is the one element of its block that fixes the scale.
bool BlocksValues::leads(std::int64_t row, std::int64_t column, std::uint64_t block) const {
  const std::int64_t first_row = row - row % grid_.block_rows,
                     first_column = column - column % grid_.block_columns;
  const std::int64_t rows = std::min(grid_.block_rows, grid_.rows - first_row);
  const std::int64_t columns = std::min(grid_.block_columns, grid_.columns - first_column);
  if (rows * columns <= 0) return false;
  const auto at = static_cast<std::int64_t>(
      x_random_.below((std::uint64_t{1} << 60) + block, static_cast<std::uint64_t>(rows * columns)));
  return row - first_row == at / columns && column - first_column == at % columns;
}

/// Beside a number where scales change: block by block another exponent of the format, and every so many
/// another significand.
std::uint64_t BlocksValues::threshold(const Format& f, std::uint64_t block) const {
  const double most = largest_value(*element_);
  const bool narrow = o_.is("quantize") && o_.recipe.scales == quantize::ScaleKind::nvfp4;
  const int high = top_exponent(f) - (narrow ? 3 : 0),
            low = narrow ? std::max(high - 24, f.quantum_exponent()) : f.quantum_exponent();
  const std::uint64_t turn = block + c_.seed % 1021;
  const int exponent = high - static_cast<int>(turn % static_cast<std::uint64_t>(high - low + 1));
  const std::uint64_t word = x_random_.word64((std::uint64_t{1} << 61) + block);
  const double step = std::ldexp(1.0, -element_->significand_bits);
  const double significand = std::ldexp(most, -std::ilogb(most));
  // The largest number, where rounding leaves it, a power of two, the last below one, anything.
  const double choices[] = {significand, significand + step / 2, 1.0,
                            2 - std::ldexp(1.0, -f.significand_bits),
                            1 + std::fabs(unit(x_random_, (std::uint64_t{1} << 59) + block))};
  return beside(f, nearest_code(f, std::ldexp(choices[word % 5], exponent)), word >> 8);
}

/// The middle between two codes of the element format, or beside it.
double BlocksValues::middle(std::uint64_t word) const {
  const Format& e = *element_;
  const std::uint64_t code = (word >> 8) % max_finite_magnitude(e);
  const double size = (to_double(e, code) + to_double(e, code + 1)) / 2;
  return (word & 1) != 0 ? -size : size;
}

double BlocksValues::x_value(const Format& f, std::int64_t row, std::int64_t column) const {
  const std::uint64_t at = place(row, column), word = x_random_.word64(at);
  switch (c_.family) {
    case Family::blocks: {
      const std::uint64_t group = other_random_.word64(place(row / 3, column / 8) ^ (std::uint64_t{1} << 58));
      return std::ldexp(unit(x_random_, at), static_cast<int>(group % 25) - 12);
    }
    case Family::spread: {
      const int low = f.quantum_exponent(), span = top_exponent(f) - low + 1;
      const double significand = 1 + std::fabs(unit(x_random_, at));
      const int exponent = low + static_cast<int>(other_random_.below(at, static_cast<std::uint64_t>(span)));
      return std::ldexp((word & 2) != 0 ? -significand : significand, exponent);
    }
    case Family::steps:
      return static_cast<double>(word % 17) - 8;
    case Family::equal:
      return 0.1 + static_cast<double>(c_.seed % 50);
    case Family::zeros:
      return (word & 1) != 0 ? -0.0 : 0.0;
    case Family::tiny:
      return std::ldexp(unit(x_random_, at), f.min_exponent() + 2);
    case Family::large:
      return largest_value(f) * unit(x_random_, at);
    default:
      return 4 * unit(x_random_, at);
  }
}

std::uint64_t BlocksValues::x_code(const Format& f, std::int64_t row, std::int64_t column) const {
  const std::uint64_t at = place(row, column), block = block_number(row, column), word = x_random_.word64(at);
  const bool scaled =
      c_.family == Family::thresholds || c_.family == Family::ties || c_.family == Family::every;
  if (!scaled) return nearest_code(f, std::ldexp(x_value(f, row, column), c_.exponent));
  const double top = std::min(std::ldexp(largest_value(*element_), c_.exponent), largest_value(f));
  if (c_.family == Family::thresholds) {
    const std::uint64_t lead = threshold(f, block);
    if (leads(row, column, block)) return lead | ((word & 1) != 0 ? f.sign_mask() : 0);
    return nearest_code(f, to_double(f, lead) * unit(x_random_, at) / ((word & 6) != 0 ? 2 : 256));
  }
  if (leads(row, column, block)) return nearest_code(f, top);
  if (c_.family == Family::ties)
    return beside(f, nearest_code(f, std::ldexp(middle(word), c_.exponent)), (word >> 32) % 3 + 1);
  const std::uint64_t index = c_.seed + static_cast<std::uint64_t>(row * c_.columns + column);
  const std::uint64_t code = index % f.code_count() & f.code_mask();
  // What would move the scale is left to blocks that have a larger one.
  return is_finite(f, code) && std::fabs(to_double(f, code)) <= top ? code : 0;
}

/// A scale that is given, or that codes are multiplied with.
std::uint64_t BlocksValues::scale_code(const Format& f, std::uint64_t at) const {
  const std::uint64_t word = other_random_.word64((std::uint64_t{1} << 57) + at);
  if (&f == &formats::e8m0) return (c_.seed + at) % 256;
  if (&f == &formats::e4m3) return (c_.seed + at) % 128;
  const double top = std::max(largest_value(*element_), 1.0) / 4;
  switch (word % 8) {
    case 0:
      return nearest_code(f, std::ldexp(1.0, static_cast<int>(word >> 8 & 31) - 12 - c_.exponent));
    case 1:
      return nearest_code(f, std::ldexp(1 + static_cast<double>(word >> 8 & 0xFFFF) / 0x1p16,
                                        static_cast<int>(word >> 24 & 127) - 64));
    case 2:
      // A scale that is stale: elements have grown since.
      return nearest_code(f, std::ldexp(top * 8, -c_.exponent));
    case 3:
      return (word & 8) != 0 ? max_finite_magnitude(f) : word >> 8 & 0x7FFFFF;
    default:
      return nearest_code(
          f, std::ldexp(top * (1 + static_cast<double>(word >> 8 & 0xFFFF) / 0x1p16) / 2, -c_.exponent));
  }
}

std::uint64_t BlocksValues::global_code(const std::vector<std::uint64_t>& x) const {
  const std::uint64_t word = other_random_.word64(std::uint64_t{1} << 56);
  double amax = 0;
  const Format* f = o_.format("x");
  for (const std::uint64_t code : x) {
    if (f != nullptr && is_finite(*f, code)) amax = std::max(amax, std::fabs(to_double(*f, code)));
  }
  if (f == nullptr)
    amax = std::ldexp(1 + std::fabs(unit(other_random_, 1)), static_cast<int>(word >> 8 & 63) - 32);
  constexpr double larger[] = {1, 1, 1, 1.5, 8, 512, 4096, 1};
  return nearest_code(formats::fp32, amax * larger[word % 8]);
}

std::vector<std::uint64_t> BlocksValues::all(std::size_t tensor, const Shape& shape,
                                             const std::vector<std::uint64_t>& x) const {
  const std::string_view name = o_.operation->tensors[tensor].name;
  const Format& f = *o_.formats[tensor];
  std::vector<std::uint64_t> codes;
  codes.reserve(static_cast<std::size_t>(shape[0] * shape[1]));
  for (std::int64_t row = 0; row < shape[0]; ++row) {
    for (std::int64_t column = 0; column < shape[1]; ++column) {
      const auto at = static_cast<std::uint64_t>(row * shape[1] + column);
      const std::uint64_t word = other_random_.word64(place(row, column) ^ tensor << 50);
      if (name == "x") {
        codes.push_back(x_code(f, row, column));
      } else if (name == "history" || name == "before" || name == "reduced") {
        const bool unused = name != "history" ? word % 3 == 0 : word % 7 == 0;
        codes.push_back(unused ? 0 : x_code(f, row, column) & ~f.sign_mask());
      } else if (name == "q") {
        codes.push_back((c_.family == Family::every ? c_.seed + at : word) & f.code_mask());
      } else if (name == "global") {
        codes.push_back(global_code(x));
      } else if (name == "random") {
        codes.push_back(word % 5 == 0 ? 0 : word % 5 == 1 ? 0xFFFFFFFF : word >> 32);
      } else {
        codes.push_back(scale_code(f, at));
      }
    }
  }
  return codes;
}

}  // namespace ulpgate::blocks
