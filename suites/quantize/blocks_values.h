#pragma once
// The elements of a case's inputs: functions of the case's family and seed, the same bits on every machine.
#include <cstdint>
#include <string_view>
#include <vector>

#include "reference/oracles/quantize.h"
#include "suites/framework/random.h"
#include "suites/quantize/blocks_case.h"

namespace ulpgate::blocks {

class BlocksValues {
 public:
  BlocksValues(const BlocksOffer& offer, const BlocksCase& c);

  /// All of an input, row by row. `global` looks at `x`.
  std::vector<std::uint64_t> all(std::size_t tensor, const Shape& shape,
                                 const std::vector<std::uint64_t>& x) const;

 private:
  std::uint64_t x_code(const Format& f, std::int64_t row, std::int64_t column) const;
  double x_value(const Format& f, std::int64_t row, std::int64_t column) const;
  std::uint64_t threshold(const Format& f, std::uint64_t block) const;
  double middle(std::uint64_t word) const;
  std::uint64_t scale_code(const Format& f, std::uint64_t at) const;
  std::uint64_t global_code(const std::vector<std::uint64_t>& x) const;
  std::uint64_t block_number(std::int64_t row, std::int64_t column) const;
  bool leads(std::int64_t row, std::int64_t column, std::uint64_t block) const;

  const BlocksOffer& o_;
  const BlocksCase& c_;
  quantize::Grid grid_;
  const Format* element_;  ///< whose largest number scales are made for
  CounterRandom x_random_, other_random_;
};

}  // namespace ulpgate::blocks
