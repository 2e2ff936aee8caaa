#include "suites/command/documents.h"

#include <cstdio>

#include "reports/record/error.h"
#include "reports/record/report.h"

namespace ulpgate {

bool goes_to_standard_output(std::initializer_list<std::pair<std::string_view, std::string_view>> options) {
  std::string_view first;
  for (const auto& [name, value] : options) {
    if (value != "-") continue;
    if (!first.empty())
      throw report::InputError(std::string(first) + " - and " + std::string(name) +
                               " - cannot both go to standard output");
    first = name;
  }
  return !first.empty();
}

void write_or_print(std::string_view text, const std::string& file) {
  if (file != "-") return report::write_file(text, file);
  std::fwrite(text.data(), 1, text.size(), stdout);
}

}  // namespace ulpgate
