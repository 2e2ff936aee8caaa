#include "reports/page/architecture.h"

#include <set>

namespace ulpgate::report {

std::string device_architecture(const Json& environment) {
  if (!environment.is_object() || !environment.contains("device")) return {};
  const Json& device = environment["device"];
  if (!device.is_object() || !device.contains("compute_capability")) return {};
  if (!device["compute_capability"].is_string()) return {};
  std::string digits;
  for (const char c : device["compute_capability"].get_ref<const std::string&>()) {
    if (c != '.') digits += c;
  }
  return "sm_" + digits;
}

std::string profiled_architecture(const Report& report) {
  if (const std::string device = device_architecture(report.environment); !device.empty()) return device;
  std::set<std::string> named;
  for (const Row& row : report.rows) {
    const auto profile = row.claims.find("profile");
    if (profile != row.claims.end()) named.insert(profile->second.substr(0, profile->second.find('/')));
  }
  return named.size() == 1 ? *named.begin() : std::string();
}

const Probed::Profile* own_profile(const Probed& probed, const std::string& architecture) {
  const Probed::Profile* own = nullptr;
  for (const Probed::Profile& profile : probed.profiles) {
    if (profile.profile == architecture && (own == nullptr || profile.agreeing > own->agreeing))
      own = &profile;
  }
  return own;
}

}  // namespace ulpgate::report
