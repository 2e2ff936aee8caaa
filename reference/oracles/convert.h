#pragma once
// The oracle of `convert`: judges blocks of outputs against the exact input values.
//
// A conversion under a complete rule has exactly one right code for each input (or, where a rule says so, any
// NaN), so the verdict is an equality. Beside it the oracle measures the rounding error that the right code
// carries; reference/bounds/convert.h defines error and bound.
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "reference/bounds/convert.h"
#include "reference/formats/encode.h"

namespace ulpgate {

inline constexpr std::size_t outcome_count = 8;

/// Sums over elements, kept so that merging blocks in order gives the same bits on any machine and thread
/// count.
struct ErrorSums {
  std::uint64_t measured = 0;
  double max_abs = 0;
  double sum = 0;
  double sum_squares = 0;

  void add(double error);
  void merge(const ErrorSums& later);
};

struct Mismatch {
  std::size_t index;  ///< in the block
  std::uint64_t input;
  std::uint64_t actual;  ///< the element as stored
  Expected expected;
};

struct BlockJudgement {
  std::array<std::uint64_t, outcome_count> judged{};  ///< by Outcome
  std::array<std::uint64_t, outcome_count> failed{};
  ErrorSums errors;
  /// Every mismatch of the block, in order.
  std::vector<Mismatch> mismatches;
};

class ConvertOracle {
 public:
  /// `rule` must pass check_rule(from, to, rule) and not be stochastic.
  ConvertOracle(const Format& from, const Format& to, const Rule& rule);
  ~ConvertOracle();
  ConvertOracle(ConvertOracle&&) noexcept;
  ConvertOracle& operator=(ConvertOracle&&) noexcept;

  const Format& from() const { return *from_; }
  const Format& to() const { return *to_; }
  const Rule& rule() const { return rule_; }

  /// The right answer for one input code.
  Expected expect(std::uint64_t input) const { return encode(*to_, unpack(*from_, input), rule_); }

  /// `inputs` and `outputs` are packed arrays of `count` elements in the formats' storage sizes, aligned to
  /// them.
  BlockJudgement judge(const void* inputs, const void* outputs, std::size_t count) const;

 private:
  BlockJudgement judge_generic(const void* inputs, const void* outputs, std::size_t count) const;
  bool is_measured(Outcome outcome, std::uint64_t actual) const;
  Expected table_or_encode(std::uint64_t input) const;

  const Format* from_;
  const Format* to_;
  Rule rule_;
  std::vector<Expected> table_;  ///< every answer, for sources of at most 16 bits
};

/// Reads and writes element i of a packed array of the format's storage size.
std::uint64_t load_element(const Format& format, const void* data, std::size_t i);
void store_element(const Format& format, void* data, std::size_t i, std::uint64_t code);

}  // namespace ulpgate
