#include "reports/page/verdict_look.h"

#include <array>

namespace ulpgate::report {
namespace {

struct Look {
  std::string_view sign, style_class, meaning;
  int severity;
};

// Indexed by the enumerators' values.
constexpr std::array<Look, all_verdicts.size()> looks{
    {{"✓", "p", "the requirement held for everything judged", 1},
     {"✗", "f", "the requirement was violated", 7},
     {"≠", "v", "differs from a model that the implementation does not claim to follow", 3},
     {"~", "w", "fails as a named expectation foretold", 2},
     {"!", "f", "the process died", 6},
     {"∞", "f", "no answer in time", 5},
     {"?", "f", "a choice that has to be claimed is not", 4},
     {"–", "n", "not judged, for the reasons given", 0}}};

const Look& look(Verdict verdict) { return looks.at(static_cast<std::size_t>(verdict)); }

}  // namespace

std::string_view sign(Verdict verdict) { return look(verdict).sign; }
std::string_view style_class(Verdict verdict) { return look(verdict).style_class; }
std::string_view meaning(Verdict verdict) { return look(verdict).meaning; }
int severity(Verdict verdict) { return look(verdict).severity; }

}  // namespace ulpgate::report
