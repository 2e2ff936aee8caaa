#include "reports/site/rows_file.h"

#include <charconv>
#include <cmath>

#include "reports/diff/difference.h"
#include "reports/page/json_string.h"

namespace ulpgate::report {
namespace {

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

}  // namespace

std::size_t RowsFile::place(const std::string& text) {
  const auto [found, is_new] = places_.emplace(text, places_.size());
  if (is_new) strings_ += (strings_.empty() ? "" : ",") + json_string(text);
  return found->second;
}

void RowsFile::add(const Entry& entry) {
  const std::size_t slash = entry.id.rfind('/');
  const bool has_head = slash != std::string::npos;
  const auto add_text = [&](const std::string& text) { rows_ += "," + std::to_string(place(text)); };
  rows_ += (rows_.empty() ? "[" : ",\n[") + std::to_string(place(has_head ? entry.id.substr(0, slash) : ""));
  add_text(has_head ? entry.id.substr(slash + 1) : entry.id);
  rows_ += "," + std::to_string(static_cast<int>(entry.verdict));
  add_count(rows_, entry.judged);
  add_count(rows_, entry.failed);
  rows_ += "," + std::to_string(static_cast<int>(entry.coverage));
  for (const auto& value :
       {entry.max_error_over_bound, entry.max_ulp_error, entry.rms_ulp_error, entry.mean_ulp_error})
    add_number(rows_, value);
  rows_ += "," + json_string(entry.fingerprint);
  add_text(entry.seed);
  add_text(entry.inputs.digest);
  add_text(entry.bound.digest);
  add_text(entry.claims);
  add_text(digest(text_of(entry.ran)));
  add_text(digest(text_of(entry.histogram)));
  add_text(entry.note);
  rows_ += "]";
}

std::string RowsFile::take(const std::string& slug, const std::map<std::string, std::string>& facts) && {
  std::string listed;
  for (const Difference& fact : differences({}, facts))
    listed +=
        (listed.empty() ? "[" : ",[") + json_string(fact.path) + "," + json_string(fact.new_value) + "]";
  std::string out =
      "ulpgateRows({\"slug\":" + json_string(slug) + ",\"facts\":[" + listed + "],\n\"strings\":[";
  out.reserve(out.size() + strings_.size() + rows_.size() + 40);
  return out.append(strings_).append("],\n\"rows\":[").append(rows_).append("]});\n");
}

}  // namespace ulpgate::report
