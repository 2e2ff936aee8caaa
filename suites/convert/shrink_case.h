#pragma once
// From a failing case to a small one.
#include <cstddef>
#include <functional>
#include <vector>

#include "suites/convert/property.h"

namespace ulpgate::convert {

using Judge = std::function<CaseJudgement(const ConvertCase&)>;

/// The element that failed alone, with its neighbours, or with more of them: the first that still fails; else
/// the whole.
ConvertCase reduce_around(const ConvertCase& whole, std::size_t index, const Judge& judge);

/// Simpler cases: shape first (alignment, strides, length), then elements left out, then their bits.
std::vector<ConvertCase> simpler_cases(const Format& from, const ConvertCase& c);

}  // namespace ulpgate::convert
