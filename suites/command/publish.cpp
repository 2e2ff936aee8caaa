#include "suites/command/publish.h"

#include <algorithm>
#include <cstdio>
#include <vector>

#include "reports/page/junit.h"
#include "reports/page/page.h"
#include "reports/page/profile_page.h"
#include "reports/record/error.h"
#include "reports/record/merge.h"
#include "reports/record/reader.h"
#include "reports/record/summary.h"
#include "suites/command/run_folder.h"
#include "suites/framework/text.h"

namespace ulpgate {
namespace {

std::vector<std::filesystem::path> record_files(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder / "records", error)) {
    if (entry.path().extension() == ".jsonl") files.push_back(entry.path());
  }
  if (error) throw report::InputError((folder / "records").string() + ": " + error.message());
  if (files.empty()) throw report::InputError((folder / "records").string() + ": no record files (*.jsonl)");
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

report::Report publish(const std::filesystem::path& folder, const Timing& timing) {
  std::vector<report::RecordFile> files;
  std::vector<std::string> problems = problems_of_run(folder);
  for (const auto& path : record_files(folder)) {
    // A line that was damaged costs its own row; a file whose head was, its own rows.
    try {
      files.push_back(report::salvage_records(path));
    } catch (const report::InputError& e) {
      problems.emplace_back(e.what());
    }
  }
  report::Report merged = report::merge(std::move(files), std::move(problems));
  merged.started = timing.started;
  merged.seconds = timing.seconds;
  report::write_report(merged, folder / "report.json");
  const std::vector<report::Probed> probed = report::read_probed(folder);
  report::write_file(report::render_page(merged, !probed.empty()), folder / "index.html");
  if (!probed.empty())
    report::write_file(report::render_profile_page(merged, probed), folder / "profile.html");
  report::write_file(report::render_junit(merged), folder / "junit.xml");
  return merged;
}

void print_summary(const report::Report& report, const std::filesystem::path& folder, std::size_t most) {
  std::vector<const report::Row*> failing;
  for (const report::Row& row : report.rows) {
    if (report::fails_a_run(row.verdict)) failing.push_back(&row);
  }
  // What took rows after it along comes first: it must not be among those that are left out.
  std::stable_partition(failing.begin(), failing.end(), [](const report::Row* row) {
    return row->verdict == report::Verdict::crashed || row->verdict == report::Verdict::timed_out;
  });
  const std::size_t shown = std::min(failing.size(), most);
  for (std::size_t i = 0; i < shown; ++i) {
    const report::Row& row = *failing[i];
    std::printf("%s  %s\n  %s\n", std::string(report::name(row.verdict)).c_str(), excerpt(row.id).c_str(),
                excerpt(row.message, 1000).c_str());
    if (!row.replay.empty()) {
      const std::string file = row.replay.substr(row.replay.rfind(' ') + 1);
      std::printf("  replay: ulpgate replay %s\n", (folder / file).string().c_str());
    }
  }
  if (failing.size() > shown) std::printf("... and %zu more; see the page\n", failing.size() - shown);
  for (const std::string& id : report.footer.stale_expectations) {
    std::printf("stale expectation: %s no longer occurs\n", excerpt(id).c_str());
  }
  for (const std::string& problem : report.footer.problems)
    std::printf("incomplete: %s\n", excerpt(problem, 1000).c_str());
  std::printf("%s\n%s\n", report::headline(report).c_str(), (folder / "index.html").string().c_str());
}

}  // namespace ulpgate
