#include "reports/record/text.h"

#include <algorithm>
#include <string_view>

namespace ulpgate::report {

std::string one_line(std::string text) {
  for (char& c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) c = '?';
  }
  return text;
}

std::string shell_word(const std::string& text) {
  const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("._-/+:,@%=").find(c) != std::string_view::npos;
  });
  if (plain) return text;
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string replay_from(const std::filesystem::path& folder, const std::string& replay) {
  const std::string command = "ulpgate replay ", file = "failures/";
  if (!replay.starts_with(command + file)) return replay;
  return command + shell_word((folder / replay.substr(command.size())).lexically_normal().string());
}

}  // namespace ulpgate::report
