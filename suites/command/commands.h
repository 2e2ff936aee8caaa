#pragma once
// The subcommands of ulpgate, one file each. Every function returns an exit status: 0 pass, 1 fail, 2 bad
// use; diff and gate also 3, not comparable.
#include <filesystem>
#include <string>
#include <vector>

#include "suites/command/isolate.h"
#include "suites/command/supervise.h"

namespace ulpgate {

int run_command(RunOptions options);

struct ListOptions {
  std::string what;  ///< devices, experiments, implementations, requirements, suites or formats
  bool json = false;
  std::string filter;     ///< glob of names or ids; empty: all
  std::string operation;  ///< of implementations, requirements and suites: those of this operation alone
  std::string level;      ///< of requirements
  std::string ctest;  ///< file for CTest's resource specification, "-" for standard output; of devices alone
};
int list_command(const ListOptions& options);
int list_devices(const ListOptions& options);

/// A requirement's id, or a row's id together with the report it stands in.
int explain_command(const std::string& id, const std::filesystem::path& report);

/// A failure file: 0 when the requirement holds now, 1 when it still fails. By another implementation, where
/// one is named: `variant` is its entry point, empty for the one of the same name, or the only one with these
/// formats.
int replay_command(const std::filesystem::path& file, const std::string& implementation,
                   const std::string& variant);
/// The same in a process of its own, whose death is a verdict, too.
int watch_replay(char** argv, const Isolation& limits, const std::filesystem::path& file,
                 const std::string& implementation);

/// Makes report.json, index.html and junit.xml of DIR/records.
int report_command(const std::filesystem::path& folder);

struct MergeOptions {
  std::vector<std::filesystem::path> parts;  ///< run folders or their report.json
  std::filesystem::path out = "merged";      ///< a folder, or FILE.json for the report alone
};
/// One report of the parts of a run: its exit status. Throws report::InputError.
int merge_command(const MergeOptions& options);

/// Outputs recorded on hardware, against the models: 0 when every row of every set in the folder is equal.
/// Throws report::InputError for files that cannot be read.
int hardware_command(const std::filesystem::path& folder);

struct ProbeOptions {
  std::string implementation;
  std::string operation;  ///< mma or gemm; empty: both
  std::string variant;    ///< glob; empty: all
  std::string profile;    ///< compare with this one alone
  bool json = false;
  std::string out;    ///< file; empty: standard output
  std::string facts;  ///< file for the JSON, beside what is printed; empty: none
};
/// Throws report::InputError and ImplementationError for what makes no sense.
int probe_command(const ProbeOptions& options);

struct ExperimentOptions {
  std::string implementation;
  std::vector<std::string> names;  ///< empty: all
  std::string variant;             ///< glob; empty: all
  bool json = false;
  std::string out;  ///< file; empty: standard output
};
/// Open questions, asked: 0 whatever the answers. Throws report::InputError and ImplementationError for what
/// makes no sense.
int experiment_command(const ExperimentOptions& options);

struct DiffOptions {
  std::filesystem::path old_report, new_report;  ///< report.json, its folder, or a baseline
  std::string filter;                            ///< glob of ids; empty: all
  std::string json, html;                        ///< files; "-": standard output, and nothing else there
  bool all = false;                              ///< every row on the terminal
};
/// 0 compared, 3 nothing is comparable. Throws report::InputError.
int diff_command(const DiffOptions& options);

struct GateOptions {
  std::filesystem::path baseline, new_report;
  bool update = false, strict = false, github = false;
  std::string junit, html;  ///< files; "-": standard output, and nothing else there
};
/// 0 go on, 1 stop, 3 not comparable: report::gate(). Throws report::InputError.
int gate_command(const GateOptions& options);

struct SiteOptions {
  std::vector<std::filesystem::path> reports;  ///< report.json, or their folders
  std::filesystem::path out = "site";
  unsigned threads = 1;
};
/// 0 all are published, 1 some were refused. Throws report::InputError.
int site_command(const SiteOptions& options);

/// What a report says of instructions and the profiles they claim: 0 when all bits that were judged are
/// equal.
int agreement_command(const std::filesystem::path& report);

}  // namespace ulpgate
