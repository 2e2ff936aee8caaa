#include "reference/twins/values.h"

#include <map>
#include <memory>
#include <mutex>
#include <string_view>

namespace ulpgate {
namespace {

using Integer = Rational::Integer;

/// Widest format whose magnitudes are kept: tf32.
constexpr int widest_kept = 19;

bool bit(std::uint64_t word, int place) { return (word >> place) % 2 != 0; }

Integer sum_of_bits(std::uint64_t word, int count) {
  Integer sum = 0;
  Integer weight = 1;
  for (int place = 0; place < count; ++place, weight *= 2) {
    if (bit(word, place)) sum += weight;
  }
  return sum;
}

bool all_ones(const Integer& field, int bits) { return field == (Integer(1) << bits) - 1; }

TwinValue decode_integer(const Format& f, std::uint64_t code) {
  Integer value = sum_of_bits(code, f.significand_bits);
  if (bit(code, f.significand_bits)) value -= Integer(1) << f.significand_bits;
  TwinValue result;
  result.negative = value < 0;
  result.magnitude = Rational(result.negative ? Integer(-value) : value);
  result.number_class = value == 0 ? NumberClass::zero : NumberClass::finite;
  return result;
}

bool names_nan(const Format& f, bool negative, const Integer& exponent, const Integer& significand) {
  switch (f.nans) {
    case NanCodes::none:
      return false;
    case NanCodes::ieee:
      return all_ones(exponent, f.exponent_bits) && significand != 0;
    case NanCodes::all_ones:
      return all_ones(exponent, f.exponent_bits) && all_ones(significand, f.significand_bits);
    case NanCodes::negative_zero:
      return negative && exponent == 0 && significand == 0;
  }
  return false;
}

}  // namespace

TwinValue twin_decode(const Format& f, std::uint64_t code) {
  const std::uint64_t bits = code >> f.padding_bits;
  if (f.kind == FormatKind::integer) return decode_integer(f, bits);
  const Integer significand = sum_of_bits(bits, f.significand_bits);
  const Integer exponent = sum_of_bits(bits >> f.significand_bits, f.exponent_bits);
  TwinValue result;
  result.negative = f.has_sign && bit(bits, f.significand_bits + f.exponent_bits);
  if (names_nan(f, result.negative, exponent, significand)) {
    result.number_class = NumberClass::nan;
    return result;
  }
  if (f.has_infinity && all_ones(exponent, f.exponent_bits)) {
    result.number_class = NumberClass::infinity;
    return result;
  }
  const int e = static_cast<int>(exponent);
  if (f.kind == FormatKind::exponent_only) {
    result.magnitude = Rational::power_of_two(e - f.bias);
  } else {
    const Rational fraction(significand, Integer(Integer(1) << f.significand_bits));
    result.magnitude = e == 0 ? fraction * Rational::power_of_two(1 - f.bias)
                              : (1 + fraction) * Rational::power_of_two(e - f.bias);
  }
  result.number_class = result.magnitude == 0 ? NumberClass::zero : NumberClass::finite;
  return result;
}

std::uint64_t twin_code(const Format& f, bool negative, std::uint64_t exponent_field,
                        std::uint64_t significand_field) {
  std::uint64_t bits = negative ? 1 : 0;
  bits = (bits << f.exponent_bits) + exponent_field;
  bits = (bits << f.significand_bits) + significand_field;
  return bits << f.padding_bits;
}

TwinLine::TwinLine(const Format& format) : format_(format) {
  const int magnitude_bits = format.exponent_bits + format.significand_bits;
  // Finite codes come first: halve the range that holds the last of them.
  std::uint64_t beyond = std::uint64_t{1} << magnitude_bits;
  while (beyond - last_ > 1) {
    const std::uint64_t middle = last_ + (beyond - last_) / 2;
    const NumberClass found = twin_decode(format, middle << format.padding_bits).number_class;
    const bool finite = found == NumberClass::zero || found == NumberClass::finite;
    (finite ? last_ : beyond) = middle;
  }
  if (format.kind == FormatKind::exponent_only) {
    continuation_ = 2 * at(last_);
  } else {
    continuation_ = 2 * at(last_) - at(last_ - 1);
  }
  if (magnitude_bits >= widest_kept) return;
  table_.reserve(last_ + 1);
  for (std::uint64_t i = 0; i <= last_; ++i)
    table_.push_back(twin_decode(format, i << format.padding_bits).magnitude);
}

Rational TwinLine::at(std::uint64_t index) const {
  return index < table_.size() ? table_[index]
                               : twin_decode(format_, index << format_.padding_bits).magnitude;
}

std::uint64_t TwinLine::last_not_above(const Rational& magnitude) const {
  std::uint64_t low = 0;
  std::uint64_t beyond = last_ + 1;
  while (beyond - low > 1) {
    const std::uint64_t middle = low + (beyond - low) / 2;
    const bool above =
        middle < table_.size() ? compare(table_[middle], magnitude) > 0 : compare(at(middle), magnitude) > 0;
    (above ? beyond : low) = middle;
  }
  return low;
}

const TwinLine& twin_line(const Format& format) {
  static std::mutex mutex;
  static std::map<std::string_view, std::unique_ptr<TwinLine>> lines;
  const std::lock_guard lock(mutex);
  std::unique_ptr<TwinLine>& line = lines[format.name];
  if (!line) line = std::make_unique<TwinLine>(format);
  return *line;
}

}  // namespace ulpgate
