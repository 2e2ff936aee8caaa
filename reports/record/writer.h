#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "reports/record/header.h"

namespace ulpgate::report {

/// "<operation>.<implementation>.jsonl"; bytes other than letters, digits, '.', '_' and '-' become %XX, so
/// that two names never meet in one file.
std::string record_file_name(std::string_view operation, std::string_view implementation);

/// Writes one record file. Each line is one write(2) to an O_APPEND descriptor: a killed process loses at
/// most the line in flight. Call in order: header, environment, plan, then begin and row for each row,
/// footer. Every member throws InputError naming the path and the system's reason; a row that contradicts
/// itself (see check(Row)) is refused.
class RecordWriter {
 public:
  enum class Mode {
    create,  ///< a new file (an old one is replaced), folders included
    append   ///< goes on after what is there: the rows are counted, a half last line is removed. Refuses a
             ///< file with a footer
  };

  RecordWriter(std::filesystem::path path, Mode mode);
  RecordWriter(const RecordWriter&) = delete;
  RecordWriter& operator=(const RecordWriter&) = delete;
  RecordWriter(RecordWriter&& other) noexcept;
  RecordWriter& operator=(RecordWriter&&) = delete;
  ~RecordWriter();

  void header(const Header& header);
  /// An object: host_environment(), with what the caller knows of devices and libraries.
  void environment(const Json& environment);
  void plan(const std::vector<RowIdentity>& rows);
  void begin(const std::string& id);
  void row(const Row& row);
  /// Counts every row of the file, those of earlier processes included. `complete` is false where the writer
  /// gave up.
  void footer(bool complete);

  const std::filesystem::path& path() const { return path_; }

 private:
  void line(const Json& json);
  void resume();
  [[noreturn]] void refuse(const std::string& what) const;

  std::filesystem::path path_;
  int descriptor_ = -1;
  VerdictCounts counts_;
};

}  // namespace ulpgate::report
