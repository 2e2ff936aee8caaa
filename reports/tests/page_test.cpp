#include "reports/page/page.h"

#include <gtest/gtest.h>
#include <set>

#include "reports/page/chart_library.h"
#include "reports/page/chart_script.h"
#include "reports/page/page_script.h"
#include "reports/record/json_text.h"
#include "reports/record/merge.h"
#include "reports/tests/hostile.h"
#include "reports/tests/markup.h"
#include "reports/tests/sample.h"

namespace ulpgate::report {
namespace {

std::size_t occurrences(const std::string& text, const std::string& what) {
  std::size_t count = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++count;
  return count;
}

/// The page without its scripts, which are no markup.
std::string markup_of(std::string page) {
  for (const std::string_view script : {page_script(), chart_script(), chart_library()}) {
    const std::size_t at = page.find(script);
    EXPECT_TRUE(script == page_script() ? at != std::string::npos : true);
    if (at != std::string::npos) page.erase(at, script.size());
  }
  return page;
}

std::vector<Tag> tags_of(const std::string& page) { return parse_markup(markup_of(page)); }

TEST(Page, IsWellFormedAndSaysWhatMatters) {
  const Report report = sample::report();
  const std::string page = render_page(report);
  EXPECT_NO_THROW(tags_of(page));
  EXPECT_EQ(page, render_page(report));
  for (const char* text :
       {"✗ FAIL", "3 fail, 3 crashed, 3 timed out, 3 not claimed", "no CUDA device", "Example GPU", "570.1",
        "cublas 12.8.3", "0123456789abcdef", "standard, 18446744073709551615", "2,359,296 elements", "2.5 U",
        "0x38800fff", "6.1050115618854761e-05", "ulpgate replay --seed 9871", "IEEE 754-2019, 4.3.1",
        "the vendor documents truncation", "xxh3-64:00112233445566aa", "signal 11 (SIGSEGV)",
        "rounding: nearest even", "-1: 3 · 0: 65,530"}) {
    EXPECT_NE(page.find(text), std::string::npos) << text;
  }
}

TEST(Page, LinksLeadSomewhereAndAnchorsAreUnique) {
  const std::vector<Tag> tags = tags_of(render_page(sample::report(3, 7, 3)));
  std::set<std::string> anchors;
  for (const std::string& id : attribute_values(tags, "id")) EXPECT_TRUE(anchors.insert(id).second) << id;
  std::size_t inner = 0;
  for (const std::string& link : attribute_values(tags, "href")) {
    if (!link.starts_with("#")) continue;
    ++inner;
    EXPECT_TRUE(anchors.contains(link.substr(1))) << link;
  }
  EXPECT_GT(inner, 50U);
  for (const std::string& id : attribute_values(tags, "aria-labelledby"))
    EXPECT_TRUE(anchors.contains(id)) << id;
}

TEST(Page, RefersToNothingOutsideButExpectationLinks) {
  const Report report = sample::report();
  const std::string page = markup_of(render_page(report));
  const std::size_t waived = report.footer.counts[Verdict::waived];
  EXPECT_EQ(occurrences(page, "href=\"http"), waived);
  EXPECT_EQ(occurrences(page, "href=\"https://example.org/issue/1\">https://example.org/issue/1</a>"),
            waived);
  for (const char* text : {"src=", "url(", "@import", "<link", "<iframe", "<img"}) {
    EXPECT_EQ(occurrences(page, text), 0U) << text;
  }
  EXPECT_EQ(occurrences(page, "<script"), chart_library().empty() ? 2U : 5U)
      << "the rows and what shows them; the plots' numbers, library and what calls it";
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
}

TEST(Page, HoldsEveryRowOnceForTheScript) {
  const Report report = sample::report(3, 7, 3);
  const std::string page = render_page(report);
  const std::string head = "<script type=\"application/json\" id=\"data\">";
  const std::size_t begin = page.find(head) + head.size();
  const Json data = parse_json(page.substr(begin, page.find("</script>", begin) - begin));
  const auto text = [&data](const Json& index) {
    return data["strings"].at(index.get<std::size_t>()).get<std::string>();
  };
  std::set<std::string> ids;
  for (const Json& cell : data["cells"]) {
    for (const Json& row : cell[5]) {
      EXPECT_TRUE(ids.insert(text(cell[1]) + "/" + text(cell[2]) + "/" + text(cell[4]) + "/" + text(row[0]) +
                             "/" + text(row[1]))
                      .second);
    }
  }
  EXPECT_EQ(ids.size(), report.rows.size());
  for (const Row& row : report.rows) EXPECT_TRUE(ids.contains(row.id)) << row.id;
}

TEST(Page, PlotsHaveTheirNumbersBesideThem) {
  Report report = sample::report();
  const std::string of_distances = markup_of(render_page(report));
  for (const char* text :
       {"Signed code distance: convert", "<th scope=\"row\">-1</th>", "<th scope=\"row\">+[2,4)</th>"})
    EXPECT_NE(of_distances.find(text), std::string::npos) << text;
  EXPECT_EQ(of_distances.find("Range and precision"), std::string::npos) << "no format is named";

  report.formats["fp16"] = {16, 11, 0x1p-24, 0x1p-14, 65504};
  std::vector<Row*> passing;
  for (Row& row : report.rows) {
    row.curves.clear();
    if (row.verdict == Verdict::pass && row.operation == "convert") passing.push_back(&row);
  }
  passing.at(0)->curves = {{"error over bound by K", {{16, 0.25}, {64, 0.5}}}};
  passing.at(1)->curves = {{"error over bound by K", {{16, 0.75}, {256, 0.125}}}};
  passing.at(2)->curves = {{"scale by command", {{0, 65536}, {3, 32768}, {9, 65536}}}};
  passing.at(3)->curves = {{"scale by command", {{0, 1}, {1, 2}, {2, 7}, {4, 8}}}};
  passing.at(0)->implementation = passing.at(1)->implementation;
  passing.at(2)->implementation = passing.at(3)->implementation;
  const std::string page = markup_of(render_page(report));
  for (const char* text :
       {"Error over bound by K: convert", "<th scope=\"row\">16</th><td class=\"c\">0.75</td>",
        "<th scope=\"row\">64</th><td class=\"c\">0.5</td>",
        "<th scope=\"row\">256</th><td class=\"c\">0.125</td>", "Trajectory of the scale: convert",
        "<th scope=\"row\">9</th><td class=\"c\">6.554e+04</td>", "Range and precision of formats",
        "fp16, p = 11</th><td class=\"c\">5.96e-08</td>"}) {
    EXPECT_NE(page.find(text), std::string::npos) << text;
  }
  EXPECT_EQ(page.find("<th scope=\"row\">2</th><td class=\"c\">7</td>"), std::string::npos)
      << "the trajectory that turns less";
}

TEST(Page, TablesHaveCaptionsAndScopes) {
  const std::vector<Tag> tags = tags_of(render_page(sample::report()));
  for (std::size_t i = 0; i < tags.size(); ++i) {
    if (tags[i].name == "table") {
      EXPECT_EQ(tags.at(i + 1).name, "caption");
    }
    if (tags[i].name == "th") {
      EXPECT_TRUE(tags[i].attributes.contains("scope"));
    }
  }
}

TEST(Page, EscapesHostileText) {
  const std::set<std::string> allowed{
      "!DOCTYPE", "html", "head", "meta",    "title",   "style",    "body",  "main",  "section", "p",
      "h1",       "h2",   "h3",   "small",   "div",     "table",    "thead", "tbody", "tr",      "th",
      "td",       "ul",   "li",   "details", "summary", "caption",  "b",     "a",     "nav",     "br",
      "span",     "code", "dl",   "dt",      "dd",      "noscript", "script"};
  const std::set<std::string> attributes{
      "lang",  "charset",  "type",  "http-equiv", "name",       "content",
      "class", "id",       "scope", "href",       "rel",        "colspan",
      "role",  "tabindex", "open",  "html",       "aria-label", "aria-labelledby"};
  for (const std::string& text : hostile_texts) {
    const std::string page = render_page(hostile_report(text));
    std::vector<Tag> tags;
    ASSERT_NO_THROW(tags = tags_of(page)) << text;
    for (const Tag& tag : tags) {
      EXPECT_TRUE(allowed.contains(tag.name)) << tag.name;
      for (const auto& [name, value] : tag.attributes) EXPECT_TRUE(attributes.contains(name)) << name;
    }
    for (const std::string& link : attribute_values(tags, "href")) EXPECT_TRUE(link.starts_with("#")) << link;
    EXPECT_EQ(page.find("\xe2\x80\xae"), std::string::npos);
    EXPECT_EQ(page.find('\x1b'), std::string::npos);
    EXPECT_EQ(page.find('\xff'), std::string::npos);
  }
}

TEST(Page, SaysThatARunIsNotComplete) {
  const std::vector<Row> rows{sample::passing(sample::identity("convert", "f16c", "fp16"))};
  std::string text = sample::record_text(sample::header(), rows);
  text.resize(text.rfind("{\"type\":\"row\""));
  const std::string page = render_page(merge({parse_records(text, "records/convert.f16c.jsonl")}));
  EXPECT_NE(page.find("✗ FAIL"), std::string::npos);
  EXPECT_NE(page.find("This run is not complete."), std::string::npos);
  EXPECT_NE(page.find("records/convert.f16c.jsonl: the file is truncated: it has no footer"),
            std::string::npos);
  EXPECT_NE(page.find("Planned and never judged (1)</h3>\n<ul><li>" + rows[0].id), std::string::npos);
}

TEST(Page, PassNamesWhatWasNotJudged) {
  const Report report = merge({parse_records(
      sample::record_text(sample::header(), {sample::passing(sample::identity("convert", "f16c", "fp16")),
                                             sample::not_run(sample::identity("convert", "f16c", "bf16"))}),
      "file")});
  EXPECT_NE(render_page(report).find("✓ PASS<small>No row fails; 1 not run (no CUDA device)."),
            std::string::npos);
}

TEST(Page, EmptyReportRenders) {
  EXPECT_NO_THROW(tags_of(render_page(Report{})));
  EXPECT_NE(render_page(Report{}).find("nothing was judged"), std::string::npos);
}

/// A hundred thousand rows as the suites leave them: sixteen requirements for each entry point; a worst case
/// and a command stand where something is wrong, and that is rare.
Report large_report() {
  Report report = sample::report(25, 25, 5);
  std::vector<Row> rows;
  for (std::size_t i = 0; i < report.rows.size(); ++i) {
    Row row = report.rows[i];
    if (i >= 100 && row.verdict != Verdict::not_run) row = sample::passing(row);
    if (row.verdict == Verdict::pass) {
      row.worst.reset();
      row.replay.clear();
      row.seed = seed_text(report.seed);
    }
    const std::string id = row.id.substr(0, row.id.rfind('/') + 1);
    for (int n = 1; n <= 16; ++n) {
      row.requirement = "CONVERT-ROUND-" + std::to_string(n);
      row.id = id + row.requirement;
      report.requirements[row.requirement] = report.requirements["CONVERT-ROUND-1"];
      rows.push_back(row);
    }
  }
  report.rows = std::move(rows);
  finish(report);
  return report;
}

TEST(Page, AHundredThousandRowsStaySmall) {
  const Report report = large_report();
  ASSERT_EQ(report.rows.size(), 100000U);
  EXPECT_LT(render_page(report).size(), 15U << 20U);
}

}  // namespace
}  // namespace ulpgate::report
