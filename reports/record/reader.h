#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reports/record/header.h"

namespace ulpgate::report {

/// A larger file of records or report is refused before it is read. A row takes less than 2 kB, so this is
/// more than 2 * 10^5 rows.
inline constexpr std::size_t max_report_bytes = std::size_t{512} << 20;

/// Last line of a record file.
struct Footer {
  VerdictCounts counts;
  bool complete = false;
};

/// What one record file says. A file whose writer was killed is read as far as it goes; `problems` says what
/// is missing.
struct RecordFile {
  std::string name;              ///< as it was opened; stands in messages
  std::optional<Header> header;  ///< nothing where the file was cut before its first line ended
  Json environment;              ///< null where the file was cut before it
  std::vector<RowIdentity> plan;
  std::vector<Row> rows;               ///< in the order of the file
  std::vector<std::string> in_flight;  ///< ids that were begun and have no row
  std::optional<Footer> footer;        ///< nothing where the file is truncated
  std::vector<std::string> problems;   ///< sentences; empty exactly where the file is whole

  bool whole() const { return problems.empty(); }
};

/// Reads a record file. A missing footer and a half last line are tolerated and reported in `problems`.
/// Everything else that the schema does not allow throws InputError "NAME:LINE: reason", as does a file that
/// cannot be read, is no regular file (a FIFO would never end) or is larger than max_report_bytes.
RecordFile read_records(const std::filesystem::path& path);

/// The same, for text in memory.
RecordFile parse_records(std::string_view text, std::string name);

/// As read_records(), but lines after the plan that the schema does not allow are passed over and named in
/// `problems`, so that they cost their own rows.
RecordFile salvage_records(const std::filesystem::path& path);

/// The whole file as bytes. Throws InputError naming the path and the system's reason, also where there are
/// more than `most` bytes; no more than that is read.
std::string read_file(const std::filesystem::path& path, std::size_t most = std::string::npos);

/// The same, but refuses what is no regular file, such as a FIFO, without opening it.
std::string read_regular_file(const std::filesystem::path& path, std::size_t most);

}  // namespace ulpgate::report
