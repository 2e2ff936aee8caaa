#include "reports/record/counts.h"

#include "reports/record/fields.h"

namespace ulpgate::report {

VerdictCounts count(const std::vector<Row>& rows) {
  VerdictCounts counts;
  for (const Row& row : rows) ++counts[row.verdict];
  return counts;
}

std::uint64_t judged(const std::vector<Row>& rows) {
  std::uint64_t sum = 0;
  for (const Row& row : rows) {
    // That something loaded and made claims says nothing about what it computes.
    if (!row.requirement.starts_with("API-")) sum += row.judged;
  }
  return sum;
}

Json to_json(const VerdictCounts& counts) {
  Json json = Json::object();
  for (const Verdict verdict : all_verdicts) json[std::string(name(verdict))] = counts[verdict];
  return json;
}

VerdictCounts counts_from_json(const Json& json, const std::string& where) {
  const Fields fields(
      json, where, {"pass", "fail", "deviation", "waived", "crashed", "timed out", "not claimed", "not run"});
  VerdictCounts counts;
  for (const Verdict verdict : all_verdicts) counts[verdict] = fields.u64(name(verdict));
  return counts;
}

}  // namespace ulpgate::report
