#include "reports/page/junit.h"

#include <array>
#include <cstdio>
#include <map>
#include <vector>

#include "reports/page/numbers.h"
#include "reports/page/row_details.h"
#include "reports/page/xml.h"

namespace ulpgate::report {
namespace {

std::string seconds(double value) {
  std::array<char, 340> text{};
  std::snprintf(text.data(), text.size(), "%.3f", value);
  return text.data();
}

std::string what(const Row& row) {
  if (row.verdict == Verdict::not_run) return row.reason->category + ": " + row.reason->text;
  std::string text(name(row.verdict));
  if (row.verdict == Verdict::waived)
    return text + " " + row.expectation->id + ": " + row.expectation->reason;
  if (!row.message.empty()) text += ": " + row.message;
  return text;
}

std::string element_text(std::string_view name, const Worst& worst) {
  return "\n" + std::string(name) + " [" + std::to_string(worst.index) + "] input " + worst.input.bits +
         " = " + worst.input.decimal + ", got " + worst.actual.bits + " = " + worst.actual.decimal +
         ", expected " + worst.expected.bits + " = " + worst.expected.decimal + ", " + distance_text(worst) +
         (worst.error_over_bound ? ", " + ratio(*worst.error_over_bound) + " of the bound" : "");
}

std::string body(const Row& row) {
  std::string text =
      row.requirement + ": " + std::to_string(row.failed) + " of " + std::to_string(row.judged) + " failed";
  if (row.worst) text += element_text("worst judged", *row.worst);
  if (row.shrunk) text += element_text("smallest case", *row.shrunk);
  if (!row.bound.empty()) text += "\nbound: " + row.bound;
  if (!row.replay.empty()) text += "\nreplay: " + row.replay;
  return text;
}

void element(std::string& out, std::string_view tag, const Row& row, bool with_body) {
  out += "<" + std::string(tag) + " message=\"" + xml(what(row)) + "\"";
  if (tag != "skipped") out += " type=\"" + std::string(name(row.verdict)) + "\"";
  out += with_body ? ">" + xml(body(row)) + "</" + std::string(tag) + ">" : "/>";
}

void test_case(std::string& out, const std::string& suite, const Row& row) {
  out += "<testcase classname=\"" + xml(suite) + "\" name=\"" + xml(row.id) + "\" time=\"" +
         seconds(row.seconds) + "\">";
  switch (row.verdict) {
    case Verdict::pass:
      break;
    case Verdict::deviation:
      out += "<system-out>" + xml(what(row) + "\n" + body(row)) + "</system-out>";
      break;
    case Verdict::fail:
    case Verdict::not_claimed:
      element(out, "failure", row, true);
      break;
    case Verdict::crashed:
    case Verdict::timed_out:
      element(out, "error", row, true);
      break;
    case Verdict::waived:
    case Verdict::not_run:
      element(out, "skipped", row, false);
      break;
  }
  out += "</testcase>\n";
}

struct Sums {
  std::uint64_t tests = 0, failures = 0, errors = 0, skipped = 0;
  double seconds = 0;
};

std::string attributes(const Sums& sums) {
  return " tests=\"" + std::to_string(sums.tests) + "\" failures=\"" + std::to_string(sums.failures) +
         "\" errors=\"" + std::to_string(sums.errors) + "\" skipped=\"" + std::to_string(sums.skipped) +
         "\" time=\"" + seconds(sums.seconds) + "\"";
}

void add(Sums& sums, const Row& row) {
  ++sums.tests;
  sums.seconds += row.seconds;
  if (row.verdict == Verdict::fail || row.verdict == Verdict::not_claimed) ++sums.failures;
  if (row.verdict == Verdict::crashed || row.verdict == Verdict::timed_out) ++sums.errors;
  if (row.verdict == Verdict::waived || row.verdict == Verdict::not_run) ++sums.skipped;
}

}  // namespace

std::string render_junit(const Report& report) {
  std::map<std::string, std::vector<const Row*>> suites;
  for (const Row& row : report.rows) suites[row.operation + "." + row.implementation].push_back(&row);
  Sums all;
  std::string out;
  for (const auto& [suite, rows] : suites) {
    Sums sums;
    for (const Row* row : rows) {
      add(sums, *row);
      add(all, *row);
    }
    out += "<testsuite name=\"" + xml(suite) + "\"" + attributes(sums) + ">\n";
    for (const Row* row : rows) test_case(out, suite, *row);
    out += "</testsuite>\n";
  }
  if (const auto& problems = report.footer.problems; !problems.empty()) {
    Sums sums;
    sums.tests = sums.errors = problems.size();
    all.tests += problems.size();
    all.errors += problems.size();
    out += "<testsuite name=\"run\"" + attributes(sums) + ">\n";
    for (std::size_t i = 0; i < problems.size(); ++i) {
      out += "<testcase classname=\"run\" name=\"problem " + std::to_string(i + 1) +
             "\" time=\"0.000\"><error message=\"" + xml(problems[i]) +
             "\" type=\"incomplete\"/></testcase>\n";
    }
    out += "</testsuite>\n";
  }
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"ulpgate\"" + attributes(all) +
         ">\n" + out + "</testsuites>\n";
}

}  // namespace ulpgate::report
