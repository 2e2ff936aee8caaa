#include "reports/diff/gate.h"
#include "reports/diff/terminal.h"
#include "reports/page/xml.h"

namespace ulpgate::report {
namespace {

/// Such a case is skipped where it does not stop the gate.
bool is_known_failure(Change change) { return change == Change::still_fail || change == Change::fails_worse; }

struct Sums {
  std::uint64_t tests = 0, failures = 0, skipped = 0;
};

std::string attributes(const Sums& sums) {
  return " tests=\"" + std::to_string(sums.tests) + "\" failures=\"" + std::to_string(sums.failures) +
         "\" errors=\"0\" skipped=\"" + std::to_string(sums.skipped) + "\"";
}

std::string test_case(const std::string& suite, const Pair& pair, bool stops) {
  std::string out = "<testcase classname=\"" + xml(suite) + "\" name=\"" + xml(pair.entry().id) + "\">";
  std::string body = verdicts_text(pair);
  const std::string what = what_moved(pair);
  if (!what.empty()) body += "\n" + what;
  if (!pair.entry().note.empty()) body += "\n" + pair.entry().note;
  for (const Difference& reason : pair.reasons) body += "\n" + text_of(reason);
  const std::string kind(name(pair.change));
  if (stops) {
    out += "<failure message=\"" + xml(kind + ": " + verdicts_text(pair)) + "\" type=\"" + kind + "\">" +
           xml(body) + "</failure>";
  } else if (is_known_failure(pair.change)) {
    out += "<skipped message=\"" + xml(kind + ": " + verdicts_text(pair)) + "\"/>";
  } else {
    out += "<system-out>" + xml(kind + ": " + body) + "</system-out>";
  }
  return out + "</testcase>\n";
}

}  // namespace

std::string gate_junit(const Comparison& comparison, bool strict) {
  Sums all;
  std::string out;
  for (const Group& group : comparison.groups()) {
    const std::string suite = group.operation + "." + group.implementation;
    const bool stops = stops_a_gate(group.change, strict);
    Sums sums;
    sums.tests = group.pairs.size();
    if (stops) sums.failures = sums.tests;
    if (!stops && is_known_failure(group.change)) sums.skipped = sums.tests;
    all.tests += sums.tests;
    all.failures += sums.failures;
    all.skipped += sums.skipped;
    out += "<testsuite name=\"" + xml(std::string(name(group.change)) + " " + suite) + "\"" +
           attributes(sums) + ">\n";
    for (const Pair& pair : group.pairs) out += test_case(suite, pair, stops);
    out += "</testsuite>\n";
  }
  // What did not change is one case, and so is the gate itself: a file without tests fails some services.
  const Gate result = gate(comparison, strict);
  Sums sums;
  sums.tests = 1;
  sums.failures = result.status == 0 ? 0 : 1;
  all.tests += sums.tests;
  all.failures += sums.failures;
  out += "<testsuite name=\"gate\"" + attributes(sums) + ">\n<testcase classname=\"gate\" name=\"" +
         std::to_string(comparison.count(Change::same)) + " rows are the same\">";
  if (result.status != 0)
    out += "<failure message=\"" + xml(result.reason) + "\" type=\"status " + std::to_string(result.status) +
           "\"/>";
  out += "</testcase>\n</testsuite>\n";
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"ulpgate gate\"" + attributes(all) +
         ">\n" + out + "</testsuites>\n";
}

}  // namespace ulpgate::report
