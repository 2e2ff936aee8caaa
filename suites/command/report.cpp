#include "reports/record/report.h"

#include "reports/record/summary.h"
#include "suites/command/commands.h"
#include "suites/command/publish.h"

namespace ulpgate {

int report_command(const std::filesystem::path& folder) {
  const report::Report report = publish(folder, {});
  print_summary(report, folder);
  return report::exit_status(report);
}

}  // namespace ulpgate
