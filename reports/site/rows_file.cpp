#include "reports/site/rows_file.h"

#include <charconv>
#include <cmath>
#include <string_view>
#include <unordered_map>

#include "reports/page/json_string.h"

namespace ulpgate::report {
namespace {

class Strings {
 public:
  std::size_t place(const std::string& text) {
    const auto [found, is_new] = places_.emplace(text, places_.size());
    if (is_new) list_ += (list_.empty() ? "" : ",") + json_string(text);
    return found->second;
  }
  const std::string& list() const { return list_; }

 private:
  std::unordered_map<std::string, std::size_t> places_;
  std::string list_;
};

/// The shortest text that is read as the same number.
void add_number(std::string& out, const std::optional<double>& value) {
  if (!value || !std::isfinite(*value)) {
    out += ",null";
    return;
  }
  char text[40] = ",";
  out.append(text, std::to_chars(text + 1, text + sizeof text, *value).ptr);
}

void add_count(std::string& out, std::uint64_t count) {
  // Browsers' numbers are exact up to 2^53.
  const bool exact = count <= std::uint64_t{1} << 53U;
  out += exact ? "," + std::to_string(count) : ",\"" + std::to_string(count) + "\"";
}

std::string text_of(const StringMap& map) {
  std::string text;
  for (const auto& [key, value] : map) text.append(key).append(1, '\0').append(value).append(1, '\0');
  return text;
}

std::string text_of(const std::vector<HistogramBin>& histogram) {
  std::string text;
  for (const HistogramBin& bin : histogram) text += bin.bin + " " + std::to_string(bin.count) + "\n";
  return text;
}

void add_row(std::string& out, Strings& strings, const Entry& entry) {
  const std::size_t slash = entry.id.rfind('/');
  const bool has_head = slash != std::string::npos;
  const auto add = [&](const std::string& text) { out += "," + std::to_string(strings.place(text)); };
  out += "[" + std::to_string(strings.place(has_head ? entry.id.substr(0, slash) : ""));
  add(has_head ? entry.id.substr(slash + 1) : entry.id);
  out += "," + std::to_string(static_cast<int>(entry.verdict));
  add_count(out, entry.judged);
  add_count(out, entry.failed);
  out += "," + std::to_string(static_cast<int>(entry.coverage));
  for (const auto& value :
       {entry.max_error_over_bound, entry.max_ulp_error, entry.rms_ulp_error, entry.mean_ulp_error})
    add_number(out, value);
  out += "," + json_string(entry.fingerprint);
  add(entry.seed);
  add(entry.inputs.digest);
  add(entry.bound.digest);
  add(entry.claims);
  add(digest(text_of(entry.ran)));
  add(digest(text_of(entry.histogram)));
  add(entry.note);
  out += "]";
}

}  // namespace

std::string rows_file(const std::string& slug, const Side& side) {
  Strings strings;
  std::string rows, facts;
  for (const Entry& entry : side.entries) {
    if (!rows.empty()) rows += ",\n";
    add_row(rows, strings, entry);
  }
  for (const Difference& fact : differences({}, side.facts)) {
    facts += (facts.empty() ? "[" : ",[") + json_string(fact.path) + "," + json_string(fact.new_value) + "]";
  }
  return "ulpgateRows({\"slug\":" + json_string(slug) + ",\"facts\":[" + facts + "],\n\"strings\":[" +
         strings.list() + "],\n\"rows\":[" + rows + "]});\n";
}

}  // namespace ulpgate::report
