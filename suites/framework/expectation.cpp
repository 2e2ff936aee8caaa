#include "suites/framework/expectation.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "reports/record/error.h"
#include "suites/framework/embedded.h"

namespace ulpgate {
namespace {

using nlohmann::json;

std::string text_of(const json& entry, const char* key, const std::string& where) {
  if (!entry.contains(key) || !entry[key].is_string() || entry[key].get_ref<const std::string&>().empty()) {
    throw report::InputError(where + ": '" + key + "' is missing or not a text");
  }
  return entry[key];
}

KnownDeviation parse_entry(const json& entry, const std::string& where) {
  if (!entry.is_object()) throw report::InputError(where + ": not an object");
  for (const auto& [key, value] : entry.items()) {
    constexpr std::string_view known[] = {"id",     "implementation", "version", "rows",
                                          "reason", "link",           "max_ulps"};
    if (std::find(std::begin(known), std::end(known), key) == std::end(known)) {
      throw report::InputError(where + ": unknown key '" + key + "'");
    }
  }
  KnownDeviation d;
  d.id = text_of(entry, "id", where);
  d.implementation = text_of(entry, "implementation", where);
  d.version = text_of(entry, "version", where);
  d.reason = text_of(entry, "reason", where);
  d.link = text_of(entry, "link", where);
  if (!entry.contains("rows") || !entry["rows"].is_array() || entry["rows"].empty()) {
    throw report::InputError(where + ": 'rows' is missing or not a list of patterns");
  }
  for (const json& pattern : entry["rows"]) {
    if (!pattern.is_string()) throw report::InputError(where + ": 'rows' holds something that is not a text");
    d.rows.push_back(pattern);
  }
  if (entry.contains("max_ulps")) {
    if (!entry["max_ulps"].is_number_unsigned())
      throw report::InputError(where + ": 'max_ulps' is not a whole number");
    d.max_ulps = entry["max_ulps"].get<std::int64_t>();
  }
  return d;
}

/// Whether the worst element is no farther from right than the deviation is known to be.
bool within(const KnownDeviation& d, const report::Row& row) {
  if (!d.max_ulps) return true;
  if (!row.worst) return false;
  std::int64_t ulps = 0;
  const std::string& text = row.worst->ulps;
  const char* begin = text.data() + (text.starts_with('+') ? 1 : 0);
  const auto [end, error] = std::from_chars(begin, text.data() + text.size(), ulps);
  return error == std::errc() && end == text.data() + text.size() && ulps <= *d.max_ulps &&
         ulps >= -*d.max_ulps;
}

}  // namespace

bool glob_matches(std::string_view pattern, std::string_view text) {
  std::size_t p = 0, t = 0, star = std::string_view::npos, retry = 0;
  while (t < text.size()) {
    if (p < pattern.size() && (pattern[p] == '?' || (pattern[p] != '*' && pattern[p] == text[t]))) {
      ++p;
      ++t;
    } else if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      retry = t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++retry;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

std::vector<KnownDeviation> parse_expectations(std::string_view text, const std::string& name) {
  json document;
  bool too_deep = false;
  try {
    document = json::parse(text, [&](int depth, json::parse_event_t, json&) {
      too_deep = too_deep || depth > 8;
      return !too_deep;
    });
  } catch (const json::exception&) {
    throw report::InputError(name + ": not JSON");
  }
  if (too_deep) throw report::InputError(name + ": nested too deeply for expectations");
  if (!document.is_object() || !document.contains("expectations") || !document["expectations"].is_array()) {
    throw report::InputError(name + ": no list called 'expectations'");
  }
  std::vector<KnownDeviation> all;
  for (const json& entry : document["expectations"]) {
    all.push_back(parse_entry(entry, name + ": expectation " + std::to_string(all.size() + 1)));
  }
  return all;
}

const std::vector<KnownDeviation>& built_in_expectations() {
  static const std::vector<KnownDeviation> all = [] {
    std::vector<KnownDeviation> found;
    for (const EmbeddedFile& file : embedded_files()) {
      if (!file.name.starts_with("expectations/")) continue;
      for (KnownDeviation& d : parse_expectations(file.text, std::string(file.name)))
        found.push_back(std::move(d));
    }
    return found;
  }();
  return all;
}

std::vector<std::string> unmatched_expectations(const std::vector<KnownDeviation>& known,
                                                const report::RowIdentity& of, std::string_view version,
                                                const std::vector<std::string>& row_ids) {
  std::vector<std::string> unmatched;
  for (const KnownDeviation& d : known) {
    if (d.implementation != of.implementation || !glob_matches(d.version, version)) continue;
    const auto is_of_operation = [&](const std::string& p) { return p.starts_with(of.operation + "/"); };
    const auto matches = [&](const std::string& p) {
      return std::any_of(row_ids.begin(), row_ids.end(),
                         [&](const std::string& id) { return glob_matches(p, id); });
    };
    if (std::any_of(d.rows.begin(), d.rows.end(), is_of_operation) &&
        std::none_of(d.rows.begin(), d.rows.end(), matches))
      unmatched.push_back(d.id);
  }
  return unmatched;
}

void apply_expectations(const std::vector<KnownDeviation>& known, std::string_view version,
                        report::Row& row) {
  for (const KnownDeviation& d : known) {
    if (d.implementation != row.implementation || !glob_matches(d.version, version)) continue;
    if (std::none_of(d.rows.begin(), d.rows.end(),
                     [&](const std::string& p) { return glob_matches(p, row.id); }))
      continue;
    if (row.verdict == report::Verdict::fail && row.failed > 0 && !within(d, row)) {
      row.message += "; worse than the known deviation " + d.id;
      return;
    }
    if (row.verdict == report::Verdict::fail && row.failed > 0) {
      row.verdict = report::Verdict::waived;
      row.expectation = {d.id, d.reason, d.link, "matched"};
      return;
    }
    if (row.verdict == report::Verdict::pass) row.expectation = {d.id, d.reason, d.link, "stale"};
  }
}

}  // namespace ulpgate
