// ulpgate: the command that people type.
#include <cstdio>
#include <optional>
#include <string>
#include <unistd.h>

#include "kernels/device/device_choice.h"
#include "reports/record/error.h"
#include "suites/command/command_line.h"
#include "suites/command/isolate.h"
#include "suites/framework/call_trace.h"
#include "suites/framework/text.h"

namespace {

/// The word that stands where a command was expected and is none.
std::optional<std::string> wrong_command(const CLI::App& app, const char* word) {
  if (word == nullptr || word[0] == '-') return std::nullopt;
  std::string all;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_name() == word) return std::nullopt;
    all += (all.empty() ? "" : ", ") + command->get_name();
  }
  return "there is no command '" + ulpgate::excerpt(word) + "'; there are " + all;
}

/// Prints why there is no more of what probe and experiment print.
void tell_death(ulpgate::report::Verdict, const std::string& what) {
  std::fprintf(stderr, "ulpgate: %s\n", what.c_str());
}

int run_what_was_typed(ulpgate::CommandLine& line) {
  const auto parsed = ulpgate::tier_named(line.tier);
  if (!parsed)
    throw ulpgate::report::InputError("no tier is called '" + line.tier +
                                      "'; there are smoke, standard, full and exhaustive");
  line.run.tier = *parsed;
  line.run.out = line.out;
  return ulpgate::run_command(line.run);
}

int print(const std::string& text) {
  std::fputs(text.c_str(), stdout);
  return 0;
}

/// `watched`: started by isolate().
int run(int argc, char** argv, bool watched) {
  ulpgate::CommandLine line(ULPGATE_VERSION);
  if (const auto wrong = wrong_command(line.app, argc > 1 ? argv[1] : nullptr))
    throw ulpgate::report::InputError(*wrong);
  try {
    line.app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return line.app.exit(e) == 0 ? 0 : 2;
  }
  // Before any implementation is made: making one may ask CUDA.
  const bool isolated = line.is("replay") || line.is("probe") || line.is("experiment");
  if ((line.is("run") || isolated) && !watched) {
    if (!line.device) line.device = ulpgate::device_from_ctest();
    if (line.device) ulpgate::choose_device(*line.device);
  }
  if (line.is("run")) return run_what_was_typed(line);
  if (isolated && !watched) {
    if (line.is("replay"))
      return ulpgate::watch_replay(argv, line.isolation, line.replayed, line.replayed_by);
    const bool probes = line.is("probe");
    return ulpgate::isolate(argv, line.isolation,
                            probes ? line.probe.implementation : line.experiment.implementation, tell_death);
  }
  if (line.is("list")) return ulpgate::list_command(line.list);
  if (line.is("explain")) return ulpgate::explain_command(line.explained, line.explained_report);
  if (line.is("replay")) return ulpgate::replay_command(line.replayed, line.replayed_by);
  if (line.is("probe")) return ulpgate::probe_command(line.probe);
  if (line.is("experiment")) return ulpgate::experiment_command(line.experiment);
  if (line.is("diff")) return ulpgate::diff_command(line.diff);
  if (line.is("gate")) return ulpgate::gate_command(line.gate);
  if (line.is("site")) return ulpgate::site_command(line.site);
  if (line.is("agreement")) return ulpgate::agreement_command(line.agreeing);
  if (line.is("hardware")) return ulpgate::hardware_command(line.recorded);
  if (line.is("completion")) return print(ulpgate::completion(line.app, line.shell));
  if (line.is("manual")) return print(ulpgate::manual(line.app, ULPGATE_VERSION));
  return ulpgate::report_command(line.reported);
}

}  // namespace

int main(int argc, char** argv) {
  const bool watched = ulpgate::attach_call_trace();
  int status = 2;
  try {
    status = run(argc, argv, watched);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "ulpgate: %s\n", e.what());
  }
  if (!watched) return status;
  std::fflush(nullptr);
  ulpgate::mark_trace_finished();
  // Without destructors of plug-ins: what they do when unloaded is not asked for.
  _exit(status);
}
