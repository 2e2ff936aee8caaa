#pragma once
// What an element may be, whether it is, and what is counted of many.
//
// Where the computed value before it is rounded to the element's format lies between two ends, and rounding
// is monotone, the element lies between the roundings of both. Those codes are what is accepted. Signs of
// zeros are judged where the operation says them alone.
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "reference/exact/enclosure.h"
#include "reference/formats/encode.h"
#include "reference/oracles/convert.h"
#include "reports/record/row.h"

namespace ulpgate {

/// What an element may be.
struct Acceptable {
  NumberClass number_class = NumberClass::finite;  ///< of the exact value; zero counts as finite
  bool negative = false;
  bool exact = false;               ///< one value alone, by e = 0
  bool nan = false;                 ///< any NaN is accepted
  bool nan_of_either_sign = false;  ///< `low` is a NaN, whose sign does not matter
  bool infinity = false;
  bool signed_zero = false;         ///< `low` is a zero, and the other one is wrong
  std::uint64_t low = 0, high = 0;  ///< codes; the line of values between them is accepted
  Enclosure value;                  ///< finite values only
  double error = 0;                 ///< the bound e
};

struct ElementVerdict {
  bool accepted = false;
  /// |got - x| over the largest that is accepted; 0 over 0 is 0. Above 1 for what is not accepted: infinite
  /// where the bound is 0, or what is got is infinite.
  std::optional<double> error_over_bound;
  std::optional<double> ulp_error;  ///< (got - x) in ulps of the format at x
};

/// Sets the accepted codes to those that the roundings of both ends give; NaN is accepted where one of them
/// is.
void accept_between(const Format& format, const Rule& rule, const Interval& ends, Acceptable& acceptable);

ElementVerdict judge_element(const Format& format, const Acceptable& acceptable, std::uint64_t code);

/// "expected 12.5 (0x4A40)", "expected 0x.. to 0x..: exact value 12.5, bound 0.01".
std::string explain_element(const Format& format, const Acceptable& acceptable);

/// ulp_bin() of the distance between a code and the nearest accepted one.
int distance_bin(const Format& format, const Acceptable& acceptable, std::uint64_t code);

/// Of judged elements with a finite exact value.
struct Statistics {
  ErrorSums ulps;
  double max_error_over_bound = 0;
  std::map<int, std::uint64_t>
      distances;  ///< ulp_bin() between D and the accepted code that is nearest to it

  void add(const ElementVerdict& v);
  void merge(const Statistics& later);
  /// Into the row's statistics.
  void tell(report::Row& row) const;
};

/// The largest error over its bound at lengths from x to 2x - 1: K of a matrix product, the length of a row.
class ByLength {
 public:
  void add(std::int64_t length, const Statistics& of_case);
  /// A curve "error over bound by <what>", where there are two points or more. An error beyond all bounds has
  /// none.
  void tell(const std::string& what, report::Row& row) const;

 private:
  std::map<std::uint64_t, double> largest_;  ///< by x, a power of two
};

}  // namespace ulpgate
