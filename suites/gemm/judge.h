#pragma once
// Judges the elements of one case: exact values by the oracle, how far from them is allowed by the bound.
//
// An element's exact value is x = alpha * sum + beta * c + bias. The computed value before it is rounded to D
// lies in [x - e, x + e], e the bound; rounding is monotone, so D lies between the roundings of both ends.
// Those codes are what is accepted; with e = 0 that is one code. Signs of zeros are not judged: a sum's zero
// has the sign that the order of summation gives it.
#include <memory>
#include <optional>
#include <string>

#include "reference/formats/encode.h"
#include "reference/oracles/gemm_value.h"
#include "suites/gemm/element_terms.h"

namespace ulpgate::gemm {

/// What an element may be.
struct Acceptable {
  NumberClass number_class = NumberClass::finite;  ///< of the exact value; zero counts as finite
  bool negative = false;
  bool exact = false;               ///< one value alone, by e = 0
  bool nan = false;                 ///< any NaN is accepted
  bool nan_of_either_sign = false;  ///< `low` is a NaN, whose sign does not matter
  bool infinity = false;
  std::uint64_t low = 0, high = 0;  ///< codes of D; the line of values between them is accepted
  Enclosure value;                  ///< finite values only
  double error = 0;                 ///< the bound e
};

struct ElementVerdict {
  bool accepted = false;
  /// |D - x| over the largest that is accepted; 0 over 0 is 0. Above 1 for what is not accepted: infinite
  /// where the bound is 0, or D is infinite.
  std::optional<double> error_over_bound;
  std::optional<double> ulp_error;  ///< (D - x) in ulps of D at x
};

class CaseJudge {
 public:
  /// Works on copies of the inputs' values; `threads` for the oracle.
  CaseJudge(const GemmOffer& offer, const GemmCase& c, const GemmInputs& inputs, unsigned threads = 1);
  ~CaseJudge();
  CaseJudge(const CaseJudge&) = delete;
  CaseJudge& operator=(const CaseJudge&) = delete;

  Acceptable acceptable(std::int64_t batch, std::int64_t row, std::int64_t column) const;
  ElementVerdict judge(const Acceptable& acceptable, std::uint64_t code) const;
  /// "expected 12.5 (0x4A40) exactly", "expected 0x.. to 0x..: 12.5 +- 0.01".
  std::string explain(const Acceptable& acceptable) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ulpgate::gemm
