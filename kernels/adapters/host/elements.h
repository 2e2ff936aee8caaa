#pragma once
// Elements in memory, as numbers: fp64, fp32, fp16 and bf16, and e4m3 and e5m2, which are stored alone.
#include <cstdint>
#include <vector>

#include "kernels/adapters/host/number.h"
#include "kernels/api/row_call.h"

namespace ulpgate::host {

/// Exact.
double load(const Format& format, const std::byte* from);

/// To nearest even, from the accumulator in one rounding; e4m3, which has no infinity, saturates. NaN is
/// quiet.
void store(const Format& format, std::byte* to, double value);

/// A row, or what a tensor has for it. Number must hold every value of the format.
template <class Number>
std::vector<Number> load_row(const RowView& v, std::int64_t n, std::int64_t outer, std::int64_t inner = 0) {
  std::vector<Number> row(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i)
    row[static_cast<std::size_t>(i)] = rounded<Number>(load(*v.format, v.at(outer, i, inner)));
  return row;
}

template <class Number>
void store_row(const RowView& v, const std::vector<Number>& row, std::int64_t outer, std::int64_t inner = 0) {
  for (std::size_t i = 0; i < row.size(); ++i)
    store(*v.format, v.at(outer, static_cast<std::int64_t>(i), inner), wide(row[i]));
}

}  // namespace ulpgate::host
