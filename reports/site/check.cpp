#include "reports/site/check.h"

#include "reports/page/architecture.h"

namespace ulpgate::report {
namespace {

/// A row that ran on another architecture than that of the one device which the environment names; empty
/// where there is none. Records of different devices are no report: merge() refuses them.
std::string row_of_another_device(const Report& report) {
  const std::string architecture = device_architecture(report.environment);
  for (const Row& row : report.rows) {
    const auto device = row.ran.find("device");
    if (device == row.ran.end() || row.verdict == Verdict::not_run || device->second == architecture)
      continue;
    return row.id + " ran on " + device->second + ", and the environment names " +
           (architecture.empty() ? "no device" : architecture);
  }
  return {};
}

}  // namespace

std::vector<std::string> why_not_published(const Report& report) {
  std::vector<std::string> why;
  if (!report.footer.complete) {
    why.push_back("the run is not complete: " + std::to_string(report.footer.missing.size()) +
                  " rows missing, " + std::to_string(report.footer.problems.size()) + " problems");
  }
  if (report.shard)
    why.push_back("it is " + name(*report.shard) + ", and not joined to the others by ulpgate merge");
  if (report.suite.commit.empty() || report.suite.commit == "unknown") {
    why.emplace_back("the suite's commit is not known");
  } else if (!report.suite.clean) {
    why.emplace_back("the suite was built from a tree with changes that no commit holds");
  }
  if (report.rows.empty()) why.emplace_back("there are no rows");
  if (!report.rows.empty() && report.footer.judged == 0) why.emplace_back("nothing was judged");
  if (const std::string row = row_of_another_device(report); !row.empty())
    why.push_back("its rows ran on different devices: " + row);
  return why;
}

}  // namespace ulpgate::report
