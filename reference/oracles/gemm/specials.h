#pragma once
// Where NaN and infinity among the operands go.
#include <cstdint>
#include <memory>
#include <vector>

#include "reference/oracles/gemm/lines.h"

namespace ulpgate::products {

/// Products with a special factor, found from the special elements alone: no cost without any.
class Specials {
 public:
  /// Both operands must be alive as long as this.
  Specials(const Lines& a, const Lines& b, bool zero_annihilates);

  bool any() const { return !a_.specials.empty() || !b_.specials.empty(); }
  /// Adds the flags of all products to those of the sums of rows [first, first + count), packed.
  void add(std::int64_t first, std::int64_t count, std::uint8_t* flags) const;

 private:
  const Lines& a_;
  const Lines& b_;
  bool zero_annihilates_;
  std::vector<FactorClass> b_classes_;          ///< (k, column); filled where A has specials
  std::vector<SpecialElement> b_specials_;      ///< by k
  std::vector<std::size_t> b_specials_before_;  ///< how many of them have a smaller k
};

}  // namespace ulpgate::products
