#include "reference/oracles/quantize/packing.h"

namespace ulpgate::quantize {
namespace {

/// Where the half of a byte begins that an element lies in.
unsigned shift_of(Packing packing, std::int64_t column) {
  const bool odd = column % 2 != 0;
  return odd == (packing == Packing::low_first) ? 4 : 0;
}

}  // namespace

std::int64_t packed_columns(Packing packing, std::int64_t columns) {
  return packing == Packing::none ? columns : (columns + 1) / 2;
}

std::vector<std::uint64_t> packed(Packing packing, const std::vector<std::uint64_t>& codes, std::int64_t rows,
                                  std::int64_t columns, std::uint64_t rest) {
  if (packing == Packing::none) return codes;
  const std::int64_t across = packed_columns(packing, columns);
  std::vector<std::uint64_t> bytes(static_cast<std::size_t>(rows * across), 0);
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t column = 0; column < 2 * across; ++column) {
      const std::uint64_t code =
          column < columns ? codes[static_cast<std::size_t>(row * columns + column)] : rest;
      bytes[static_cast<std::size_t>(row * across + column / 2)] |= (code & 0xF) << shift_of(packing, column);
    }
  }
  return bytes;
}

Unpacked4 unpacked(Packing packing, const std::vector<std::uint64_t>& bytes, std::int64_t rows,
                   std::int64_t columns) {
  Unpacked4 all;
  if (packing == Packing::none) return {bytes, true};
  const std::int64_t across = packed_columns(packing, columns);
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t column = 0; column < 2 * across; ++column) {
      const std::uint64_t byte = bytes[static_cast<std::size_t>(row * across + column / 2)];
      const std::uint64_t code = byte >> shift_of(packing, column) & 0xF;
      if (column < columns)
        all.codes.push_back(code);
      else
        all.rest_is_zero = all.rest_is_zero && code == 0;
    }
  }
  return all;
}

std::optional<Packing> packing_named(std::string_view name) {
  if (name == "none") return Packing::none;
  if (name == "low_first") return Packing::low_first;
  if (name == "high_first") return Packing::high_first;
  return std::nullopt;
}

}  // namespace ulpgate::quantize
