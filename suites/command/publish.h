#pragma once
// From record files to what people read.
#include <filesystem>
#include <string>

#include "reports/record/report.h"

namespace ulpgate {

struct Timing {
  std::string started;
  double seconds = 0;
};

/// Merges DIR/records/*.jsonl and writes its documents. Throws report::InputError.
report::Report publish(const std::filesystem::path& folder, const Timing& timing);

/// What people read of a report: DIR/report.json, DIR/index.html and DIR/junit.xml, and DIR/profile.html
/// where probe*.json lies in DIR.
void write_documents(const report::Report& report, const std::filesystem::path& folder);

/// The headline, then each failing row on few lines (at most `most`), stale expectations and problems, then
/// the page's path.
void print_summary(const report::Report& report, const std::filesystem::path& folder, std::size_t most = 20);

}  // namespace ulpgate
