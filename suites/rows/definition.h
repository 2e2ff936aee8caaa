#pragma once
// What a suite says of one operation on rows. Everything else is the same for all of them.
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "reference/oracles/row_oracle.h"
#include "suites/framework/requirement.h"
#include "suites/rows/rows_case.h"

namespace ulpgate::rows {

struct RowsProperty;

/// The inputs of a part of a case that one oracle judges, as doubles, by tensor: of a row, its elements of
/// {outer, n, inner} and {rows, n}, its one element of {rows}, and all of {n}; of a group, its elements of
/// {outer, n, inner}, channel by channel, and those of {n} of its channels; of a column, its elements down
/// the rows and all of {rows}; of a whole case, everything, row by row.
struct Part {
  std::int64_t outer = 0;  ///< a row's place; of a column and of a whole case 0
  std::int64_t inner = 0;  ///< of a row that is a group, which one it is
  std::vector<std::vector<double>> values;
};

/// Which part of a case an output's element belongs to.
enum class PartOf { row, column, whole };

using Oracle = std::unique_ptr<RowOracle> (*)(const RowsOffer&, const RowsCase&, const Part&);

/// The oracle of a row's results times the case's scale_y, where the offer has one.
std::unique_ptr<RowOracle> with_output_scale(const RowsOffer& offer, const RowsCase& c,
                                             std::unique_ptr<RowOracle> oracle);

struct Definition {
  std::string_view operation;
  /// Of rows, and of columns for outputs {n}; or of whole cases, whose elements count in dense order. null
  /// where there is none.
  Oracle row = nullptr;
  Oracle column = nullptr;
  Oracle whole = nullptr;
  std::span<const Family> families;          ///< that accuracy is judged on
  std::span<const RowsProperty> properties;  ///< of this operation, beside those of all
  std::span<const Requirement> requirements;
  std::string_view tightness;  ///< the requirement whose row is a search for the bound; empty: none
};

}  // namespace ulpgate::rows
