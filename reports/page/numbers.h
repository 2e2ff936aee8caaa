#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace ulpgate::report {

/// 4294967296 as "4,294,967,296".
std::string grouped(std::uint64_t count);

/// Four significant digits; "–" for nothing.
std::string short_number(std::optional<double> value);

/// An error over its bound in three digits. What is rounded never reaches or leaves the bound: 0.99996 is
/// "<1", 1.0001 is ">1".
std::string ratio(double value);

}  // namespace ulpgate::report
