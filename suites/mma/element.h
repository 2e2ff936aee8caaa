#pragma once
// Operands of single elements of a case.
#include "reference/bounds/mma.h"
#include "suites/mma/mma_case.h"

namespace ulpgate::mma {

class Elements {
 public:
  /// Keeps references to both.
  Elements(const MmaOffer& offer, const MmaInputs& inputs);

  MmaElement at(int row, int column) const;
  /// Class and sign of the exact sum by the rules for NaN and infinities.
  struct Kind {
    NumberClass number_class = NumberClass::finite;
    bool negative = false;
  };
  Kind kind(int row, int column) const;
  /// Whether every operand of the element is finite.
  bool finite(int row, int column) const;

 private:
  const MmaOffer& o_;
  const MmaInputs& in_;
  std::vector<std::uint64_t> columns_, scale_columns_;  ///< B and its scales, column by column
  std::vector<bool> row_special_, column_special_;      ///< NaN or infinities in a row of A, a column of B
};

}  // namespace ulpgate::mma
