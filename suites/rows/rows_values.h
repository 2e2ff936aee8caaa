#pragma once
// The values of a case's families: functions of seed and coordinates, so that an element keeps its value when
// the shape around it shrinks.
//
// x is what the family says. What accompanies it is made to be seen: gamma differs from column to column in
// size and sign, beta is neither 0 nor as large as what it is added to, a mask hides about a third. A
// gradient that arrives is below 1, but nearly one number, spread, tiny or whole where the family is. y of a
// softmax's backward pass is the softmax of a row of the family, mean and rstd of a normalisation's are those
// of x: plain double arithmetic is good enough for an input.
#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "suites/framework/random.h"
#include "suites/rows/rows_case.h"

namespace ulpgate::rows {

class RowsValues {
 public:
  RowsValues(const RowsOffer& offer, const RowsCase& c);

  /// Dense codes of an input of that shape.
  std::vector<std::uint64_t> all(std::size_t tensor, const std::array<std::int64_t, 3>& shape) const;

 private:
  using Element = std::uint64_t (RowsValues::*)(const Format&, std::int64_t, std::int64_t,
                                                std::int64_t) const;

  double unit(const CounterRandom& random, std::uint64_t index) const;
  /// i along the row that outer and inner, or the group, name.
  double x(const Format& format, std::int64_t outer, std::int64_t i, std::int64_t inner) const;
  double x_at(const Format& format, std::int64_t outer, std::int64_t i, std::int64_t inner) const;
  double small_part(std::uint64_t at) const;
  std::uint64_t mask(const Format& format, std::int64_t outer, std::int64_t i, std::int64_t inner) const;
  std::vector<double> row_of_x(const Format& format, std::int64_t outer, std::int64_t inner) const;
  std::optional<std::uint64_t> quiet(const RowTensor& tensor, const Format& format) const;
  double gradient(const Format& format, std::uint64_t at) const;
  std::uint64_t statistic(const Format& format, std::int64_t outer, std::int64_t group, bool rstd) const;
  bool flagged(std::int64_t device, std::int64_t i) const;
  std::uint64_t whole_number(std::string_view tensor, std::int64_t row, std::int64_t i) const;
  double loss_scale(std::int64_t at) const;
  std::vector<std::uint64_t> softmax(const Format& format, const std::array<std::int64_t, 3>& shape) const;

  const RowsOffer& o_;
  const RowsCase& c_;
  std::int64_t length_;  ///< of rows
  CounterRandom x_random_, other_random_;
  bool log_;
};

}  // namespace ulpgate::rows
