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

#include "suites/framework/acceptable.h"
#include "suites/gemm/element_terms.h"

namespace ulpgate::gemm {

class CaseJudge {
 public:
  /// Works on copies of the inputs' values; `threads` for the oracle.
  CaseJudge(const GemmOffer& offer, const GemmCase& c, const GemmInputs& inputs, unsigned threads = 1);
  ~CaseJudge();
  CaseJudge(const CaseJudge&) = delete;
  CaseJudge& operator=(const CaseJudge&) = delete;

  Acceptable acceptable(std::int64_t batch, std::int64_t row, std::int64_t column) const;
  ElementVerdict judge(const Acceptable& acceptable, std::uint64_t code) const;
  std::string explain(const Acceptable& acceptable) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ulpgate::gemm
