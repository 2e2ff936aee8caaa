#pragma once
// From an exact sum of products to the exact value of alpha * sum + beta * c + bias.
#include "reference/exact/enclosure.h"
#include "reference/exact/exact.h"
#include "reference/oracles/gemm.h"

namespace ulpgate {

/// What is added to a sum of products; doubles hold every such code exactly.
struct Epilogue {
  double alpha = 1;
  double beta = 0;
  double c = 0;
  double bias = 0;
};

/// Every part must be finite.
Enclosure gemm_value(const Enclosure& sum, const Epilogue& e);
Exact gemm_value(const Exact& sum, const Epilogue& e);

}  // namespace ulpgate
