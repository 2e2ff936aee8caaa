#include <algorithm>
#include <cstdio>
#include <vector>

#include "reports/record/error.h"
#include "suites/command/commands.h"
#include "suites/framework/call_trace.h"
#include "suites/framework/failure_file.h"
#include "suites/framework/offered_row.h"
#include "suites/framework/suite.h"
#include "suites/framework/text.h"

namespace ulpgate {

namespace {

constexpr std::size_t most_named = 20;

std::string formats_text(const report::Formats& formats) {
  std::string text;
  for (const auto& [role, format] : formats) text += (text.empty() ? "" : ", ") + role + " " + format;
  return excerpt(text);
}

/// The entry point of another implementation that the case is for.
std::string variant_of(Implementation& implementation, const report::RowIdentity& row,
                       const std::string& wanted) {
  std::vector<std::string> all;
  for (const Offer& offer : implementation.offers()) {
    if (offer.operation == row.operation && formats_of(offer) == row.formats) all.push_back(offer.variant);
  }
  const std::string& name = wanted.empty() ? row.variant : wanted;
  if (std::find(all.begin(), all.end(), name) != all.end()) return name;
  if (wanted.empty() && all.size() == 1) return all.front();
  const std::string who = excerpt(implementation.name());
  if (all.empty())
    throw report::InputError(who + " offers no " + excerpt(row.operation) + " for these formats (" +
                             formats_text(row.formats) + ")");
  std::string list;
  for (std::size_t i = 0; i < all.size() && i < most_named; ++i)
    list += (i == 0 ? "" : ", ") + excerpt(all[i]);
  if (all.size() > most_named) list += " and " + std::to_string(all.size() - most_named) + " more";
  throw report::InputError(who + " has no " + excerpt(name) +
                           " for these formats; choose one with --variant: " + list);
}

}  // namespace

int replay_command(const std::filesystem::path& file, const std::string& implementation,
                   const std::string& variant) {
  Failure failure = read_failure(file);
  const Suite* suite = find_suite(failure.row.operation);
  if (suite == nullptr)
    throw report::InputError(file.string() + ": no suite tests '" + excerpt(failure.row.operation) + "'");
  const std::string& spec = implementation.empty() ? failure.spec : implementation;
  const auto made = load_watched(spec);
  if (const auto reason = made->not_run()) {
    std::fprintf(stderr, "ulpgate: %s cannot run here: %s\n", excerpt(spec).c_str(), reason->text.c_str());
    return 2;
  }
  std::string wrong;
  try {
    const std::string before = failure.row.variant;
    if (!implementation.empty()) failure.row.variant = variant_of(*made, failure.row, variant);
    if (failure.row.variant != before)
      std::printf("by %s of %s\n", excerpt(failure.row.variant).c_str(), excerpt(spec).c_str());
    const ScopedSubject subject([] { return Subject{"the case of the file", {}, {}}; });
    wrong = suite->replay(*made, failure.row, failure.the_case);
  } catch (const report::InputError& e) {
    const bool other = !implementation.empty() && implementation != failure.spec;
    throw report::InputError(file.string() + (other ? ", of " + excerpt(failure.spec) : "") + ": " +
                             e.what());
  }
  std::printf("%s  %s\n", wrong.empty() ? "pass" : "fail", excerpt(failure.row.id).c_str());
  if (!wrong.empty()) std::printf("  %s\n", wrong.c_str());
  return wrong.empty() ? 0 : 1;
}

int watch_replay(char** argv, const Isolation& limits, const std::filesystem::path& file,
                 const std::string& implementation) {
  const Failure failure = read_failure(file);
  return isolate(argv, limits, implementation.empty() ? failure.spec : implementation,
                 [&](report::Verdict verdict, const std::string& what) {
                   std::printf("%s  %s\n  %s\n", std::string(report::name(verdict)).c_str(),
                               excerpt(failure.row.id).c_str(), what.c_str());
                 });
}

}  // namespace ulpgate
