#pragma once
// What a failure says of its inputs: what decides the element that is wrong.
#include <string>

#include "suites/rows/judge.h"
#include "suites/rows/rows_case.h"

namespace ulpgate::rows {

/// "; x = [...]; scale = [...]", of each input. An element of a row is decided by the row, which is told
/// where it is short and the case spells it out; one of {n} by the column beneath it, and one of {1}, as
/// every element of clip_grad_norm, by all elements. Of many of these the first that is not finite and the
/// largest are told.
std::string inputs_text(const RowsOffer& offer, const RowsCase& c, const Element& at);

}  // namespace ulpgate::rows
