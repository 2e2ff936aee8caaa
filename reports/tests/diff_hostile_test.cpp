#include <gtest/gtest.h>
#include <set>

#include "reports/diff/baseline.h"
#include "reports/diff/diff_json.h"
#include "reports/diff/diff_page.h"
#include "reports/diff/gate.h"
#include "reports/diff/terminal.h"
#include "reports/record/json_text.h"
#include "reports/tests/hostile.h"
#include "reports/tests/markup.h"
#include "reports/tests/pairs.h"

namespace ulpgate::report {
namespace {

/// Hostile texts on both sides, with rows of every change between them.
std::vector<Comparison> comparisons(const std::string& text) {
  Report before = hostile_report(text), after = before;
  after.environment["device"]["kernel_driver"] = "575.2" + text;
  for (Row& row : after.rows) {
    if (row.verdict == Verdict::fail) row.verdict = Verdict::crashed;
    if (row.verdict == Verdict::deviation) row.fingerprint += "other";
    row.ran[text] += "other";
  }
  std::erase_if(after.rows, [](const Row& row) { return row.verdict == Verdict::timed_out; });
  finish(after);
  const Side a = side_of(before, text), b = side_of(after, text);
  std::vector<Comparison> all;
  all.emplace_back(a, b);
  all.emplace_back(b, a);
  return all;
}

/// No line of a terminal that a text of the files begins, and no control but the line break.
void expect_fit_for_a_terminal(const std::string& text) {
  for (const char c : text) {
    EXPECT_TRUE(c == '\n' || (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f)) << static_cast<int>(c);
  }
  EXPECT_EQ(text.find("\xc2\x9b"), std::string::npos) << "a control sequence introducer of one character";
  EXPECT_EQ(text.find("\xe2\x80\xae"), std::string::npos);
}

TEST(HostileDiff, TerminalIsNotMoved) {
  for (const std::string& text : hostile_texts) {
    for (const Comparison& comparison : comparisons(text + "\n::error::planted\r\xc2\x9b"
                                                           "2J##[error]planted")) {
      expect_fit_for_a_terminal(terminal_text(comparison, 20));
      const std::string lines = annotations(comparison, true);
      expect_fit_for_a_terminal(lines);
      EXPECT_EQ(lines.find("\n::error::"), std::string::npos);
      EXPECT_EQ(lines.find("##["), std::string::npos);
    }
  }
}

TEST(HostileDiff, PageAndXmlAreWellFormed) {
  const std::set<std::string> allowed{"!DOCTYPE", "html",    "head",    "meta",  "title", "style", "body",
                                      "main",     "section", "p",       "h1",    "h2",    "h3",    "small",
                                      "div",      "table",   "thead",   "tbody", "tr",    "th",    "td",
                                      "b",        "br",      "caption", "code",  "script"};
  const std::set<std::string> attributes{"lang",        "charset", "name",      "content",  "class",
                                         "id",          "scope",   "role",      "tabindex", "aria-label",
                                         "data-change", "html",    "http-equiv"};
  for (const std::string& text : hostile_texts) {
    for (const Comparison& comparison : comparisons(text)) {
      std::string page = render_diff_page(comparison);
      EXPECT_NO_THROW(parse_markup(gate_junit(comparison, true))) << text;
      const std::size_t script = page.find(diff_script());
      ASSERT_NE(script, std::string::npos);
      page.erase(script, diff_script().size());
      std::vector<Tag> tags;
      ASSERT_NO_THROW(tags = parse_markup(page)) << text;
      std::size_t scripts = 0;
      for (const Tag& tag : tags) {
        EXPECT_TRUE(allowed.contains(tag.name)) << tag.name;
        scripts += tag.name == "script" ? 1 : 0;
        for (const auto& [name, value] : tag.attributes) EXPECT_TRUE(attributes.contains(name)) << name;
      }
      EXPECT_EQ(scripts, 1U);
      EXPECT_EQ(page.find('\x1b'), std::string::npos);
      EXPECT_EQ(page.find("\xe2\x80\xae"), std::string::npos);
    }
  }
}

TEST(HostileDiff, JsonAndBaselineReadBack) {
  for (const std::string& text : hostile_texts) {
    for (const Comparison& comparison : comparisons(text)) {
      EXPECT_NO_THROW(parse_json(compact(to_json(comparison))));
      const std::string baseline = baseline_text(comparison.old_side());
      EXPECT_EQ(baseline_text(parse_baseline(baseline, "name")), baseline) << text;
    }
  }
}

TEST(DiffPage, RefersToNothingOutsideAndIsTheSameTwice) {
  const Comparison comparison(side_of(pairs::before(), "old"), side_of(pairs::new_fail(), "new"));
  const std::string page = render_diff_page(comparison);
  EXPECT_EQ(page, render_diff_page(comparison));
  for (const char* text : {"src=", "url(", "@import", "<link", "<iframe", "<img", "http:", "https:"})
    EXPECT_EQ(page.find(text), std::string::npos) << text;
  EXPECT_NE(page.find("✗ CHANGED FOR THE WORSE"), std::string::npos);
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
}

}  // namespace
}  // namespace ulpgate::report
