#pragma once
// Findings against the profiles: which entries an instruction equals, or what differs.
#include <string>
#include <vector>

#include "reports/record/row.h"
#include "suites/probe/probe.h"

namespace ulpgate::probe {

struct Difference {
  std::string parameter;
  std::string found;    ///< by the probe
  std::string profile;  ///< what the entry says
};

/// One entry with the same formats, k and scales.
struct Comparison {
  std::string entry;  ///< "sm_90/mma.fp16.fp32"
  std::vector<Difference> differences;
  bool equal() const { return differences.empty(); }
};

/// Every entry of every built-in profile (or of `architecture` alone) that takes the signature's formats. A
/// parameter that no input can show never differs.
std::vector<Comparison> compare(const Findings& findings, const std::string& architecture = {});

/// "fits": the parameters, one a line, with value and evidence, then the entries that it equals, then what
/// the nearest others differ in. Else the first dot that no arithmetic explains.
std::string findings_table(const Findings& findings, const std::vector<Comparison>& comparisons);
report::Json findings_json(const Findings& findings, const std::vector<Comparison>& comparisons);

}  // namespace ulpgate::probe
