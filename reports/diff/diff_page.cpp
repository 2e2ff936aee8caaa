#include "reports/diff/diff_page.h"

#include <algorithm>

#include "reports/diff/gate.h"
#include "reports/diff/terminal.h"
#include "reports/page/html.h"
#include "reports/page/numbers.h"
#include "reports/page/page_head.h"

namespace ulpgate::report {
namespace {

void row(Html& html, std::string_view name, const std::string& before, const std::string& after) {
  html.raw("<tr><th scope=\"row\">").text(name).raw("</th><td>").text(before).raw("</td><td>").text(after);
  html.raw("</td></tr>\n");
}

void counts(Html& html, const Comparison& comparison) {
  html.raw(
          "<table class=\"t\"><caption>What became of each row</caption>\n<thead><tr><th "
          "scope=\"col\">Change</th>")
      .raw("<th scope=\"col\" class=\"c\">Rows</th><th scope=\"col\">Meaning</th></tr></thead>\n<tbody>");
  for (const Change change : all_changes) {
    const std::uint64_t count = comparison.count(change);
    html.raw("<tr><th scope=\"row\" class=\"")
        .raw(count > 0 ? style_class(change) : "")
        .raw("\">")
        .raw(sign(change));
    html.raw(" ").raw(name(change)).raw("</th><td class=\"c\">").raw(grouped(count)).raw("</td><td>");
    html.raw(meaning(change)).raw("</td></tr>\n");
  }
  html.raw("</tbody></table>\n");
}

void environment(Html& html, const Comparison& comparison) {
  html.raw(
          "<table class=\"t\"><caption>What differs of the environment, first what is likeliest to move "
          "results")
      .raw(
          "</caption>\n<thead><tr><th scope=\"col\">What</th><th scope=\"col\">Old</th><th "
          "scope=\"col\">New</th>")
      .raw("</tr></thead>\n<tbody>");
  row(html, "report", comparison.old_side().name, comparison.new_side().name);
  for (const Difference& difference : comparison.environment())
    row(html, difference.path, difference.old_value, difference.new_value);
  if (comparison.environment().empty()) row(html, "environment", "the same", "the same");
  html.raw("</tbody></table>\n");
}

std::string statistic_text(const Statistic& statistic) {
  return std::string(statistic.what) + (statistic.moved ? " moved: " : " agrees: ") +
         short_number(statistic.old_value) + " → " + short_number(statistic.new_value) +
         ", by chance at most " + short_number(statistic.chance);
}

void pair_row(Html& html, const Comparison& comparison, const Pair& pair) {
  html.raw("<tr><td class=\"y ").raw(style_class(pair.change)).raw("\">").raw(sign(pair.change)).raw(" ");
  html.raw(name(pair.change)).raw("</td><th scope=\"row\">").text(pair.entry().id).raw("</th><td>");
  html.text(verdicts_text(pair)).raw("</td><td>").text(what_moved(pair));
  for (const Statistic& statistic : pair.statistics) html.raw("<br>").text(statistic_text(statistic));
  for (const Difference& reason : pair.reasons) html.raw("<br>").text(text_of(reason));
  if (!pair.entry().note.empty()) html.raw("<br>").text(pair.entry().note);
  const bool fails = pair.new_entry != nullptr && fails_a_run(pair.new_entry->verdict);
  if (fails && !pair.new_entry->replay.empty())
    html.raw("<br>").element("code", comparison.new_side().replay(*pair.new_entry));
  html.raw("</td></tr>\n");
}

void group_table(Html& html, const Comparison& comparison, const Group& group, std::size_t shown) {
  html.raw("<section class=\"g\"><h3>").text(group.operation + " " + group.implementation).raw(": ");
  html.raw(grouped(group.pairs.size()))
      .raw(group.pairs.size() == 1 ? " row" : " rows")
      .raw("</h3>\n<p class=\"k\">");
  html.text(group.environment ? "Environment: " + text_of(*group.environment) : "Environment: the same");
  if (group.reason) html.raw(". ").text("First reason: " + text_of(*group.reason));
  html.raw(".</p>\n<div class=\"s\" role=\"region\" tabindex=\"0\" aria-label=\"");
  html.text(std::string(name(group.change)) + ": " + group.operation + " " + group.implementation);
  html.raw("\"><table class=\"d2\"><caption>").raw(name(group.change));
  html.raw("</caption>\n<thead><tr><th scope=\"col\">Change</th><th scope=\"col\">Row</th>")
      .raw("<th scope=\"col\">Verdict</th><th scope=\"col\">What moved, and why</th></tr></thead>\n<tbody>");
  for (std::size_t i = 0; i < shown; ++i) pair_row(html, comparison, group.pairs[i]);
  html.raw("</tbody></table></div></section>\n");
}

void changes(Html& html, const Comparison& comparison) {
  for (const Change change : all_changes) {
    if (change == Change::same || comparison.count(change) == 0) continue;
    html.raw("<section class=\"ch\" id=\"").raw(name(change)).raw("\" data-change=\"").raw(name(change));
    html.raw("\"><h2>")
        .raw(sign(change))
        .raw(" ")
        .raw(name(change))
        .raw(": ")
        .raw(grouped(comparison.count(change)));
    html.raw("</h2>\n<p>").raw(meaning(change)).raw(".</p>\n");
    std::size_t left = rows_on_a_diff_page;
    for (const Group& group : comparison.groups()) {
      if (group.change != change || left == 0) continue;
      const std::size_t shown = std::min(left, group.pairs.size());
      group_table(html, comparison, group, shown);
      left -= shown;
    }
    if (comparison.count(change) > rows_on_a_diff_page) {
      html.raw("<p><b>").raw(grouped(comparison.count(change) - rows_on_a_diff_page));
      html.raw(" more rows are not on this page; ulpgate diff --json lists them.</b></p>\n");
    }
    html.raw("</section>\n");
  }
}

}  // namespace

std::string render_diff_page(const Comparison& comparison) {
  Html html;
  open_page(html, "ulpgate diff: " + counts_text(comparison), counts_text(comparison));
  const Gate result = gate(comparison, false);
  html.raw(
      "<section id=\"verdict\"><p class=\"k\">ulpgate: what changed between two reports</p>\n<h1 class=\"");
  html.raw(result.status == 0   ? "p\">✓ NOTHING FAILS ANEW<small>"
           : result.status == 1 ? "f\">✗ CHANGED FOR THE WORSE<small>"
                                : "w\">? NOT COMPARABLE<small>");
  html.text(result.reason).raw("</small></h1>\n<div class=\"two\"><div>\n");
  counts(html, comparison);
  html.raw("</div><div>\n");
  environment(html, comparison);
  html.raw("</div></div>\n</section>\n<div id=\"filter\"></div>\n");
  changes(html, comparison);
  html.raw(
          "<section id=\"test\"><h2>How statistics are compared</h2>\n<p>On the same inputs every difference "
          "is one. ")
      .raw(
          "On other inputs, mean and mean square of the errors are held to Bernstein's inequality and the "
          "histograms to ")
      .raw(
          "that of Dvoretzky, Kiefer and Wolfowitz: <b>moved</b> means that such a distance between two "
          "samples of one ")
      .raw(
          "distribution has a chance below 1 % in the whole comparison, if elements are independent. "
          "Elements of one ")
      .raw(
          "matrix are not quite, so this is a hint, and no verdict follows from "
          "it.</p></section>\n</main>\n<script>\n")
      .raw(diff_script())
      .raw("</script>\n</body>\n</html>\n");
  return std::move(html).take();
}

}  // namespace ulpgate::report
