#include "reports/diff/difference.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace ulpgate::report {
namespace {

std::size_t rank(const std::string& path) {
  constexpr std::array<std::string_view, 10> parts{"device", "cuda", "libraries", "implementations", "suite",
                                                   "tier",   "seed", "variables", "build",           "host"};
  const std::string part = path.substr(0, path.find('.'));
  // A new driver explains more than a changed name or address of the device.
  if (part == "device" && path != "device.kernel_driver") return 1;
  const std::size_t at =
      static_cast<std::size_t>(std::find(parts.begin(), parts.end(), part) - parts.begin());
  return at == 0 ? 0 : at + 1;
}

}  // namespace

std::string text_of(const Difference& difference) {
  const auto shown = [](const std::string& text) { return text.empty() ? std::string("none") : text; };
  return difference.path + " " + shown(difference.old_value) + " -> " + shown(difference.new_value);
}

std::vector<Difference> differences(const std::map<std::string, std::string>& old_facts,
                                    const std::map<std::string, std::string>& new_facts) {
  std::set<std::string> paths;
  for (const auto& [path, value] : old_facts) paths.insert(path);
  for (const auto& [path, value] : new_facts) paths.insert(path);
  std::vector<Difference> found;
  for (const std::string& path : paths) {
    const auto of = [&path](const std::map<std::string, std::string>& facts) {
      const auto at = facts.find(path);
      return at == facts.end() ? std::string() : at->second;
    };
    Difference difference{path, of(old_facts), of(new_facts)};
    if (difference.old_value != difference.new_value) found.push_back(std::move(difference));
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Difference& a, const Difference& b) { return rank(a.path) < rank(b.path); });
  return found;
}

}  // namespace ulpgate::report
