#include "reference/oracles/gemm_value.h"

namespace ulpgate {

Enclosure gemm_value(const Enclosure& sum, const Epilogue& e) {
  Enclosure x = times(sum, e.alpha);
  if (e.beta != 0) x = plus(x, product(e.beta, e.c));
  if (e.bias != 0) x = plus(x, {e.bias, 0, 0});
  return x;
}

Exact gemm_value(const Exact& sum, const Epilogue& e) {
  Exact x = Exact::from_double(e.alpha) * sum;
  if (e.beta != 0) x += Exact::from_double(e.beta) * Exact::from_double(e.c);
  return x + Exact::from_double(e.bias);
}

}  // namespace ulpgate
