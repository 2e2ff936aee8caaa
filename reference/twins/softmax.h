#pragma once
// The second softmax: straight from its definition at 1000 bits of Boost.Multiprecision, whole rows at a
// time. Shares nothing with oracles/softmax.cpp but the description of the row, and exists to convict it.
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <vector>

#include "reference/bounds/row_arithmetic.h"
#include "reference/formats/decode.h"
#include "reference/oracles/softmax.h"

namespace ulpgate {

/// Relative error of its functions below 2^-980.
using TwinReal = boost::multiprecision::number<
    boost::multiprecision::cpp_bin_float<1000, boost::multiprecision::digit_base_2, void, std::int64_t>,
    boost::multiprecision::et_off>;

struct TwinRowValue {
  NumberClass number_class = NumberClass::finite;  ///< zero is finite here
  bool negative = false;                           ///< of an infinity
  TwinReal value = 0;
};

/// Of the arithmetic, the rules for masked and infinite rows alone are used.
std::vector<TwinRowValue> twin_softmax(const SoftmaxRow& row, const RowArithmetic& rules);

}  // namespace ulpgate
