#include "reports/diff/side.h"

#include <array>
#include <cstdio>

#include "reports/diff/baseline.h"
#include "reports/record/error.h"
#include "reports/record/json_text.h"
#include "reports/record/reader.h"
#include "reports/record/text.h"

namespace ulpgate::report {
namespace {

void flatten(std::map<std::string, std::string>& facts, const std::string& path, const Json& json) {
  if (json.is_object()) {
    for (const auto& item : json.items())
      flatten(facts, path.empty() ? item.key() : path + "." + item.key(), item.value());
  } else if (json.is_string()) {
    facts[path] = json.get<std::string>();
  } else if (!json.is_null()) {
    facts[path] = compact(json);
  }
}

std::string note_of(const Row& row) {
  if (row.reason) return row.reason->category + ": " + row.reason->text;
  if (row.expectation) return row.expectation->id + ": " + row.expectation->reason;
  return row.message;
}

std::string joined(const StringMap& map) {
  std::string text;
  for (const auto& [key, value] : map) text.append(key).append(1, '\0').append(value).append(1, '\0');
  return text;
}

}  // namespace

std::string digest(const std::string& text) {
  if (text.empty()) return {};
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  std::array<char, 16> digits{};
  std::snprintf(digits.data(), digits.size(), "%08x", static_cast<unsigned>(hash ^ (hash >> 32U)));
  return digits.data();
}

std::string Side::replay(const Entry& entry) const {
  return folder.empty() || entry.replay.empty() ? entry.replay : replay_from(folder, entry.replay);
}

Entry entry_of(const Row& row) {
  Entry entry;
  entry.id = row.id;
  entry.operation = row.operation;
  entry.implementation = row.implementation;
  entry.verdict = row.verdict;
  entry.judged = row.judged;
  entry.failed = row.failed;
  entry.coverage = row.coverage;
  entry.max_error_over_bound = row.max_error_over_bound;
  entry.max_ulp_error = row.max_ulp_error;
  entry.rms_ulp_error = row.rms_ulp_error;
  entry.mean_ulp_error = row.mean_ulp_error;
  entry.histogram = row.ulp_histogram;
  entry.fingerprint = row.fingerprint;
  entry.seed = row.seed;
  entry.inputs = {digest(row.recipe), row.recipe};
  entry.bound = {digest(row.bound), row.bound};
  entry.claims = digest(joined(row.claims));
  entry.claim_texts = row.claims;
  entry.ran = row.ran;
  entry.note = note_of(row);
  entry.replay = row.replay;
  return entry;
}

Side side_of(const Report& report, std::string name) {
  Side side = side_without_entries(report, std::move(name));
  side.entries.reserve(report.rows.size());
  for (const Row& row : report.rows) side.entries.push_back(entry_of(row));
  return side;
}

Side side_without_entries(const Report& report, std::string name) {
  Side side;
  side.name = std::move(name);
  flatten(side.facts, "", report.environment);
  side.facts["suite.name"] = report.suite.name;
  side.facts["suite.version"] = report.suite.version;
  side.facts["suite.commit"] = report.suite.commit + (report.suite.clean ? "" : " (not clean)");
  side.facts["tier"] = report.tier;
  side.facts["seed"] = seed_text(report.seed);
  for (const auto& [id, info] : report.implementations) side.facts["implementations." + id] = info.version;
  side.problems = report.footer.problems;
  side.stale = report.footer.stale_expectations;
  if (report.shard)
    side.problems.push_back("it is " + report::name(*report.shard) + "; ulpgate merge joins them");
  if (const auto& missing = report.footer.missing; !missing.empty() && side.problems.empty())
    side.problems.push_back(
        "planned and never judged: " + missing.front() +
        (missing.size() > 1 ? " and " + std::to_string(missing.size() - 1) + " more" : ""));
  return side;
}

Side read_side(const std::filesystem::path& path) {
  std::error_code ignored;
  const std::filesystem::path file =
      std::filesystem::is_directory(path, ignored) ? path / "report.json" : path;
  const std::string text = read_file(file, max_report_bytes);
  if (is_baseline(text)) return parse_baseline(text, file.string());
  Side side = side_of(parse_report(text, file.string()), path.string());
  side.folder = file.has_parent_path() ? file.parent_path() : ".";
  return side;
}

}  // namespace ulpgate::report
