#pragma once
// Counts what a sum keeps while it holds a large product and has not yet met its negative.
#include <optional>
#include <span>
#include <vector>

#include "suites/probe/gemm_dots.h"
#include "suites/probe/gemm_reach.h"

namespace ulpgate::probe::box {

/// A large product at `plus`, its negative at `minus`, small ones at `others`.
struct Mask {
  std::int64_t plus = 0, minus = 0;
  std::vector<std::int64_t> others;
};

class Survivors {
 public:
  /// Sums keep at most `kept` bits below a large product, and counts up to `countable` exactly. nullopt where
  /// the formats do not span enough for one small product to be lost.
  static std::optional<Survivors> make(Dots& dots, const Reach& reach, int kept, int countable,
                                       bool within_output);

  /// How many small products are left of each mask; nullopt where the result is no count.
  std::vector<std::optional<int>> count(std::int64_t k, std::span<const Mask> masks) const;

  /// "2^15 and 2^-17".
  std::string scale_text() const;

 private:
  std::vector<std::optional<int>> count_once(std::int64_t k, std::span<const Mask> masks) const;

  Dots* dots_ = nullptr;
  Scale scale_;
  int at_once_ = 1;    ///< small products of one dot
  int precision_ = 0;  ///< of D
  Factors plus_, minus_, small_;
};

}  // namespace ulpgate::probe::box
