#include "reference/autocast/policy_table.h"

#include <array>
#include <sstream>
#include <stdexcept>

namespace ulpgate {
namespace {

constexpr std::array<std::string_view, 6> names{"lower_precision", "fp32",   "fp32_result",
                                                "fp32_appended",   "widest", "banned"};

}  // namespace

AutocastTable::AutocastTable(std::string_view text, const std::string& file) {
  std::istringstream lines{std::string(text)};
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::string place = file + ":" + std::to_string(++number) + ": ";
    std::istringstream words(line.substr(0, line.find('#')));
    std::string policy;
    if (!(words >> policy)) continue;
    std::size_t at = 0;
    while (at < names.size() && names.at(at) != policy) ++at;
    if (at == names.size()) throw std::runtime_error(place + "there is no policy '" + policy + "'.");
    bool any = false;
    for (std::string operation; words >> operation; any = true) {
      if (!policies_.emplace(operation, static_cast<AutocastPolicy>(at)).second)
        throw std::runtime_error(place + operation + " is listed a second time.");
    }
    if (!any) throw std::runtime_error(place + "the policy has no operations.");
  }
  if (policies_.empty()) throw std::runtime_error(file + ":1: there is nothing in this file.");
}

AutocastPolicy AutocastTable::policy(std::string_view operation) const {
  const auto found = policies_.find(operation);
  return found == policies_.end() ? AutocastPolicy::none : found->second;
}

std::vector<std::string> AutocastTable::operations(AutocastPolicy policy) const {
  std::vector<std::string> all;
  for (const auto& [operation, its] : policies_) {
    if (its == policy) all.push_back(operation);
  }
  return all;
}

}  // namespace ulpgate
