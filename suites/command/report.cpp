#include "reports/record/report.h"

#include "reports/record/error.h"
#include "reports/record/summary.h"
#include "suites/command/commands.h"
#include "suites/command/publish.h"

namespace ulpgate {

int report_command(const std::filesystem::path& folder) {
  // When the run was is in no record: an earlier report of the folder knows.
  Timing timing;
  try {
    const report::Report earlier = report::read_report(folder / "report.json");
    timing = {earlier.started, earlier.seconds};
  } catch (const report::InputError&) {
  }
  const report::Report report = publish(folder, timing);
  print_summary(report, folder);
  return report::exit_status(report);
}

}  // namespace ulpgate
