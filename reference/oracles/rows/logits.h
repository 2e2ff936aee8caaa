#pragma once
// The logits of a row and their exponentials, as every operation with a softmax inside needs them.
//
// z_i = scale * x_i + mask_i, or the mask value where masked. With m the largest, the row has d_i = z_i - m
// and e^d_i; rest() is the sum of e^d_i over all i but one of the largest, so that the whole sum is 1 +
// rest().
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "reference/bounds/row_arithmetic.h"
#include "reference/exact/ball.h"
#include "reference/exact/enclosure.h"
#include "reference/oracles/norm/row_kernels.h"
#include "reference/oracles/rows/kept_balls.h"

namespace ulpgate {

enum class LogitsClass {
  regular,  ///< some logit is finite, none is +infinity or NaN
  nan,
  one_hot,  ///< one +infinity, by claim the only logit that counts
  masked,   ///< every logit is -infinity or masked
};

/// Inputs of a row: see softmax.h.
struct LogitsInput {
  std::span<const double> x;
  std::span<const double> mask;
  std::span<const std::uint8_t> masked;
  double scale = 1;
};

class Logits {
 public:
  /// Throws std::invalid_argument where spans differ in length.
  Logits(const LogitsInput& input, const RowArithmetic& arithmetic);

  LogitsClass row_class() const { return class_; }
  std::size_t size() const { return input_.x.size(); }
  /// The place of one largest logit.
  std::size_t top() const { return top_; }
  /// m. Class regular, as is all that follows.
  const Enclosure& largest() const { return largest_; }
  bool is_minus_infinity(std::size_t i) const;
  /// d_i; i must not be at -infinity.
  Enclosure difference(std::size_t i) const;
  /// e^d_i; exactly 0 at -infinity.
  Enclosure exponential(std::size_t i) const;
  /// e^d_i * weight, for a weight in (2^-64, 1]: below double's normal numbers within two units of 2^-1074.
  Enclosure weighted(std::size_t i, const Enclosure& weight) const;
  const Enclosure& rest() const { return rest_; }

  /// The same at any precision, slowly.
  Ball precise_logit(std::size_t i, int bits) const;
  Ball precise_difference(std::size_t i, int bits) const;
  Ball precise_rest(int bits) const;
  /// log(1 + rest).
  Ball precise_log_of_sum(int bits) const;

  /// Of a row that is neither masked nor scaled, whose logits are finite and differ by more than 0 and at
  /// most largest_exponent; else none.
  struct Plain {
    RowRange range;
    double farthest = 0;  ///< largest |d|
  };
  const std::optional<Plain>& plain() const { return plain_; }
  /// differences(), their rests, exponentials() and theirs, each of size() numbers. Only of a plain row, of
  /// which nothing else but what is precise may be asked then.
  std::unique_ptr<double[]> take_parts() { return std::move(parts_); }

  const LogitsInput& input() const { return input_; }
  bool is_masked(std::size_t i) const { return !input_.masked.empty() && input_.masked[i] != 0; }
  /// d_i and e^d_i rounded to double, -infinity and 0 at -infinity; what d_i lacks is in difference_rests.
  std::span<const double> differences() const { return {high_, size()}; }
  std::span<const double> difference_rests() const { return {low_, size()}; }
  std::span<const double> exponentials() const { return {exp_high_, size()}; }

 private:
  Enclosure logit(std::size_t i) const;
  bool subtract_plainly();
  void classify();
  void subtract_largest();
  void exponentiate();
  bool is_far(std::size_t i) const;
  bool is_gone(std::size_t i) const;

  LogitsInput input_;
  InfinityRow infinity_;
  bool has_mask_value_;
  double mask_value_;
  LogitsClass class_ = LogitsClass::regular;
  std::size_t top_ = 0;
  Enclosure largest_;
  std::optional<Plain> plain_;
  std::unique_ptr<double[]> parts_;  ///< what the next four point to, in one block
  double *high_, *low_;              ///< of d
  double *exp_high_, *exp_low_;      ///< of e^d
  std::vector<double> radius_;       ///< of d; empty where all are 0
  Enclosure rest_;
  KeptBalls rests_, logs_;
};

}  // namespace ulpgate
