#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "reports/record/row.h"

namespace ulpgate::report {

/// What `ulpgate probe --json` found of one entry point, from its outputs alone.
struct Probed {
  struct Fact {
    std::string name, found, evidence;
    bool observed = true;  ///< its value shows in outputs; `found` says so where it does not
  };
  struct Difference {
    std::string parameter, found, profile;
  };
  /// An entry of an architecture's profile that has the instruction's formats.
  struct Profile {
    std::string profile, entry;
    bool equal = false;
    std::uint64_t dots = 0, agreeing = 0;
    std::vector<Difference> differences;
  };

  std::string operation, variant;
  std::string formats;  ///< "fp16 x fp16 + fp32 -> fp32, k 16"; of a GEMM "fp16.fp16_to_fp32"
  std::string not_run;  ///< why; nothing else is known then
  std::string verdict;  ///< of an instruction: "one model explains all 10181 dots"
  bool explained = true;
  std::vector<Fact> facts;
  std::vector<Profile> profiles;
};

/// Throws InputError naming the first key that is missing or of the wrong kind. Keys that are not told here
/// are left alone.
std::vector<Probed> probed_from_json(const Json& json);

/// Every file probe*.json in the folder of a report, in the order of their names.
std::vector<std::filesystem::path> probe_files(const std::filesystem::path& folder);

/// What all of them say; empty where there is none. Throws InputError "PATH: reason".
std::vector<Probed> read_probed(const std::filesystem::path& folder);

}  // namespace ulpgate::report
