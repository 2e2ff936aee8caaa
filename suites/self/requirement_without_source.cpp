// Must not compile: a requirement without a source.
#include "suites/framework/requirement.h"

constexpr ulpgate::Requirement bad{"X-1", ulpgate::Level::sound, "statement", "rationale", ""};
int main() { return bad.id.empty(); }
