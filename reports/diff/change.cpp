#include "reports/diff/change.h"

#include <cstddef>

namespace ulpgate::report {
namespace {

struct Look {
  std::string_view name, sign, style_class, meaning;
};

// Indexed by the enumerators' values.
constexpr std::array<Look, all_changes.size()> looks{
    {{"new-fail", "✗", "f", "fails now, and did not before"},
     {"removed", "−", "f", "the row is gone: nothing is known of it any more"},
     {"not-run", "–", "f", "was judged before, and is not any more"},
     {"fails-worse", "!!", "w",
      "failed before on the same inputs, and more elements fail now, or farther beyond the bound"},
     {"still-fail", "!", "w", "failed before, and fails now"},
     {"newly-waived", "°", "w", "failed or held before, and is excused now: no fix"},
     {"fixed", "✓", "p", "failed or was waived before, and holds now"},
     {"drift-within-bound", "≈", "v",
      "accepted in both on the same inputs, but bits, statistics or verdict moved"},
     {"ambiguous", "?", "w",
      "accepted now, but what it was held to, inputs, sample or algorithm differ: nothing follows from what "
      "moved"},
     {"added", "+", "n", "was not judged before, and does not fail"},
     {"same", "=", "n", "nothing that is recorded moved"}}};

const Look& look(Change change) { return looks.at(static_cast<std::size_t>(change)); }

}  // namespace

std::string_view name(Change change) { return look(change).name; }
std::string_view meaning(Change change) { return look(change).meaning; }
std::string_view sign(Change change) { return look(change).sign; }
std::string_view style_class(Change change) { return look(change).style_class; }

bool stops_a_gate(Change change, bool strict) {
  if (change == Change::fails_worse || change == Change::newly_waived || change == Change::drift ||
      change == Change::ambiguous)
    return strict;
  return change == Change::new_fail || change == Change::removed || change == Change::not_run;
}

}  // namespace ulpgate::report
