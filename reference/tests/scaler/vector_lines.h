#pragma once
// Lines of fixtures/vectors/scaler: words, options, and what follows "->".
#include <map>
#include <string>
#include <vector>

#include "reference/scalers/scale_rule.h"

namespace ulpgate {

struct ScalerLine {
  std::string place;
  std::vector<std::string> words;              ///< before "->", without options
  std::map<std::string, std::string> options;  ///< NAME=VALUE
  std::vector<std::string> expected;

  bool has(const std::string& name) const { return options.count(name) != 0; }
};

/// Throws where the file is missing or has no lines.
std::vector<ScalerLine> scaler_lines(const std::string& file);

/// "1e-3", "0x1p3", "2^-149", "inf"; a code of fp32, "0x7F7FFFFF".
double scaler_number(const std::string& word);
/// The same rounded to fp32, as a code; any code is kept.
std::uint32_t fp32_code(const std::string& word);
/// Half a unit in the last digit that is written.
double half_unit(const std::string& word);
/// "0010", "1*11".
std::vector<bool> scaler_flags(const std::string& word);
/// "deepspeed:h1" with the options' growth, backoff and interval.
ScaleRule rule_named(const std::string& name, const ScalerLine& line);

}  // namespace ulpgate
