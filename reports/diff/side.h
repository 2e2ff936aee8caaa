#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "reports/record/report.h"

namespace ulpgate::report {

/// A text, or where the side is a baseline only what stands for it.
struct Digested {
  std::string digest;  ///< empty for the empty text
  std::string text;    ///< empty where the side is a baseline
  bool has_text() const { return digest.empty() || !text.empty(); }
  bool operator==(const Digested&) const = default;
};

/// One row, as far as a comparison looks at it.
struct Entry {
  std::string id, operation, implementation;
  Verdict verdict = Verdict::not_run;
  std::uint64_t judged = 0, failed = 0;
  Coverage coverage = Coverage::none;
  std::optional<double> max_error_over_bound, max_ulp_error, rms_ulp_error, mean_ulp_error;
  std::vector<HistogramBin> histogram;  ///< empty where the side is a baseline
  std::string fingerprint;              ///< of the output bits; may be empty
  std::string seed;
  Digested inputs, bound;  ///< the recipe, and how the bound is made
  std::string claims;      ///< digest
  StringMap claim_texts;   ///< empty where the side is a baseline
  StringMap ran;
  std::string note;    ///< why it failed or was not run
  std::string replay;  ///< command
  bool has_claim_texts() const { return claims.empty() || !claim_texts.empty(); }
  bool operator==(const Entry&) const = default;
};

/// What is compared: a report, or the baseline that was made of one.
struct Side {
  std::string name;  ///< stands in messages: its path
  std::map<std::string, std::string>
      facts;                          ///< "device.kernel_driver" -> "570.1", "suite.commit", "tier", ...
  std::vector<Entry> entries;         ///< sorted by id, each id once
  std::vector<std::string> problems;  ///< why the run is not complete
  std::vector<std::string>
      stale;  ///< ids of expectations that excuse no row; empty where the side is a baseline
  std::filesystem::path folder;  ///< where its failure files lie below; empty where that is unknown

  /// The command that replays one of its rows, for a reader who stands where its path is relative to; empty
  /// where there is none.
  std::string replay(const Entry& entry) const;
};

/// Eight hexadecimal digits that stand for a text (FNV-1a); empty for the empty text. Two texts share them by
/// chance once in 2^32.
std::string digest(const std::string& text);

Side side_of(const Report& report, std::string name);

/// The same in parts, for whoever does not need all entries at once: without entries, and one of them.
Side side_without_entries(const Report& report, std::string name);
Entry entry_of(const Row& row);

/// Reads a report.json, the folder it lies in, or a baseline. Throws InputError, one sentence.
Side read_side(const std::filesystem::path& path);

}  // namespace ulpgate::report
