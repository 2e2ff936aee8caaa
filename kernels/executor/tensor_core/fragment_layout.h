#pragma once
// Which element of a matrix a lane's register holds: PTX ISA, "Matrix Fragments for mma", for blocks of 8
// columns.
//
// Lanes stand in eight groups of four. A register of A or B holds `e` elements that are neighbours along k,
// the lowest k in the lowest bits; a group holds a row of A, or a column of B, and its lanes take k in turn.
// With 16 rows, registers alternate between a row and the one 8 below. Of C and D a lane holds two
// neighbouring columns.
#include <cstdint>

namespace simt::detail {

struct Position {
  int row;
  int column;
};

/// Element `i` of register `r`; A has `m` rows (8 or 16).
constexpr Position a_position(unsigned lane, int r, int i, int e, int m) {
  const int group = static_cast<int>(lane / 4), within = static_cast<int>(lane % 4);
  const int halves = m / 8;
  return {group + 8 * (r % halves), within * e + r / halves * 4 * e + i};
}
constexpr Position b_position(unsigned lane, int r, int i, int e) {
  const int group = static_cast<int>(lane / 4), within = static_cast<int>(lane % 4);
  return {within * e + r * 4 * e + i, group};
}
/// Element `at` of the lane, counted over its registers: two columns of a row, then of the row 8 below, then,
/// with more than 8 columns (wgmma), the next 8 columns.
constexpr Position c_position(unsigned lane, int at, int m) {
  const int group = static_cast<int>(lane / 4), within = static_cast<int>(lane % 4);
  const int halves = m / 8;
  return {group + 8 * (at / 2 % halves), within * 2 + at % 2 + at / (2 * halves) * 8};
}

}  // namespace simt::detail
