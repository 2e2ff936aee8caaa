#include "reports/page/junit.h"

#include <gtest/gtest.h>

#include "reports/tests/hostile.h"
#include "reports/tests/markup.h"

namespace ulpgate::report {
namespace {

std::size_t count(const std::vector<Tag>& tags, const std::string& name) {
  std::size_t n = 0;
  for (const Tag& tag : tags) n += tag.name == name ? 1 : 0;
  return n;
}

TEST(Junit, HasATestCaseForEachRow) {
  const Report report = sample::report();
  const std::vector<Tag> tags = parse_markup(render_junit(report));
  EXPECT_EQ(tags.at(0).name, "testsuites");
  EXPECT_EQ(tags.at(0).attributes.at("tests"), std::to_string(report.rows.size()));
  EXPECT_EQ(count(tags, "testsuite"), 6U);
  EXPECT_EQ(count(tags, "testcase"), report.rows.size());
  EXPECT_EQ(count(tags, "failure"), 6U);
  EXPECT_EQ(count(tags, "error"), 6U);
  EXPECT_EQ(count(tags, "skipped"), 6U);
  EXPECT_EQ(count(tags, "system-out"), 3U);
  EXPECT_EQ(tags.at(0).attributes.at("failures"), "6");
  EXPECT_EQ(tags.at(0).attributes.at("errors"), "6");
  EXPECT_EQ(tags.at(0).attributes.at("skipped"), "6");
}

TEST(Junit, SaysWhy) {
  const std::string text = render_junit(sample::report());
  EXPECT_NE(text.find("<skipped message=\"no CUDA device: This machine has no CUDA device.\"/>"),
            std::string::npos);
  EXPECT_NE(text.find("<skipped message=\"waived EXP-1: the vendor documents truncation\"/>"),
            std::string::npos);
  EXPECT_NE(text.find("<failure message=\"fail: 12 of 65536 elements lie beyond the bound\" type=\"fail\">"),
            std::string::npos);
  EXPECT_NE(text.find("time=\"0.250\""), std::string::npos);
}

TEST(Junit, ProblemsAreErrors) {
  Report report = sample::report();
  report.footer.problems = {"the worker for gemm wrote no file"};
  finish(report);
  EXPECT_EQ(parse_markup(render_junit(report)).at(0).attributes.at("errors"), "7");
}

TEST(Junit, IsWellFormedForHostileText) {
  for (const std::string& text : hostile_texts) {
    EXPECT_NO_THROW(parse_markup(render_junit(hostile_report(text)))) << text;
  }
}

}  // namespace
}  // namespace ulpgate::report
