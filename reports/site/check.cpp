#include "reports/site/check.h"

#include <set>

namespace ulpgate::report {
namespace {

/// Devices that rows say they ran on: PCI addresses or names, one in a run of one device.
std::set<std::string> devices_of(const Report& report) {
  std::set<std::string> devices;
  for (const Row& row : report.rows) {
    const auto device = row.ran.find("gpu");
    if (device != row.ran.end() && row.verdict != Verdict::not_run) devices.insert(device->second);
  }
  return devices;
}

}  // namespace

std::vector<std::string> why_not_published(const Report& report) {
  std::vector<std::string> why;
  if (!report.footer.complete) {
    why.push_back("the run is not complete: " + std::to_string(report.footer.missing.size()) +
                  " rows missing, " + std::to_string(report.footer.problems.size()) + " problems");
  }
  if (report.suite.commit.empty() || report.suite.commit == "unknown") {
    why.emplace_back("the suite's commit is not known");
  } else if (!report.suite.clean) {
    why.emplace_back("the suite was built from a tree with changes that no commit holds");
  }
  if (report.rows.empty()) why.emplace_back("there are no rows");
  if (!report.rows.empty() && report.footer.judged == 0) why.emplace_back("nothing was judged");
  if (const std::set<std::string> devices = devices_of(report); devices.size() > 1)
    why.push_back("its rows ran on different devices: " + *devices.begin() + " and " + *devices.rbegin());
  return why;
}

}  // namespace ulpgate::report
