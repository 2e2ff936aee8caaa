#pragma once

#include <array>
#include <string>

#include "reports/tests/sample.h"

namespace ulpgate::report {

/// Texts that break pages which do not escape.
inline const std::array<std::string, 10> hostile_texts{"<script>alert(1)</script>",
                                                       "</script></style></title></table>",
                                                       "\" onmouseover=\"alert(1)",
                                                       "' onfocus='alert(1)",
                                                       "a&b &lt; &#60;",
                                                       "left\xe2\x80\xae"
                                                       "right",
                                                       std::string("nul\0bell\a esc\x1b[2J", 15),
                                                       "]]> <!-- --> <![CDATA[",
                                                       "not utf-8: \xff\xc0\xaf\xed\xa0\x80",
                                                       "\xef\xbf\xbe\xe2\x80\x8b\xc2\x85"};

/// A report in which `text` stands wherever a file can put text.
inline Report hostile_report(const std::string& text) {
  Report report = sample::report(1, 4, 2);
  report.suite = {text, text, text, false};
  report.tier = text;
  report.started = text;
  report.environment[text] = {{text, text}};
  report.environment["host"][text] = text;
  report.requirements[text] = {Level::sound, text, text, text};
  report.implementations[text] = {text, text, text};
  report.formats[text] = {8, 4, 0.5, 1, 2};
  report.footer.problems = {text};
  report.footer.missing = {text};
  for (Row& row : report.rows) {
    row.id += text;
    row.operation = row.implementation = row.variant = row.requirement = text;
    row.formats = {{text, text}};
    row.bound = row.fingerprint = row.recipe = row.seed = row.message = row.replay = text;
    row.claims = row.ran = {{text, text}};
    row.ulp_histogram = {{text, 1}};
    row.curves = {{text, {{1, 2}, {2, 3}}}};
    row.worst = Worst{1, {text, text}, {text, text}, {text, text}, text, 0.5, text};
    if (row.reason) row.reason = Reason{text, text};
    if (row.expectation) row.expectation = Expectation{text, text, "javascript:alert(1)//" + text, "stale"};
  }
  finish(report);
  return report;
}

}  // namespace ulpgate::report
