#pragma once
// Inputs that tell Tensor Cores apart, read from text. fixtures/vectors/tensor_core/README.md documents the
// format of the files.
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reference/exact/exact.h"
#include "reference/formats/format.h"

namespace ulpgate {

/// A value that is the same in every format that has it, or a code.
struct DotValue {
  enum class Kind { exact, largest, nan, code } kind = Kind::exact;
  Exact value;  ///< Kind::exact; also the infinities
  std::uint64_t bits = 0;

  /// nullopt where the format does not have the value.
  std::optional<std::uint64_t> code_in(const Format& format) const;
};

struct DotProduct {
  DotValue a;
  DotValue b;
  int k = 0;
  bool everywhere = false;  ///< at every k of one instruction
};

struct EntryName {
  std::string architecture;
  std::string entry;
};

/// Names of lists of entries.
using EntryGroups = std::map<std::string, std::vector<EntryName>, std::less<>>;

struct DotVector {
  std::string place;              ///< file:line
  std::string id;                 ///< "D3"
  const Format* input = nullptr;  ///< where the line is about one format of A and B
  DotValue accumulator;
  std::vector<DotProduct> products;  ///< at other k there are zeros
  int repeat = 1;  ///< the instruction is issued so often, the result being the next accumulator
  DotValue expected;
  std::vector<EntryName> entries;

  /// One more than the largest k with a product.
  int needed_k() const;
};

/// The accumulator and the products of a line, "c=1 2^-12*2^-12@3", and one value, "1+2^-23"; `place` is what
/// messages call the line. Both throw as below.
DotVector read_dot_input(std::string_view text, const std::string& place);
DotValue read_dot_value(std::string_view text, const std::string& place);

/// Both throw std::runtime_error, "file:line: " and one sentence, for a malformed line, and for a text
/// without any. `file` is what messages call the text.
EntryGroups read_entry_groups(std::string_view text, const std::string& file);
std::vector<DotVector> read_dot_vectors(std::string_view text, const std::string& file,
                                        const EntryGroups& groups);

}  // namespace ulpgate
