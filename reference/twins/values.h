#pragma once
// The slow, second reading of the format table: every code as a rational number, straight from its
// definition. Shares nothing with formats/decode.cpp but the table itself, and exists to convict it.
#include <cstdint>
#include <vector>

#include "reference/formats/decode.h"
#include "reference/formats/format.h"
#include "reference/twins/rational.h"

namespace ulpgate {

struct TwinValue {
  NumberClass number_class = NumberClass::zero;
  bool negative = false;
  Rational magnitude = 0;  ///< classes zero and finite
};

TwinValue twin_decode(const Format& format, std::uint64_t code);

/// The code with these fields, padding zero.
std::uint64_t twin_code(const Format& format, bool negative, std::uint64_t exponent_field,
                        std::uint64_t significand_field);

/// The finite magnitudes of a floating or exponent-only format in ascending order. Index i is the magnitude
/// whose code, without sign and padding, is i.
class TwinLine {
 public:
  explicit TwinLine(const Format& format);

  std::uint64_t last() const { return last_; }
  Rational at(std::uint64_t index) const;
  /// What would follow the largest magnitude if the exponent were unbounded.
  const Rational& continuation() const { return continuation_; }
  /// Largest index whose magnitude is at most `magnitude`, which must be at least at(0).
  std::uint64_t last_not_above(const Rational& magnitude) const;

 private:
  const Format& format_;
  std::uint64_t last_ = 0;
  Rational continuation_;
  std::vector<Rational> table_;  ///< empty for wide formats, whose magnitudes are made when asked for
};

/// The line of a format, made once. Formats are told apart by name.
const TwinLine& twin_line(const Format& format);

}  // namespace ulpgate
