#pragma once
// The operations that work on rows, and their tensors in the order of ulpgate/plugin.h: softmax,
// normalizations, losses and their backward passes, steps of optimizers. A new one is one entry of this
// table.
#include <span>
#include <string_view>
#include <vector>

#include "reference/formats/format.h"

namespace ulpgate {

/// How far a tensor reaches.
enum class Extents {
  lines,    ///< {outer, n, inner}: rows lie along the middle axis
  matrix,   ///< {rows, n}
  row,      ///< {n}
  column,   ///< {rows}
  reduced,  ///< {rows}, or {1} where the claim reduction says so
  values,   ///< {n, d}
  outputs,  ///< {rows, d}
  grouped,  ///< {outer, n, inner}: a row is a group of neighbours along the middle axis, all of the last one
  groups,   ///< {outer, groups}: one for each such row
  single,   ///< {1}: of all rows together
};

struct RowTensor {
  std::string_view name;
  Extents extents;
  bool output = false;
  bool optional = false;  ///< there where the offer names its format
};

/// One that every call has, beside those that claims bring.
struct RowScalar {
  std::string_view name;
  const Format* format;
  double usual;
};

struct RowOperation {
  std::string_view name;
  std::vector<RowTensor> tensors;
  std::vector<RowScalar> scalars = {};

  /// Whether results of a row depend on other rows.
  bool joins_rows() const;
};

std::span<const RowOperation> row_operations();

/// Whether a call has the scalar "eps".
bool takes_eps(std::string_view operation);

/// nullptr where none has that name.
const RowOperation* find_row_operation(std::string_view name);

}  // namespace ulpgate
