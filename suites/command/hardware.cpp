#include <algorithm>
#include <cstdio>
#include <vector>

#include "reference/tensor_core/recorded_check.h"
#include "reports/record/error.h"
#include "suites/command/commands.h"
#include "suites/framework/text.h"

namespace ulpgate {
namespace {

struct Row {
  std::string gpu, set, entry, rows, equal, first;
};

Row row_of(const RecordedPlan& plan, const RecordedResult& result) {
  Row row{plan.gpu,
          plan.input + " -> " + std::string(plan.accumulator->name),
          plan.architecture + "/" + plan.entry,
          std::to_string(result.rows),
          std::to_string(result.equal),
          "-"};
  if (result.first) {
    row.first = "row " + std::to_string(result.first->row + 1) + ": recorded " +
                shown_text(*plan.accumulator, result.first->recorded) + ", computed " +
                shown_text(*plan.accumulator, result.first->computed);
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

bool is_planned(const std::filesystem::path& folder) {
  const auto& plans = recorded_plans();
  return std::any_of(plans.begin(), plans.end(),
                     [&](const RecordedPlan& plan) { return folder.filename() == plan.gpu; });
}

/// Where the folder of one GPU was named: what to name instead.
std::string parent_hint(std::filesystem::path folder) {
  folder = std::filesystem::absolute(folder).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();
  return is_planned(folder)
             ? " It is the folder of one GPU: name the one above, " + folder.parent_path().string() + "."
             : "";
}

/// Folders beside those of known GPUs that look like sets.
std::string passed_over(const std::filesystem::path& root) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(root, ignored)) {
    if (!entry.is_directory(ignored) || is_planned(entry.path()) ||
        entry.path().filename().string().starts_with("."))
      continue;
    for (const auto& file : std::filesystem::recursive_directory_iterator(entry.path(), ignored)) {
      if (!file.path().filename().string().starts_with("d_")) continue;
      names.push_back(excerpt(entry.path().filename().string()));
      break;
    }
  }
  std::sort(names.begin(), names.end());
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace

int hardware_command(const std::filesystem::path& folder) {
  std::vector<Row> table{{"GPU", "set", "profile", "rows", "equal", "first difference"}};
  std::size_t present = 0, equal_sets = 0, rows = 0;
  std::string missing, unknown;
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
    unknown = passed_over(root);
  } catch (const RecordedSetError& error) {
    throw report::InputError(error.what() + (present == 0 ? parent_hint(folder) : std::string()));
  }
  print(table);
  if (!missing.empty()) std::printf("not there: %s\n", missing.c_str());
  if (!unknown.empty()) std::printf("passed over, for no profile is known of them: %s\n", unknown.c_str());
  std::printf("%zu of %zu sets are equal in every row; %zu rows\n", equal_sets, present, rows);
  return equal_sets == present ? 0 : 1;
}

}  // namespace ulpgate
