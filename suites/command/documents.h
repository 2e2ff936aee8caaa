#pragma once
// Where what a command makes goes: to files, or one of it to standard output.
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace ulpgate {

/// Whether one of the options, given by name and value, is "-". Throws report::InputError where several are:
/// they would be printed into each other.
bool goes_to_standard_output(std::initializer_list<std::pair<std::string_view, std::string_view>> options);

/// Writes a file, or prints where `file` is "-". Throws report::InputError.
void write_or_print(std::string_view text, const std::string& file);

}  // namespace ulpgate
