#include <map>

#include "reports/page/numbers.h"
#include "reports/page/sections.h"
#include "reports/page/verdict_look.h"
#include "reports/record/summary.h"

namespace ulpgate::report {
namespace {

std::string scalar(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// "key value · key value", nested keys joined by dots.
void flatten(std::string& out, const Json& json, const std::string& prefix) {
  for (const auto& item : json.items()) {
    const std::string key = prefix.empty() ? item.key() : prefix + "." + item.key();
    if (item.value().is_object()) {
      flatten(out, item.value(), key);
      continue;
    }
    if (!out.empty()) out += " · ";
    out += key + " " + scalar(item.value());
  }
}

void line(Html& html, std::string_view name, const std::string& value) {
  if (value.empty()) return;
  html.raw("<tr><th scope=\"row\">").text(name).raw("</th><td>").text(value).raw("</td></tr>\n");
}

std::string part(const Json& environment, const char* key) {
  if (!environment.is_object() || !environment.contains(key)) return {};
  const Json& value = environment[key];
  if (value.is_null()) return "none";
  if (!value.is_object()) return scalar(value);
  std::string text;
  flatten(text, value, "");
  return text;
}

std::string rest(const Json& environment) {
  std::string text;
  if (!environment.is_object()) return text;
  Json others = environment;
  for (const char* key : {"device", "cuda", "libraries", "host", "build", "variables"}) others.erase(key);
  flatten(text, others, "");
  return text;
}

void on_what(Html& html, const Report& report) {
  html.raw("<table class=\"t\"><caption>On what</caption>\n<tbody>");
  const Json& environment = report.environment;
  const bool device_known = environment.is_object() && environment.contains("device");
  const std::string device = device_known ? part(environment, "device") : "none";
  line(html, "GPU", device == "none" ? "none: no GPU was judged" : device);
  line(html, "CUDA", part(environment, "cuda"));
  line(html, "Libraries", part(environment, "libraries"));
  line(html, "Host", part(environment, "host"));
  line(html, "Build", part(environment, "build"));
  line(html, "Variables", part(environment, "variables"));
  line(html, "Other", rest(environment));
  const Suite& suite = report.suite;
  line(html, "Suite",
       suite.name + " " + suite.version + ", commit " + suite.commit + (suite.clean ? "" : ", not clean"));
  line(html, "Tier, seed", report.tier + ", " + seed_text(report.seed));
  if (report.shard) line(html, "Part", name(*report.shard) + " of the run; ulpgate merge joins them");
  if (!report.started.empty())
    line(html, "Started", report.started + ", took " + short_number(report.seconds) + " s");
  html.raw("</tbody></table>\n");
}

void reasons(Html& html, const Report& report) {
  std::map<std::pair<std::string, std::string>, std::uint64_t> counts;
  for (const Row& row : report.rows) {
    if (row.verdict == Verdict::not_run && row.reason) ++counts[{row.reason->category, row.reason->text}];
  }
  constexpr std::size_t shown = 12;
  html.raw("<ul>");
  std::size_t n = 0;
  for (const auto& [reason, count] : counts) {
    if (n++ == shown) break;
    html.raw("<li>")
        .raw(grouped(count))
        .raw(" <b>")
        .text(reason.first)
        .raw("</b>: ")
        .text(reason.second)
        .raw("</li>");
  }
  if (counts.size() > shown)
    html.raw("<li>and " + std::to_string(counts.size() - shown) + " more reasons, with their rows</li>");
  html.raw("</ul>");
}

void verdicts(Html& html, const Report& report) {
  html.raw("<table class=\"t\"><caption>Verdicts of ").raw(grouped(report.rows.size())).raw(" rows, ");
  html.raw(grouped(report.footer.judged))
      .raw(" elements judged</caption>\n<thead><tr><th scope=\"col\">Verdict</th>");
  html.raw("<th scope=\"col\" class=\"c\">Rows</th><th scope=\"col\">Meaning</th></tr></thead>\n<tbody>");
  for (const Verdict verdict : all_verdicts) {
    const std::uint64_t count = report.footer.counts[verdict];
    html.raw("<tr><th scope=\"row\" class=\"")
        .raw(count > 0 ? style_class(verdict) : "")
        .raw("\">")
        .raw(sign(verdict));
    html.raw(" ")
        .raw(name(verdict))
        .raw("</th><td class=\"c\">")
        .raw(grouped(count))
        .raw("</td><td>")
        .raw(meaning(verdict));
    if (verdict == Verdict::not_run && count > 0) reasons(html, report);
    html.raw("</td></tr>\n");
  }
  html.raw("</tbody></table>\n");
}

void list(Html& html, std::string_view title, const std::vector<std::string>& items) {
  if (items.empty()) return;
  constexpr std::size_t shown = 20;
  html.raw("<h3>").raw(title).raw(" (").raw(grouped(items.size())).raw(")</h3>\n<ul>");
  for (std::size_t i = 0; i < items.size() && i < shown; ++i) html.element("li", items[i]);
  if (items.size() > shown)
    html.raw("<li>and " + grouped(items.size() - shown) + " more, in report.json</li>");
  html.raw("</ul>\n");
}

/// A pass is no more than what was judged.
std::string what_passed(const Report& report) {
  std::string text = "No row fails";
  for (const Verdict verdict : {Verdict::deviation, Verdict::waived, Verdict::not_run}) {
    const std::uint64_t count = report.footer.counts[verdict];
    if (count == 0) continue;
    text += "; " + grouped(count) + " " + std::string(name(verdict));
    if (verdict == Verdict::not_run) text += " (" + not_run_categories(report) + ")";
  }
  return text + ".";
}

}  // namespace

void verdict_section(Html& html, const View& view) {
  const Report& report = view.report;
  const bool conforms = exit_status(report) == 0;
  html.raw("<section id=\"verdict\"><p class=\"k\">ulpgate numerical conformance report</p>\n<h1 class=\"");
  html.raw(conforms ? "p\">✓ PASS<small>" : "f\">✗ FAIL<small>");
  html.text(conforms ? what_passed(report) : why_not(report));
  html.raw("</small></h1>\n");
  if (!report.footer.complete) {
    html.raw("<p class=\"f\"><b>This run is not complete.</b> What is missing counts as a failure.</p>\n");
  }
  html.raw("<div class=\"two\"><div>\n");
  verdicts(html, report);
  html.raw("</div><div>\n");
  on_what(html, report);
  html.raw("</div></div>\n");
  list(html, "Problems of the run", report.footer.problems);
  list(html, "Planned and never judged", report.footer.missing);
  list(html, "Stale expectations: they no longer occur, or match no row, and should go",
       report.footer.stale_expectations);
  html.raw("</section>\n");
}

}  // namespace ulpgate::report
