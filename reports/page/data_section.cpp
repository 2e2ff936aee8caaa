#include <cmath>

#include "reports/page/json_string.h"
#include "reports/page/numbers.h"
#include "reports/page/row_details.h"
#include "reports/page/sections.h"
#include "reports/page/verdict_look.h"

namespace ulpgate::report {
namespace {

/// Each text once; 0 is the empty one.
class Strings {
 public:
  std::string index(const std::string& text) {
    const auto [found, is_new] = numbers_.emplace(text, numbers_.size());
    if (is_new) list_ += "," + json_string(text);
    return std::to_string(found->second);
  }
  std::string take() && { return "[" + list_ + "]"; }

 private:
  std::map<std::string, std::size_t> numbers_{{"", 0}};
  std::string list_ = "\"\"";
};

std::string number(std::optional<double> value) {
  return value && std::isfinite(*value) ? short_number(value) : "null";
}

/// "<1" and ">1" stand where rounding would reach the bound.
std::string ratio_json(const Row& row) {
  if (!row.max_error_over_bound || !std::isfinite(*row.max_error_over_bound)) return "null";
  const std::string text = ratio(*row.max_error_over_bound);
  return text[0] == '<' || text[0] == '>' ? json_string(text) : text;
}

/// Browsers' numbers are exact up to 2^53.
std::string count_json(std::uint64_t count) {
  return count <= std::uint64_t{1} << 53U ? std::to_string(count) : "\"" + std::to_string(count) + "\"";
}

std::string value_json(const Value& value) {
  return json_string(value.bits) + "," + json_string(value.decimal);
}

std::string worst_json(const Worst& worst) {
  return "[" + count_json(worst.index) + "," + value_json(worst.input) + "," + value_json(worst.actual) +
         "," + value_json(worst.expected) + "," +
         json_string(worst.ulps.empty() ? worst.ulps : distance_text(worst)) + "," + json_string(worst.note) +
         "," + json_string(worst.error_over_bound ? ratio(*worst.error_over_bound) : std::string()) + "]";
}

/// What few rows have, by name.
class Extra {
 public:
  void add(std::string_view key, const std::string& json) {
    text_ += (text_.empty() ? "\"" : ",\"") + std::string(key) + "\":" + json;
  }
  void add_text(std::string_view key, const std::string& text) {
    if (!text.empty()) add(key, json_string(text));
  }
  std::string take() && { return text_.empty() ? std::string() : ",{" + text_ + "}"; }

 private:
  std::string text_;
};

std::string extra(Strings& strings, const Row& row, const std::string& id, const std::string& seed) {
  Extra extra;
  if (row.id != id) extra.add_text("id", row.id);
  extra.add_text("message", row.message);
  if (row.reason) extra.add("reason", strings.index(row.reason->category + ": " + row.reason->text));
  if (row.expectation) {
    const Expectation& e = *row.expectation;
    extra.add("expected", strings.index(e.id + " (" + e.state + "): " + e.reason + " " + e.link));
  }
  if (row.worst) extra.add("worst", worst_json(*row.worst));
  if (row.shrunk) extra.add("shrunk", worst_json(*row.shrunk));
  if (!row.ulp_histogram.empty()) {
    std::string bins;
    for (const HistogramBin& bin : row.ulp_histogram)
      bins += (bins.empty() ? "" : ",") + strings.index(bin.bin) + "," + count_json(bin.count);
    extra.add("ulps", "[" + bins + "]");
  }
  extra.add_text("output", row.fingerprint);
  extra.add_text("replay", row.replay);
  if (row.seed != seed) extra.add_text("seed", row.seed);
  return std::move(extra).take();
}

/// The part of an id between implementation and variant, where ids are made as the suites make them.
std::string middle(const Row& row) {
  const std::string head = row.operation + "/" + row.implementation + "/";
  const std::string tail = "/" + row.variant + "/" + row.requirement;
  const bool usual =
      row.id.size() > head.size() + tail.size() && row.id.starts_with(head) && row.id.ends_with(tail);
  return usual ? row.id.substr(head.size(), row.id.size() - head.size() - tail.size()) : std::string();
}

void row_json(std::string& out, Strings& strings, const Row& row, const std::string& id,
              const std::string& seed) {
  const auto add = [&out](const std::string& json) { out += "," + json; };
  out += "[" + strings.index(row.variant);
  add(strings.index(row.requirement));
  add(std::to_string(static_cast<int>(row.verdict)));
  add(std::to_string(static_cast<int>(row.coverage)));
  add(count_json(row.judged));
  add(count_json(row.failed));
  add(number(row.max_ulp_error));
  add(number(row.rms_ulp_error));
  add(number(row.mean_ulp_error));
  add(ratio_json(row));
  add(strings.index(row.bound));
  add(strings.index(joined(row.claims)));
  add(strings.index(joined(row.ran)));
  add(strings.index(row.recipe));
  out += extra(strings, row, id, seed) + "]";
}

}  // namespace

void data_section(Html& html, const View& view) {
  Strings strings;
  std::string cells;
  const std::string seed = seed_text(view.report.seed);
  for (const OperationView& operation : view.operations) {
    for (const auto& [key, cell] : operation.cells) {
      const std::string part = middle(*cell.rows.front());
      cells += (cells.empty() ? "[" : ",\n[") + json_string(cell.anchor) + "," +
               strings.index(operation.name) + "," + strings.index(key.first) + "," +
               strings.index(key.second) + "," + strings.index(part) + ",[";
      const std::string head = operation.name + "/" + key.first + "/" + part + "/";
      for (std::size_t i = 0; i < cell.rows.size(); ++i) {
        const Row& row = *cell.rows[i];
        if (i > 0) cells += ",";
        row_json(cells, strings, row, head + row.variant + "/" + row.requirement, seed);
      }
      cells += "]]";
    }
  }
  std::string verdicts, coverages, anchors;
  for (const Verdict verdict : all_verdicts) {
    verdicts += (verdicts.empty() ? "[" : ",[") + json_string(name(verdict)) + "," +
                json_string(sign(verdict)) + "," + json_string(style_class(verdict)) + "]";
  }
  for (const Coverage coverage : {Coverage::exhaustive, Coverage::sampled, Coverage::none})
    coverages += (coverages.empty() ? "" : ",") + json_string(name(coverage));
  for (const auto& [id, text] : view.report.requirements)
    anchors += (anchors.empty() ? "" : ",") + json_string(id) + ":" + json_string(requirement_anchor(id));
  html.raw("<script type=\"application/json\" id=\"data\">{\"seed\":").raw(json_string(seed));
  html.raw(",\"verdicts\":[")
      .raw(verdicts)
      .raw("],\"coverages\":[")
      .raw(coverages)
      .raw("],\"requirements\":{")
      .raw(anchors);
  html.raw("},\n\"cells\":[")
      .raw(cells)
      .raw("],\n\"strings\":")
      .raw(std::move(strings).take())
      .raw("}</script>\n");
}

}  // namespace ulpgate::report
