#include "reports/page/page.h"

#include <gtest/gtest.h>
#include <set>

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

TEST(Page, IsWellFormedAndSaysWhatMatters) {
  const Report report = sample::report();
  const std::string page = render_page(report);
  EXPECT_NO_THROW(parse_markup(page));
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
  const std::vector<Tag> tags = parse_markup(render_page(sample::report(3, 7, 3)));
  std::set<std::string> anchors;
  for (const std::string& id : attribute_values(tags, "id")) EXPECT_TRUE(anchors.insert(id).second) << id;
  std::size_t inner = 0;
  for (const std::string& link : attribute_values(tags, "href")) {
    if (!link.starts_with("#")) continue;
    ++inner;
    EXPECT_TRUE(anchors.contains(link.substr(1))) << link;
  }
  EXPECT_GT(inner, 100U);
  for (const std::string& id : attribute_values(tags, "aria-labelledby"))
    EXPECT_TRUE(anchors.contains(id)) << id;
}

TEST(Page, RefersToNothingOutsideButExpectationLinks) {
  const Report report = sample::report();
  const std::string page = render_page(report);
  const std::size_t waived = report.footer.counts[Verdict::waived];
  EXPECT_EQ(occurrences(page, "http"), 2 * waived);
  EXPECT_EQ(occurrences(page, "href=\"https://example.org/issue/1\">https://example.org/issue/1</a>"),
            waived);
  for (const char* text : {"src=", "url(", "@import", "<script", "<link", "<iframe", "<img"}) {
    EXPECT_EQ(occurrences(page, text), 0U) << text;
  }
}

TEST(Page, TablesHaveCaptionsAndScopes) {
  const std::vector<Tag> tags = parse_markup(render_page(sample::report()));
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
      "!DOCTYPE", "html", "head", "meta", "title", "style",   "body",    "main",    "section",
      "p",        "h1",   "h2",   "h3",   "small", "div",     "table",   "thead",   "tbody",
      "tr",       "th",   "td",   "ul",   "li",    "details", "summary", "caption", "b",
      "a",        "nav",  "br",   "span", "code",  "dl",      "dt",      "dd"};
  const std::set<std::string> attributes{
      "lang", "charset", "name", "content",  "class", "id",   "scope",      "href",
      "rel",  "colspan", "role", "tabindex", "open",  "html", "aria-label", "aria-labelledby"};
  for (const std::string& text : hostile_texts) {
    const std::string page = render_page(hostile_report(text));
    std::vector<Tag> tags;
    ASSERT_NO_THROW(tags = parse_markup(page)) << text;
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
  EXPECT_NE(render_page(report).find("✓ PASS<small>No row fails; 1 not run (no CUDA device)."), std::string::npos);
}

TEST(Page, EmptyReportRenders) {
  EXPECT_NO_THROW(parse_markup(render_page(Report{})));
  EXPECT_NE(render_page(Report{}).find("nothing was judged"), std::string::npos);
}

TEST(Page, ThousandsOfRowsStaySmall) {
  const Report report = sample::report(30, 10, 5);
  ASSERT_EQ(report.rows.size(), 3000U);
  EXPECT_LT(render_page(report).size(), 5U << 20);
}

}  // namespace
}  // namespace ulpgate::report
