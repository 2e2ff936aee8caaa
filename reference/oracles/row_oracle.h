#pragma once
// The oracle of one row of a row-wise operation: softmax, normalisation, loss and their gradients.
//
// A row oracle is made from the row's inputs, as doubles (each format's codes up to fp64 fit), and from the
// implementation's claims; it never sees what an implementation computed. Inputs given as spans must outlive
// it. Its members may be called from several threads at once.
#include <cstdint>

#include "reference/exact/enclosure.h"
#include "reference/formats/decode.h"

namespace ulpgate {

/// The exact result before it is rounded to the output's format. NaN and infinities are those of the
/// operation's definition and of the claims (masked_row, infinity).
struct RowValue {
  NumberClass number_class = NumberClass::finite;
  bool negative = false;  ///< of an infinity, and of a zero where has_sign
  Enclosure value;        ///< classes zero (then all 0) and finite
  bool has_sign = false;  ///< the operation says which zero a zero is
};

struct RowBound {
  /// At least |result before it is rounded to the output's format - exact result|, for every implementation
  /// that keeps its claims. Infinite where the claims allow anything finite.
  double error = 0;
  /// Partial results may leave the range of a format on the way, so infinities and NaN are no proof of a
  /// fault.
  bool may_overflow = false;
};

class RowOracle {
 public:
  RowOracle() = default;
  RowOracle(const RowOracle&) = delete;
  RowOracle& operator=(const RowOracle&) = delete;
  virtual ~RowOracle() = default;

  /// `output` counts the operation's outputs in the ABI's order; `i` is the place along the row, 0 where a
  /// row has one element.
  virtual RowValue value(int output, std::int64_t i) const = 0;
  /// The same, slow: radius <= 2^-bits * |value| for bits up to 100, or a value proven to be 0. Only values
  /// whose parts are beyond double's range of exponents keep a larger radius.
  virtual RowValue refined(int output, std::int64_t i, int bits) const = 0;
  /// Throws std::invalid_argument, with one sentence, where the claims have no bound.
  virtual RowBound bound(int output, std::int64_t i) const = 0;
};

}  // namespace ulpgate
