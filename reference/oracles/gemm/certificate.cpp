#include <string>

#include "reference/oracles/gemm.h"

namespace ulpgate {
namespace {

void list(std::string& text, std::int64_t count, const char* how) {
  if (count == 0) return;
  if (!text.empty()) text += ", ";
  text += std::to_string(count) + " " + how;
}

}  // namespace

std::string ProductCertificate::text() const {
  std::string text;
  list(text, fixed_point, "in fixed point");
  list(text, sliced, "in slices");
  list(text, wide, "in bins by exponent");
  list(text, unbounded, "in integers of any size");
  if (text.empty()) return "no products";
  text = "exact products: " + text;
  if (rows_checked == 0) return text;
  text += "; " + std::to_string(matrix_products) + " products of slices in double, all " +
          std::to_string(rows_checked) + " rows checked modulo 2^61 - 1";
  if (rows_refuted == 0) return text;
  return text + ", " + std::to_string(rows_refuted) + " of them wrong and computed again in fixed point";
}

}  // namespace ulpgate
