#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reports/record/header.h"

namespace ulpgate::report {

/// What the rows amount to, and what is wrong with the run itself.
struct ReportFooter {
  VerdictCounts counts;
  std::uint64_t judged = 0;  ///< elements, in all rows but those of API- requirements, which judge no result
  bool complete = false;     ///< nothing is missing and there are no problems
  std::vector<std::string>
      missing;  ///< ids that were planned and never judged: they stand as "not run", category "lost"
  std::vector<std::string> problems;  ///< sentences: truncated files, rows in flight
  std::vector<std::string>
      stale_expectations;  ///< ids of expectations whose deviation no longer occurs, or that match no row
  bool operator==(const ReportFooter&) const = default;
};

/// Version of the report's schema that this code writes, and the only one it reads. Records have their own.
inline constexpr std::uint64_t report_schema_version = 3;

/// A run: rows, sorted by id, and the one environment that they were measured in.
struct Report {
  Suite suite;
  Json environment;  ///< {"host","build","variables","cuda","libraries","device"}
  std::string tier;
  std::uint64_t seed = 0;
  std::optional<Shard> shard;  ///< of the run; nothing where the report is of all of it
  Requirements requirements;
  FormatTable formats;
  std::map<std::string, ImplementationInfo> implementations;  ///< by name
  std::vector<Row> rows;
  ReportFooter footer;
  std::string started;  ///< ISO 8601, UTC. JSON: {"timing":{"started","seconds"}}
  double seconds = 0;
};

/// Sorts rows by id and fills in counts, judged, complete (from missing and problems) and the stale
/// expectations of the rows. Throws InputError where an id stands twice.
void finish(Report& report);

Json to_json(const Report& report);

/// Throws InputError for anything that the schema does not allow and where the footer contradicts the rows.
Report report_from_json(const Json& json);

/// Writes a temporary file beside `path` and renames it: readers see the old report or the new one. Throws
/// InputError.
void write_report(const Report& report, const std::filesystem::path& path);

/// Writes any text in the same way.
void write_file(std::string_view text, const std::filesystem::path& path);

/// Throws InputError "PATH: reason".
Report read_report(const std::filesystem::path& path);
Report parse_report(std::string_view text, const std::string& name);

}  // namespace ulpgate::report
