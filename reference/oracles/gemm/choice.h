#pragma once
// Which method computes the sums of two operands.
#include <memory>

#include "reference/oracles/gemm.h"
#include "reference/oracles/gemm/method.h"
#include "reference/oracles/gemm/slicing.h"

namespace ulpgate::products {

struct Choice {
  ProductMethod method = ProductMethod::wide;
  Slicing slicing = {};    ///< of method sliced
  bool unbounded = false;  ///< significands are too wide for every method: integers of any size
};

/// The cheapest for `automatic`, by a count of nanoseconds that is the same on every machine, so that the
/// choice is; else the wanted one. Throws std::invalid_argument where the data's range does not allow it.
Choice choose_method(const Lines& a, const Lines& b, ProductMethod wanted);

/// Both operands must be alive as long as the method.
std::unique_ptr<SumMethod> make_method(const Choice& choice, const Lines& a, const Lines& b,
                                       unsigned threads);

}  // namespace ulpgate::products
