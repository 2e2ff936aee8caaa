#include "suites/convert/witnesses.h"

#include <sstream>

#include "reference/formats/text.h"
#include "reports/record/error.h"
#include "suites/framework/embedded.h"

namespace ulpgate::convert {

std::vector<Witness> parse_witnesses(std::string_view text, const std::string& name) {
  std::vector<Witness> all;
  std::istringstream lines{std::string(text)};
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    const std::string where = name + ":" + std::to_string(number);
    std::istringstream words(line.substr(0, line.find(" # ")));
    std::string from, to, hex;
    if (!(words >> from) || from.starts_with('#')) continue;
    if (!(words >> to >> hex)) throw report::InputError(where + ": not 'FROM TO HEX SOURCE'");
    Witness w{
        .from = find_format(from), .to = to == "*" ? nullptr : find_format(to), .input = 0, .source = {}};
    if (w.from == nullptr) throw report::InputError(where + ": no format is called '" + from + "'");
    if (w.to == nullptr && to != "*") throw report::InputError(where + ": no format is called '" + to + "'");
    const auto code = parse_hex_code(*w.from, hex);
    if (!code) throw report::InputError(where + ": '" + hex + "' is not a code of " + from);
    w.input = *code;
    std::getline(words >> std::ws, w.source);
    if (w.source.empty()) throw report::InputError(where + ": a witness needs a source");
    all.push_back(std::move(w));
  }
  return all;
}

const std::vector<Witness>& built_in_witnesses() {
  static const std::vector<Witness> all = [] {
    for (const EmbeddedFile& file : embedded_files()) {
      if (file.name == "witnesses/convert.txt") return parse_witnesses(file.text, std::string(file.name));
    }
    return std::vector<Witness>{};
  }();
  return all;
}

}  // namespace ulpgate::convert
