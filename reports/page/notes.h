#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "reports/page/html.h"

namespace ulpgate::report {

/// Texts that many rows share, said once at the end of the page: rows refer to them by number.
class Notes {
 public:
  enum class Kind { bound, claims, inputs, ran };

  /// Markup of a link to the note with that text, which is made where it is new: <a href="#B3">B3</a>
  std::string link(Kind kind, const std::string& text);

  /// The section of all notes; nothing where there are none.
  void render(Html& html) const;

 private:
  struct List {
    std::map<std::string, std::size_t> numbers;
    std::vector<std::string> texts;
  };
  std::map<Kind, List> lists_;
};

}  // namespace ulpgate::report
