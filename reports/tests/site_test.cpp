#include "reports/site/site.h"

#include <gtest/gtest.h>
#include <set>

#include "reports/diff/comparison.h"
#include "reports/diff/diff_page.h"
#include "reports/record/error.h"
#include "reports/record/json_text.h"
#include "reports/record/reader.h"
#include "reports/site/badge.h"
#include "reports/site/check.h"
#include "reports/site/compare_page.h"
#include "reports/site/side_store.h"
#include "reports/site/site_script.h"
#include "reports/tests/hostile.h"
#include "reports/tests/markup.h"
#include "reports/tests/pairs.h"
#include "reports/tests/scratch.h"

namespace ulpgate::report {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_of(const fs::path& folder, const std::string& extension) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == extension) files.push_back(entry.path());
  }
  return files;
}

/// Tags of a page of the site itself; those of reports have tests of their own.
std::vector<Tag> tags_of(const fs::path& file) {
  std::string page = read_file(file);
  for (const std::string_view code : {site_script(), compare_script(), diff_script()}) {
    if (const std::size_t script = page.find(code); script != std::string::npos)
      page.erase(script, code.size());
  }
  return parse_markup(page);
}

bool of_a_report(const fs::path& file) { return file.string().find("/report/") != std::string::npos; }

struct SiteTest : testing::Test {
  fs::path add(const std::string& name, const Report& report) {
    write_report(report, scratch.path() / name / "report.json");
    return scratch.path() / name;
  }
  Scratch scratch;
};

TEST_F(SiteTest, ReportsWithOneHeadingAreToldApart) {
  Report second = pairs::fixed(), later = pairs::before();
  second.environment["device"]["index"] = "1";
  later.started = "2026-02-02T03:04:05Z";
  const fs::path folder = scratch.path() / "site";
  const SiteResult site =
      write_site({add("one", pairs::before()), add("two", second), add("later", later)}, folder, 1);
  ASSERT_EQ(site.columns.size(), 3U);
  for (const Column& column : site.columns)
    EXPECT_EQ(column.apart, column.slug == "two" ? "device 1, two" : column.slug == "one" ? "one" : "");
  for (const char* page : {"index.html", "operation/convert.html"})
    EXPECT_NE(read_file(folder / page).find("device 1, two"), std::string::npos) << page;
}

TEST_F(SiteTest, PagesLinkToEachOtherAndHaveJsonBesideThem) {
  Report newer = pairs::driver_change_with_drift();
  newer.started = "2026-02-02T03:04:05Z";
  const fs::path folder = scratch.path() / "site";
  const SiteResult site =
      write_site({add("old", pairs::before()), add("new", newer), add("third", sample::report())}, folder, 2);
  EXPECT_TRUE(site.refused.empty());
  ASSERT_EQ(site.columns.size(), 3U);
  EXPECT_EQ(site.columns[0].slug, "new") << "newest first";
  for (const char* file :
       {"index.html", "index.json", "operation/convert.html", "operation/convert.json",
        "requirement/CONVERT-ROUND-1.html", "requirement/CONVERT-ROUND-1.json", "requirement/index.html",
        "report/old/index.html", "report/old/report.json", "report/old/badge.svg", "report/old/rows.js",
        "diff.html", "diff/old/new.html", "diff/old/new.json"}) {
    EXPECT_TRUE(fs::exists(folder / file)) << file;
  }
  EXPECT_EQ(read_file(folder / "report/old/report.json"), read_file(scratch.path() / "old/report.json"));
  for (const fs::path& page : files_of(folder, ".html")) {
    if (of_a_report(page)) continue;
    for (const char* attribute : {"href", "src"}) {
      for (const std::string& link : attribute_values(tags_of(page), attribute)) {
        const std::string file = link.substr(0, link.find('#'));
        EXPECT_TRUE(file.empty() || fs::exists(page.parent_path() / file)) << page << " " << link;
      }
    }
  }
  for (const fs::path& json : files_of(folder, ".json")) EXPECT_NO_THROW(parse_json(read_file(json))) << json;
  for (const fs::path& svg : files_of(folder, ".svg")) EXPECT_NO_THROW(parse_markup(read_file(svg))) << svg;
}

TEST_F(SiteTest, NeighboursInHistoryAreComparedRowByRow) {
  Report second = pairs::new_fail(), third = pairs::lost_test(), other = sample::report();
  second.started = "2026-02-02T03:04:05Z";
  third.started = "2026-03-02T03:04:05Z";
  other.environment["device"]["device"] = "Another GPU";
  const fs::path folder = scratch.path() / "site";
  write_site({add("a", pairs::before()), add("b", second), add("c", third), add("other", other)}, folder, 3);
  for (const auto& [older, newer] : {std::pair("a", "b"), std::pair("b", "c")}) {
    const Comparison comparison(read_side(scratch.path() / older), read_side(scratch.path() / newer));
    const fs::path page = folder / "diff" / older / newer;
    const Json counts = parse_json(read_file(page.string() + ".json"))["counts"];
    for (const Change change : all_changes)
      EXPECT_EQ(counts[std::string(name(change))], comparison.count(change)) << older << " " << name(change);
    EXPECT_NE(read_file(page.string() + ".html").find(counts_text(comparison)), std::string::npos);
  }
  EXPECT_FALSE(fs::exists(folder / "diff/a/c.html")) << "those are made in the browser";
  EXPECT_EQ(files_of(folder / "diff", ".html").size(), 2U);
}

/// What the page of any two loads: one call with one object, a row for each of the report.
TEST_F(SiteTest, RowsOfAReportStandInAScript) {
  const Report report = sample::report();
  const fs::path folder = scratch.path() / "site";
  write_site({add("one", report)}, folder, 1);
  const std::string text = read_file(folder / "report/one/rows.js"), call = "ulpgateRows(", end = ");\n";
  ASSERT_TRUE(text.starts_with(call) && text.ends_with(end));
  const Json rows = parse_json(text.substr(call.size(), text.size() - call.size() - end.size()));
  EXPECT_EQ(rows["slug"], "one");
  ASSERT_EQ(rows["rows"].size(), report.rows.size());
  for (std::size_t i = 0; i < report.rows.size(); ++i) {
    const Json& row = rows["rows"][i];
    const auto string = [&](std::size_t at) {
      return rows["strings"][row[at].get<std::size_t>()].get<std::string>();
    };
    EXPECT_EQ(string(0) + "/" + string(1), report.rows[i].id);
    EXPECT_EQ(row[2], static_cast<int>(report.rows[i].verdict));
    EXPECT_EQ(row[3], report.rows[i].judged);
    const auto& ulps = report.rows[i].rms_ulp_error;
    EXPECT_TRUE(ulps ? row[8] == *ulps : row[8].is_null());
  }
}

TEST_F(SiteTest, SidesPutAsideComeBackAsTheyWere) {
  Report report = sample::report();
  report.footer.stale_expectations = {"EXP-1"};
  const Side side = side_of(report, "name");
  PutAside aside(side_without_entries(report, "name"), report.rows.size());
  for (const Row& row : report.rows) aside.add(entry_of(row));
  const Side back = take_up(std::move(aside).take());
  EXPECT_EQ(back.name, side.name);
  EXPECT_EQ(back.facts, side.facts);
  EXPECT_EQ(back.problems, side.problems);
  EXPECT_EQ(back.stale, side.stale);
  EXPECT_EQ(back.entries, side.entries);
  write_site({add("one", report)}, scratch.path() / "site", 1);
  EXPECT_FALSE(fs::exists(scratch.path() / "site/report/one/.side"));
}

TEST_F(SiteTest, CellsLeadToTheirEvidence) {
  const fs::path folder = scratch.path() / "site";
  write_site({add("one", pairs::before())}, folder, 1);
  const std::string report = read_file(folder / "report/one/index.html");
  std::size_t cells = 0;
  for (const std::string& link : attribute_values(tags_of(folder / "operation/convert.html"), "href")) {
    if (link.find("#e.") == std::string::npos) continue;
    ++cells;
    EXPECT_NE(report.find("id=\"" + link.substr(link.find('#') + 1) + "\""), std::string::npos) << link;
  }
  EXPECT_GE(cells, 1U);
}

TEST_F(SiteTest, WhatWasNeverRunIsUnknown) {
  const fs::path folder = scratch.path() / "site";
  write_site({add("one", pairs::before()), add("two", sample::report())}, folder, 1);
  EXPECT_NE(read_file(folder / "index.html").find("? unknown"), std::string::npos);
}

TEST_F(SiteTest, RefusesBadReportsAndSaysWhy) {
  Report dirty = pairs::before(), unknown = pairs::before(), cut = pairs::before(), empty = pairs::before(),
         mixed = pairs::before(), judged_nothing = pairs::before();
  dirty.suite.clean = false;
  unknown.suite.commit = "unknown";
  cut.footer.problems = {"records/a.jsonl: the file is truncated"};
  empty.rows.clear();
  pairs::row(mixed, "a").ran["device"] = "sm_90";
  pairs::row(mixed, "b").ran["device"] = "sm_80";
  for (Row& row : judged_nothing.rows) row = unjudged_row(row, Verdict::not_run, Reason{"time", "no time"});
  for (Report* report : {&cut, &empty, &mixed, &judged_nothing}) finish(*report);
  const std::vector<std::pair<Report, std::string>> bad{
      {dirty, "changes that no commit holds"},
      {unknown, "commit is not known"},
      {cut, "the run is not complete"},
      {empty, "there are no rows"},
      {mixed, "b/CONVERT-ROUND-1 ran on sm_80, and the environment names sm_90"},
      {judged_nothing, "nothing was judged"}};
  EXPECT_TRUE(why_not_published(pairs::before()).empty());
  std::vector<fs::path> paths{add("good", pairs::before())};
  for (std::size_t i = 0; i < bad.size(); ++i) {
    const auto& [report, sentence] = bad[i];
    const std::vector<std::string> why = why_not_published(report);
    ASSERT_EQ(why.size(), 1U) << sentence;
    EXPECT_NE(why[0].find(sentence), std::string::npos) << why[0];
    paths.push_back(add("bad" + std::to_string(i), report));
  }
  write_file("{\"schema_version\": 99}", scratch.path() / "odd.json");
  paths.push_back(scratch.path() / "odd.json");
  paths.push_back(scratch.path() / "nothing");
  const SiteResult site = write_site(paths, scratch.path() / "site", 2);
  EXPECT_EQ(site.columns.size(), 1U);
  EXPECT_EQ(site.refused.size(), bad.size() + 2);
  EXPECT_NE(read_file(scratch.path() / "site/index.html").find("schema_version is 99"), std::string::npos);
}

TEST_F(SiteTest, TouchesNothingThatIsNotItsOwn) {
  const fs::path good = add("good", pairs::before()), folder = scratch.path() / "mine";
  write_file("precious", folder / "file");
  EXPECT_THROW(write_site({good}, folder, 1), InputError);
  EXPECT_EQ(read_file(folder / "file"), "precious");
  const fs::path site = scratch.path() / "site";
  write_site({good}, site, 1);
  EXPECT_THROW(write_site({scratch.path() / "nothing"}, site, 1), InputError);
  EXPECT_TRUE(fs::exists(site / "report/good/index.html")) << "the old site stays where there is no new one";
  EXPECT_FALSE(fs::exists(scratch.path() / "site.new"));
}

TEST_F(SiteTest, HostileTextsStayTexts) {
  const std::set<std::string> allowed{"!DOCTYPE", "html",    "head",    "meta",   "title", "style", "body",
                                      "main",     "section", "p",       "h1",     "h2",    "small", "div",
                                      "table",    "nav",     "thead",   "tbody",  "tr",    "th",    "td",
                                      "b",        "br",      "caption", "script", "a",     "ul",    "li",
                                      "img",      "span",    "dl",      "dt",     "dd",    "code"};
  int n = 0;
  for (const std::string& text : hostile_texts) {
    Report report = hostile_report(text);
    report.suite.clean = true;
    report.footer.problems.clear();
    report.footer.missing.clear();
    report.environment["device"] = {{"device", text}, {"compute_capability", text}, {"kernel_driver", text}};
    report.environment["libraries"] = {{text, text}};
    finish(report);
    const fs::path folder = scratch.path() / ("site" + std::to_string(++n));
    const SiteResult site = write_site({add("r" + std::to_string(n), report)}, folder, 1);
    ASSERT_EQ(site.columns.size(), 1U) << (site.refused.empty() ? "" : site.refused.front());
    EXPECT_NO_THROW(parse_markup(badge(site.columns[0])));
    for (const fs::path& page : files_of(folder, ".html")) {
      if (of_a_report(page)) continue;
      for (const Tag& tag : tags_of(page)) EXPECT_TRUE(allowed.contains(tag.name)) << tag.name;
    }
  }
}

}  // namespace
}  // namespace ulpgate::report
