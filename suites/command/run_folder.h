#pragma once
// The folder of a run: whose it is, and what was to happen in it.
//
// DIR/records/run.json says what the run was asked for and which parts have ended, so that a run that was
// killed is never taken for a whole one.
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

  /// Notes that this part of the run has ended, whatever its verdicts.
  void ended(const std::string& operation, const std::string& implementation);

 private:
  void write() const;

  std::filesystem::path folder_;
  std::vector<std::string> asked_;  ///< "convert f16c"
  std::set<std::string> ended_;
  int lock_ = -1;
};

/// Removes record files, and their logs, of whole parts without any row, as of operations that an
/// implementation does not offer, where the implementation has another one, which says that it was asked.
void remove_records_without_rows(const std::filesystem::path& folder);

/// A sentence for each part of the run that has not ended. Empty, too, where the folder has no run.json.
std::vector<std::string> parts_not_ended(const std::filesystem::path& folder);

}  // namespace ulpgate
