#include "suites/command/isolate.h"

#include <chrono>
#include <filesystem>
#include <thread>
#include <vector>

#include "kernels/api/registry.h"
#include "suites/command/process.h"
#include "suites/framework/call_trace.h"
#include "suites/framework/call_watch.h"
#include "suites/framework/text.h"

namespace ulpgate {
namespace {

std::string where(const CallWatch& watch) {
  const auto doing = watch.doing();
  if (doing.empty()) return "outside of any call";
  const Doing& d = doing[0];
  return where_text(d) + (d.subject.empty() ? "" : " (" + d.subject + ")");
}

}  // namespace

int isolate(char** argv, const Isolation& limits, const std::string& implementation,
            const std::function<void(report::Verdict, const std::string&)>& told) {
  std::vector<std::string> arguments{std::filesystem::read_symlink("/proc/self/exe").string()};
  for (char** argument = argv + 1; *argument != nullptr; ++argument) arguments.emplace_back(*argument);
  CallWatch watch;
  Process process(arguments, {}, watch.file());
  const std::string who = excerpt(implementation);
  const std::uint64_t most = memory_limit_bytes(limits.memory_limit_mib);
  for (;;) {
    if (const auto ending = process.poll()) {
      if (ending->exited && watch.finished()) return ending->status;
      told(report::Verdict::crashed, who + " " + ending->text() + " " + where(watch));
      return 1;
    }
    if (watch.longest_call() > std::chrono::seconds(limits.timeout_seconds)) {
      process.kill();
      told(report::Verdict::timed_out,
           who + " gave no answer within " + std::to_string(limits.timeout_seconds) + " s " + where(watch));
      return 1;
    }
    if (process.resident_bytes() > most) {
      process.kill();
      told(report::Verdict::crashed,
           who + " took more than " + std::to_string(most >> 20) + " MiB of memory " + where(watch));
      return 1;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

std::unique_ptr<Implementation> load_watched(const std::string& spec) {
  const ScopedCall loading("loading it");
  auto implementation = make_implementation(spec);
  if (!implementation->not_run()) implementation->offers();
  return implementation;
}

}  // namespace ulpgate
