#include "reports/site/badge.h"

#include "reports/page/numbers.h"
#include "reports/page/visible.h"
#include "reports/page/xml.h"

namespace ulpgate::report {

std::string badge(const Column& column) {
  const std::string right =
      xml(visible(column.architecture) + (column.conforms ? ": pass, " : ": FAIL, ") +
          grouped(column.counts[Verdict::pass]) + " of " + grouped(column.counts.total()) + " rows");
  // Widths that hold the text in any font: textLength makes it fit.
  constexpr int left_width = 60, character = 7, margin = 12;
  const int right_width = static_cast<int>(right.size()) * character + margin;
  const std::string width = std::to_string(left_width + right_width);
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"" + width +
         "\" height=\"20\" viewBox=\"0 0 " + width + " 20\"><title>ulpgate, " + right +
         "</title><rect width=\"" + width + "\" height=\"20\" fill=\"" +
         (column.conforms ? "#0b5a2b" : "#9b1010") + "\"/><rect width=\"" + std::to_string(left_width) +
         "\" height=\"20\" fill=\"#1a1c1e\"/><g fill=\"#fff\" font-family=\"DejaVu Sans,Verdana,sans-serif\" "
         "font-size=\"11\">" +
         "<text x=\"6\" y=\"14\" textLength=\"48\">ulpgate</text><text x=\"" +
         std::to_string(left_width + margin / 2) + "\" y=\"14\" textLength=\"" +
         std::to_string(right_width - margin) + "\">" + right + "</text></g></svg>\n";
}

}  // namespace ulpgate::report
