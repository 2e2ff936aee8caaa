#pragma once
// Two elements of four bits a byte.
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ulpgate::quantize {

enum class Packing {
  none,        ///< a byte an element
  low_first,   ///< elements 2 i in the low half of byte i: TransformerEngine, NVIDIA's conversions of pairs
  high_first,  ///< in the high half
};

/// Bytes of a row.
std::int64_t packed_columns(Packing packing, std::int64_t columns);

/// Codes {rows, columns}, row by row, as bytes {rows, packed_columns}; `rest` is the half of the last byte of
/// an odd row that belongs to no element.
std::vector<std::uint64_t> packed(Packing packing, const std::vector<std::uint64_t>& codes, std::int64_t rows,
                                  std::int64_t columns, std::uint64_t rest);

struct Unpacked4 {
  std::vector<std::uint64_t> codes;
  bool rest_is_zero = true;
};
Unpacked4 unpacked(Packing packing, const std::vector<std::uint64_t>& bytes, std::int64_t rows,
                   std::int64_t columns);

std::optional<Packing> packing_named(std::string_view name);

}  // namespace ulpgate::quantize
