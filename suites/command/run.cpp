#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <set>
#include <system_error>
#include <unistd.h>

#include "kernels/api/registry.h"
#include "reports/record/error.h"
#include "reports/record/reader.h"
#include "reports/record/summary.h"
#include "suites/command/commands.h"
#include "suites/command/parts.h"
#include "suites/command/publish.h"
#include "suites/command/run_folder.h"
#include "suites/framework/expectation.h"
#include "suites/framework/suite.h"
#include "suites/framework/text.h"

namespace ulpgate {
namespace {

std::string now_text() {
  const std::time_t t = std::time(nullptr);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&t));
  return text;
}

/// Names are checked before anything runs; plug-ins are only looked for, they are loaded in their own
/// process.
std::string check(const RunOptions& o) {
  for (const std::string& operation : o.operations) {
    if (find_suite(operation) == nullptr)
      return "no suite tests '" + operation + "'; see ulpgate list suites";
  }
  std::set<std::string> seen;
  for (const std::string& spec : o.implementations) {
    if (!seen.insert(spec).second) return "--impl " + spec + " is given twice";
    if (spec.starts_with("plugin:")) {
      const std::filesystem::path path = spec.substr(7);
      if (path.empty()) return "--impl plugin: needs a path, as in plugin:./mine.so";
      if (!std::filesystem::is_regular_file(path))
        return path.string() + ": no such file (--impl " + spec + ")";
      continue;
    }
    const auto& all = all_adapters();
    if (std::none_of(all.begin(), all.end(), [&](const AdapterEntry& e) { return e.name == spec; })) {
      return "no implementation is called '" + spec + "'; see ulpgate list implementations";
    }
  }
  for (const std::string& file : o.expectations) {
    parse_expectations(report::read_file(file), file);
  }
  return {};
}

/// What a signal handler may write.
std::string farewell;

extern "C" void say_farewell(int signal) {
  [[maybe_unused]] const auto written = write(STDERR_FILENO, farewell.data(), farewell.size());
  std::signal(signal, SIG_DFL);
  raise(signal);
}

/// A run that is stopped from outside says what is left of it.
class SayWhatIsKept {
 public:
  explicit SayWhatIsKept(const std::filesystem::path& out) {
    farewell = "\nulpgate: stopped; the records so far are kept, and ulpgate report " + out.string() +
               " makes the report of them\n";
    for (const int signal : signals) {
      // One that is ignored stays so.
      if (std::signal(signal, say_farewell) == SIG_IGN) std::signal(signal, SIG_IGN);
    }
  }
  SayWhatIsKept(const SayWhatIsKept&) = delete;
  SayWhatIsKept& operator=(const SayWhatIsKept&) = delete;
  ~SayWhatIsKept() {
    for (const int signal : signals) std::signal(signal, SIG_DFL);
  }

 private:
  static constexpr int signals[] = {SIGINT, SIGTERM};
};

}  // namespace

int run_command(RunOptions o) {
  if (o.implementations.empty()) {
    for (const AdapterEntry& e : all_adapters()) o.implementations.emplace_back(e.name);
  }
  o.every_operation = o.operations.empty();
  if (o.every_operation) {
    for (const Suite* s : all_suites()) o.operations.emplace_back(s->operation);
  }
  const std::string problem = check(o);
  if (!problem.empty()) {
    std::fprintf(stderr, "ulpgate: %s\n", problem.c_str());
    return 2;
  }
  // A call may change the working directory: nothing may depend on it.
  for (std::string& spec : o.implementations) {
    if (spec.starts_with("plugin:"))
      spec = "plugin:" + std::filesystem::absolute(spec.substr(7)).lexically_normal().string();
  }
  if (!filter_may_match(o)) {
    std::fprintf(stderr, "ulpgate: --filter '%s' matches no row\n", excerpt(o.filter).c_str());
    return 2;
  }
  RunFolder folder(o.out, o.operations, o.implementations);
  const SayWhatIsKept said(o.out);
  const Timing begun{now_text(), 0};
  const auto start = std::chrono::steady_clock::now();
  const std::vector<std::string> bad = run_parts(o, folder);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  const report::Report report = publish(o.out, {begun.started, took.count()});
  if (report.rows.empty() && !o.filter.empty()) {
    std::fprintf(stderr, "ulpgate: --filter '%s' matches no row\n", excerpt(o.filter).c_str());
    return 2;
  }
  print_summary(report, o.out);
  for (const std::string& message : bad) std::fprintf(stderr, "%s\n", message.c_str());
  return bad.empty() ? report::exit_status(report) : 2;
}

}  // namespace ulpgate
