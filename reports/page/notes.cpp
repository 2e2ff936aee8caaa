#include "reports/page/notes.h"

namespace ulpgate::report {
namespace {

std::string_view letter(Notes::Kind kind) {
  switch (kind) {
    case Notes::Kind::bound:
      return "B";
    case Notes::Kind::claims:
      return "C";
    case Notes::Kind::inputs:
      return "I";
    case Notes::Kind::ran:
      return "R";
  }
  return "";
}

std::string_view title(Notes::Kind kind) {
  switch (kind) {
    case Notes::Kind::bound:
      return "Bounds: the largest error that a correct implementation can make";
    case Notes::Kind::claims:
      return "Claims: what an implementation says of itself, and is held to";
    case Notes::Kind::inputs:
      return "Inputs: how they were made";
    case Notes::Kind::ran:
      return "Ran: what really computed";
  }
  return "";
}

}  // namespace

std::string Notes::link(Kind kind, const std::string& text) {
  List& list = lists_[kind];
  const auto [found, is_new] = list.numbers.emplace(text, list.texts.size() + 1);
  if (is_new) list.texts.push_back(text);
  const std::string name = std::string(letter(kind)) + std::to_string(found->second);
  return "<a href=\"#" + name + "\">" + name + "</a>";
}

void Notes::render(Html& html) const {
  if (lists_.empty()) return;
  html.raw("<section id=\"notes\"><h2>Notes</h2>\n<p>Texts that many rows share.</p>\n");
  for (const auto& [kind, list] : lists_) {
    html.raw("<table class=\"t\"><caption>").text(title(kind)).raw("</caption>\n<tbody>");
    for (std::size_t i = 0; i < list.texts.size(); ++i) {
      const std::string name = std::string(letter(kind)) + std::to_string(i + 1);
      html.raw("<tr id=\"").raw(name).raw("\"><th scope=\"row\">").raw(name).raw("</th><td>");
      html.text(list.texts[i]).raw("</td></tr>\n");
    }
    html.raw("</tbody></table>\n");
  }
  html.raw("</section>\n");
}

}  // namespace ulpgate::report
