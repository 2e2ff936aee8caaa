#include "reports/page/row_details.h"

#include "reports/page/numbers.h"

namespace ulpgate::report {
namespace {

Html& term(Html& html, std::string_view name) { return html.raw("<dt>").raw(name).raw("</dt><dd>"); }

void detail(Html& html, std::string_view name, const std::string& text) {
  if (!text.empty()) term(html, name).text(text).raw("</dd>");
}

void number(Html& html, std::string_view name, const Value& value) {
  html.raw(name).raw(" <code>").text(value.bits).raw("</code> = ").text(value.decimal);
}

void element(Html& html, std::string_view name, const std::optional<Worst>& of_row) {
  if (!of_row) return;
  const Worst& worst = *of_row;
  term(html, name);
  html.raw("[").raw(std::to_string(worst.index)).raw("] ");
  number(html, "input", worst.input);
  number(html, ", got", worst.actual);
  number(html, ", expected", worst.expected);
  if (!worst.ulps.empty()) html.raw(", ").text(distance_text(worst));
  if (worst.error_over_bound) html.raw(", ").text(ratio(*worst.error_over_bound)).raw(" of the bound");
  if (!worst.note.empty()) html.raw("; ").text(worst.note);
  html.raw("</dd>");
}

void expectation(Html& html, const Row& row) {
  if (!row.expectation) return;
  const Expectation& expected = *row.expectation;
  term(html, "expected").text(expected.id + " (" + expected.state + "): " + expected.reason);
  if (const auto link = safe_link(expected.link)) {
    html.raw(" <a rel=\"noopener noreferrer nofollow\" href=\"").raw(*link).raw("\">").raw(*link).raw("</a>");
  } else if (!expected.link.empty()) {
    html.raw(" ").text(expected.link);
  }
  html.raw("</dd>");
}

std::string inputs(const Row& row) {
  std::string text = row.recipe;
  if (!row.seed.empty()) text += (text.empty() ? "seed " : ", seed ") + row.seed;
  return text.empty() ? text : text + ", " + std::string(name(row.coverage));
}

}  // namespace

std::string joined(const StringMap& map) {
  std::string text;
  for (const auto& [key, value] : map) {
    if (!text.empty()) text += "; ";
    text.append(key).append(": ").append(value);
  }
  return text;
}

std::string distance_text(const Worst& worst) {
  const bool number = worst.ulps.find_first_not_of("+-0123456789.") == std::string::npos;
  if (!number) return worst.ulps;
  return worst.ulps + (worst.ulps == "+1" || worst.ulps == "-1" ? " code" : " codes");
}

std::string histogram_text(const Row& row) {
  std::string text;
  for (const HistogramBin& bin : row.ulp_histogram)
    text += (text.empty() ? "" : " · ") + bin.bin + ": " + grouped(bin.count);
  return text;
}

void row_details(Html& html, const Row& row) {
  html.raw("<dl>");
  detail(html, "message", row.message);
  if (row.reason)
    term(html, "reason").element("b", row.reason->category).raw(": ").text(row.reason->text).raw("</dd>");
  expectation(html, row);
  element(html, "worst judged", row.worst);
  element(html, "smallest case", row.shrunk);
  detail(html, "codes off", histogram_text(row));
  detail(html, "bound", row.bound);
  detail(html, "claims", joined(row.claims));
  detail(html, "ran", joined(row.ran));
  detail(html, "inputs", inputs(row));
  detail(html, "output", row.fingerprint);
  if (!row.replay.empty())
    term(html, "replay").element("code", row.replay).raw(" in the report's folder</dd>");
  html.raw("</dl>");
}

}  // namespace ulpgate::report
