#pragma once
// The folder of a run: whose it is, and what was to happen in it.
//
// DIR/records/run.json says what the run was asked for, which parts have ended, which files of records they
// left and what could not be kept, so that a run that was killed, or one of whose files is gone, is never
// taken for a whole one.
#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace ulpgate {

class RunFolder {
 public:
  /// Takes `folder` for a new run: makes it, or removes what an earlier run of ulpgate wrote there. Throws
  /// report::InputError where something lies in the way that no run of ulpgate wrote, or where another run is
  /// at work.
  RunFolder(std::filesystem::path folder, const std::vector<std::string>& operations,
            const std::vector<std::string>& implementations);
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;
  ~RunFolder();

  /// Notes that this part of the run has ended, whatever its verdicts. `records` is the name of its file,
  /// empty where it left none; `problem` is a sentence, empty where there is none.
  void ended(const std::string& operation, const std::string& implementation, const std::string& records,
             const std::string& problem);

  /// Notes a file of records that stands beside those of parts that ran.
  void keeps(const std::string& records);

  /// Removes record files, and their logs, of whole parts without any row, as of operations that an
  /// implementation does not offer, where the implementation has another one, which says that it was asked.
  void remove_records_without_rows();

 private:
  void write() const;

  std::filesystem::path folder_;
  std::vector<std::string> asked_;  ///< "convert f16c"
  std::set<std::string> ended_;
  std::set<std::string> files_;
  std::vector<std::string> problems_;
  int lock_ = -1;
};

/// Why the records are not those of a whole run: a sentence for each part that has not ended, each file that
/// is gone and each problem that the run noted. Empty, too, where the folder has no run.json.
std::vector<std::string> problems_of_run(const std::filesystem::path& folder);

}  // namespace ulpgate
