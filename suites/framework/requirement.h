#pragma once
// A requirement: one normative statement with an id that is never reused. Each property test proves exactly
// one.
#include <string_view>

#include "reports/record/verdict.h"

namespace ulpgate {

using report::Level;

struct Requirement {
  std::string_view id;  ///< "CONVERT-ROUND-1"
  Level level;
  std::string_view statement;
  std::string_view rationale;
  std::string_view source;  ///< where the norm stands; without one this does not compile

  consteval Requirement(std::string_view id_, Level level_, std::string_view statement_,
                        std::string_view rationale_, std::string_view source_)
      : id(id_), level(level_), statement(statement_), rationale(rationale_), source(source_) {
    if (id.empty()) throw "a requirement needs an id";
    if (statement.empty()) throw "a requirement needs a statement";
    if (rationale.empty()) throw "a requirement needs a rationale";
    if (source.empty()) throw "a requirement needs a source";
  }
};

}  // namespace ulpgate
