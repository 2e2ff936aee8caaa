#include <algorithm>
#include <cstdio>
#include <vector>

#include "reference/formats/text.h"
#include "reference/tensor_core/recorded_check.h"
#include "reports/record/error.h"
#include "suites/command/commands.h"

namespace ulpgate {
namespace {

struct Row {
  std::string gpu, set, entry, rows, equal, first;
};

std::string shown(const Format& format, std::uint64_t code) {
  return to_hex(format, code) + " (" + to_decimal(format, code) + ")";
}

Row row_of(const RecordedPlan& plan, const RecordedResult& result) {
  Row row{plan.gpu,
          plan.input + " -> " + std::string(plan.accumulator->name),
          plan.architecture + "/" + plan.entry,
          std::to_string(result.rows),
          std::to_string(result.equal),
          "-"};
  if (result.first) {
    row.first = "row " + std::to_string(result.first->row + 1) + ": recorded " +
                shown(*plan.accumulator, result.first->recorded) + ", computed " +
                shown(*plan.accumulator, result.first->computed);
  }
  return row;
}

void print(const std::vector<Row>& rows) {
  constexpr std::string Row::*columns[] = {&Row::gpu,  &Row::set,   &Row::entry,
                                           &Row::rows, &Row::equal, &Row::first};
  std::string out;
  for (const Row& row : rows) {
    for (const auto column : columns) {
      std::string text = row.*column;
      std::size_t width = 0;
      for (const Row& other : rows) width = std::max(width, (other.*column).size());
      if (column != &Row::first) text.resize(width + 2, ' ');
      out += text;
    }
    out += '\n';
  }
  std::fputs(out.c_str(), stdout);
}

}  // namespace

int hardware_command(const std::filesystem::path& folder) {
  std::vector<Row> table{{"GPU", "set", "profile", "rows", "equal", "first difference"}};
  std::size_t present = 0, equal_sets = 0, rows = 0;
  std::string missing;
  try {
    const std::filesystem::path root = recorded_root(folder);
    for (const RecordedPlan& plan : recorded_plans()) {
      if (!has_recorded_set(root, plan)) {
        missing += (missing.empty() ? "" : ", ") + plan.name();
        continue;
      }
      const ProfileEntry* entry = find_profile(plan.architecture)->find(plan.entry);
      const RecordedResult result = check_recorded(read_recorded_set(root, plan), plan, *entry);
      table.push_back(row_of(plan, result));
      ++present;
      rows += result.rows;
      equal_sets += result.all_equal() ? 1 : 0;
    }
  } catch (const RecordedSetError& error) {
    throw report::InputError(error.what());
  }
  print(table);
  if (!missing.empty()) std::printf("not there: %s\n", missing.c_str());
  std::printf("%zu of %zu sets are equal in every row; %zu rows\n", equal_sets, present, rows);
  return equal_sets == present ? 0 : 1;
}

}  // namespace ulpgate
