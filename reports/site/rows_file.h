#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <unordered_map>

#include "reports/diff/side.h"

namespace ulpgate::report {

/// What the page that compares any two reports of a site loads of one of them: a script, since a browser
/// reads scripts from files, too, that hands one object to ulpgateRows():
///   slug     name of the report's folder
///   facts    [path, value] of the environment, first what is likeliest to move results
///   strings  texts and digests that rows name by their places
///   rows     [id's head, requirement, verdict, judged, failed, coverage, largest error over bound, largest,
///   RMS
///            and mean error in ulps, fingerprint, seed, inputs, bound, claims, what ran, histogram, note]:
///            heads, requirements, seed and what follows it by their place in strings, verdict and coverage
///            by their place in Verdict and Coverage; what is not there is null. Sorted by id.
/// Inputs, bounds, claims, what ran and histograms are digests: equal where the texts are.
class RowsFile {
 public:
  /// In the order of ids.
  void add(const Entry& entry);
  std::string take(const std::string& slug, const std::map<std::string, std::string>& facts) &&;

 private:
  std::size_t place(const std::string& text);

  std::unordered_map<std::string, std::size_t> places_;
  std::string strings_, rows_;
};

}  // namespace ulpgate::report
