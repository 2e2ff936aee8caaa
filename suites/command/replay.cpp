#include <cstdio>

#include "reports/record/error.h"
#include "suites/command/commands.h"
#include "suites/framework/call_trace.h"
#include "suites/framework/failure_file.h"
#include "suites/framework/suite.h"
#include "suites/framework/text.h"

namespace ulpgate {

int replay_command(const std::filesystem::path& file, const std::string& implementation) {
  const Failure failure = read_failure(file);
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
