#pragma once
// Published conversion vectors, read from text. The format of the files is documented in
// fixtures/vectors/README.md.
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reference/formats/format.h"
#include "reference/formats/rule.h"

namespace ulpgate {

enum class VectorKind {
  convert,  ///< one conversion
  decode,   ///< a code and the fp32 code of its value
  differ,   ///< two rules that give different codes
  twice,    ///< one conversion, and the code that a detour through a second format gives
};

struct NamedRule {
  std::string name;  ///< as written: "@name", or the claims
  Rule rule;
};

struct Vector {
  VectorKind kind = VectorKind::convert;
  std::string place;  ///< file:line
  const Format* from = nullptr;
  const Format* through = nullptr;  ///< twice
  const Format* to = nullptr;       ///< decode: fp32
  NamedRule first;                  ///< not for decode
  NamedRule second;                 ///< differ
  std::uint64_t input = 0;
  std::uint64_t random = 0;
  std::uint64_t expected = 0;  ///< differ: of `first`
  std::uint64_t other = 0;     ///< differ: of `second`; twice: of the detour
  bool is_nan = false;         ///< decode: the value is NaN, and `expected` means nothing
  std::string comment;
};

/// Rules by (name, target format).
using RuleBook = std::map<std::pair<std::string, std::string>, Rule, std::less<>>;

/// Both throw std::runtime_error, "file:line: " and one sentence, for a malformed line, and for a text
/// without any. `file` is what messages call the text.
RuleBook read_rules(std::string_view text, const std::string& file);
std::vector<Vector> read_vectors(std::string_view text, const std::string& file, const RuleBook& rules);

}  // namespace ulpgate
