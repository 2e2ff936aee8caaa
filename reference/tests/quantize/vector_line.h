#pragma once
// Lines of fixtures/vectors/quantize, whose README.md says what they mean.
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "reference/oracles/quantize/recipe.h"

namespace ulpgate::quantize_test {

struct Line {
  std::string place;               ///< file:line
  std::vector<std::string> words;  ///< before "->"
  std::vector<std::string> expected;
};

/// Lines of a file of the folder that begin with `kind`; a test failure where there are none.
std::vector<Line> lines(const std::string& file, const std::string& kind);

/// A recipe as a line names it.
quantize::Recipe recipe(const std::string& text, const Format& element);

const Format& format(const std::string& name);

/// The fp32 code of a number as written.
std::uint32_t number(const std::string& text);
std::vector<std::uint32_t> numbers(const std::string& list);

/// Whether the number rounds to what is written, to its digits.
bool agrees(const std::string& written, std::uint32_t code);

/// Codes of the named formats, "0x7F,0x00".
std::vector<std::uint64_t> codes(const std::string& list);

std::vector<std::string> split(const std::string& text, char separator);

}  // namespace ulpgate::quantize_test
