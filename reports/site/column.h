#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "reports/record/probed.h"
#include "reports/record/report.h"

namespace ulpgate::report {

/// Rows of one kind, added up.
struct Tally {
  VerdictCounts counts;
  Verdict worst = Verdict::not_run;
  std::optional<double> max_error_over_bound;
  bool upper_bound = true;  ///< every row with an error was exhaustive

  void add(const Row& row);
};

/// What was inferred of entry points with the same formats.
struct Feature {
  std::set<std::string> values;
  bool of_profile = false;  ///< some profile was held against it
  bool differs = false;     ///< and says something else
};

/// What a site keeps of one report.
struct Column {
  std::string slug;  ///< name of its folder; unique in the site
  std::string device, architecture,
      stack;           ///< "Example GPU", "sm_90", "driver 570.1, CUDA 12.8, cublas 12.8.3"
  std::string number;  ///< of the device among those of its machine, as CUDA counts; empty where unknown
  std::string apart;   ///< tells it from others with the same heading: "device 1, report-1"; empty elsewhere
  std::string started, suite, tier, verdict;  ///< verdict: the headline
  bool conforms = false;
  VerdictCounts counts;
  std::uint64_t judged = 0;
  std::map<std::pair<std::string, std::string>, Tally> by_formats;  ///< operation, formats
  std::map<std::tuple<std::string, std::string, std::string>, Tally>
      by_implementation;                        ///< operation, implementation, formats
  std::map<std::string, Tally> by_requirement;  ///< id
  /// Profile -> results of matrix instructions that were judged against it, and that have its bits.
  std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> agreement;
  std::map<std::pair<std::string, std::string>, Feature> features;  ///< by formats and name
};

/// Fills in `apart` where several columns have the same device, architecture, stack and start, as reports of
/// several equal devices of one machine.
void tell_apart(std::vector<Column>& columns);

/// Without a slug.
Column column_of(const Report& report, const std::vector<Probed>& probed = {});

}  // namespace ulpgate::report
