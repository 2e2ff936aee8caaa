// ulpgate agreement: how many bits of each instruction are those of its architecture's profile, from a
// report.
#include <cstdio>

#include "reports/record/report.h"
#include "suites/command/commands.h"
#include "suites/framework/table.h"
#include "suites/framework/text.h"

namespace ulpgate {
namespace {

bool is_about_bits(const report::Row& row) {
  return row.requirement == "MMA-MODEL-1" || row.requirement == "MMA-VECTOR-1";
}

std::string value_of(const report::StringMap& map, const char* key) {
  const auto found = map.find(key);
  return found == map.end() ? "-" : excerpt(found->second);
}

std::string formats_text(const report::Row& row) {
  std::string text;
  for (const auto& [role, format] : row.formats) {
    if (role == "a") text = format;
    if (role == "b") text += " x " + format;
    if (role == "d") text += " to " + format;
  }
  return excerpt(text);
}

std::string first_difference(const report::Row& row) {
  if (row.reason) return "not run: " + excerpt(row.reason->text);
  if (row.failed == 0 || !row.worst) return "-";
  return row.worst->actual.bits + " where the profile has " + row.worst->expected.bits +
         ", smallest case: accumulator " + row.worst->input.bits + ", element " +
         std::to_string(row.worst->index);
}

}  // namespace

int agreement_command(const std::filesystem::path& path) {
  const report::Report report =
      report::read_report(std::filesystem::is_directory(path) ? path / "report.json" : path);
  std::vector<std::vector<std::string>> table{{"implementation", "variant", "formats", "profile",
                                               "requirement", "judged", "equal", "first difference"}};
  std::size_t judged = 0, equal = 0;
  for (const report::Row& row : report.rows) {
    if (!is_about_bits(row)) continue;
    table.push_back({excerpt(row.implementation), excerpt(row.variant), formats_text(row),
                     value_of(row.claims, "profile"), row.requirement, std::to_string(row.judged),
                     std::to_string(row.judged - row.failed), first_difference(row)});
    judged += row.judged;
    equal += row.judged - row.failed;
  }
  if (table.size() > 1) std::fputs(table_text(table).c_str(), stdout);
  std::printf("%zu of %zu results have the profile's bits, in %zu rows\n", equal, judged, table.size() - 1);
  return judged > 0 && equal == judged ? 0 : 1;
}

}  // namespace ulpgate
