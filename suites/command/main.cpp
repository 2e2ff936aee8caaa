// ulpgate: the command that people type.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <optional>
#include <string>
#include <thread>
#include <unistd.h>

#include "kernels/api/registry.h"
#include "kernels/device/device_choice.h"
#include "reports/record/error.h"
#include "suites/command/commands.h"
#include "suites/command/isolate.h"
#include "suites/framework/call_trace.h"
#include "suites/framework/text.h"

namespace {

void add_device(CLI::App* command, std::optional<std::string>& device) {
  command
      ->add_option("--device", device,
                   "CUDA device, as ulpgate list devices counts them (the one that CTest hands out, else 0)")
      ->type_name("N");
}

/// Why a text is no seed; CLI11 itself would turn -1 into 2^64 - 1.
std::string seed_problem(const std::string& text) {
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (error == std::errc() && end == text.data() + text.size()) return {};
  return "'" + text + "' is not a whole number from 0 to 18446744073709551615";
}

/// The word that stands where a command was expected and is none.
std::optional<std::string> wrong_command(const CLI::App& app, const char* word) {
  if (word == nullptr || word[0] == '-') return std::nullopt;
  std::string all;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_name() == word) return std::nullopt;
    all += (all.empty() ? "" : ", ") + command->get_name();
  }
  return "there is no command '" + ulpgate::printable(word) + "'; there are " + all;
}

void add_isolation(CLI::App* command, ulpgate::Isolation& isolation) {
  command
      ->add_option("--timeout", isolation.timeout_seconds,
                   "seconds before a call without an answer is given up")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  command
      ->add_option("--memory-limit", isolation.memory_limit_mib,
                   "MiB before the process is killed (half of the machine's)")
      ->check(CLI::Range(16, 100000000));
}

/// Prints why there is no more of what probe and experiment print.
void tell_death(ulpgate::report::Verdict, const std::string& what) {
  std::fprintf(stderr, "ulpgate: %s\n", what.c_str());
}

void add_run(CLI::App& app, ulpgate::RunOptions& o, std::string& tier, std::string& out) {
  CLI::App* run = app.add_subcommand("run", "judge implementations and write a report");
  run->add_option("--suite", o.operations, "operation to judge (all)")->type_name("OPERATION");
  run->add_option("--impl", o.implementations, "implementation: a name, or plugin:PATH.so (all built in)")
      ->type_name("NAME");
  run->add_option("--tier", tier, "smoke (about 30 s), standard (< 5 min), full (< 1 h) or exhaustive")
      ->capture_default_str()
      ->type_name("TIER");
  run->add_option("--out", out, "folder of the report")->capture_default_str()->type_name("DIR");
  run->add_option("--seed", o.seed, "the same seed gives the same cases and the same records")
      ->check(CLI::Validator(seed_problem, ""))
      ->capture_default_str();
  run->add_option("--threads", o.threads, "threads to judge with; results do not depend on it")
      ->check(CLI::Range(1U, 1024U))
      ->capture_default_str();
  run->add_option("--filter", o.filter, "judge only rows whose id matches this pattern (* and ?)")
      ->check(CLI::Validator([](const std::string& t) { return t.empty() ? "is empty" : ""; }, ""))
      ->type_name("PATTERN");
  run->add_option("--expectations", o.expectations, "file of further known deviations")->type_name("FILE");
  run->add_option("--row-timeout", o.row_timeout_seconds,
                  "seconds that calls may take in one row before it is given up (by tier)")
      ->check(CLI::Range(1, 1000000));
  run->add_option("--memory-limit", o.memory_limit_mib,
                  "MiB before a process is killed (half of the machine's, shared by the processes at once)")
      ->check(CLI::Range(16, 100000000));
  run->add_option("--time-limit", o.time_limit_seconds,
                  "seconds for the whole run; what is left over is reported as not run (none)")
      ->check(CLI::Range(1, 100000000));
  run->footer(
      "examples:\n"
      "  ulpgate run                                    everything at the standard tier into report/\n"
      "  ulpgate run --suite convert --impl cuda-headers --tier full --out before\n"
      "  ulpgate run --suite convert --impl plugin:./mine.so\n"
      "  ulpgate run --impl f16c --filter '*/CONVERT-NAN-1'\n"
      "writes DIR/report.json, DIR/index.html, DIR/junit.xml and DIR/records/*.jsonl\n"
      "exit status: 0 pass, 1 fail, 2 bad use");
}

CLI::App* add_diff(CLI::App& app, ulpgate::DiffOptions& o) {
  CLI::App* diff = app.add_subcommand("diff", "what changed between two reports, row by row");
  diff->add_option("OLD", o.old_report, "report.json, its folder, or a baseline file")->required();
  diff->add_option("NEW", o.new_report, "report.json or its folder")->required();
  diff->add_option("--filter", o.filter, "only rows whose id matches this pattern (* and ?)")
      ->type_name("PATTERN");
  diff->add_option("--json", o.json, "write it as JSON; - is standard output")->type_name("FILE");
  diff->add_option("--html", o.html, "write it as a page")->type_name("FILE");
  diff->add_flag("--all", o.all, "every row, not the first ten of each group");
  diff->footer(
      "examples:\n  ulpgate diff before after --html diff.html\n"
      "  ulpgate diff before after --filter 'gemm/cublas*' --all\n"
      "exit status: 0 compared, 2 bad use or a file that cannot be read, 3 not comparable");
  return diff;
}

CLI::App* add_gate(CLI::App& app, ulpgate::GateOptions& o) {
  CLI::App* gate =
      app.add_subcommand("gate", "for CI: whether a report may follow on an older one or a baseline");
  gate->add_option("BASELINE", o.baseline, "a baseline file, or an older report")->required();
  gate->add_option("REPORT", o.new_report, "report.json or its folder")->required();
  gate->add_flag("--update", o.update, "make BASELINE of REPORT: a text with a line for each row");
  gate->add_flag("--strict", o.strict, "stop also for drift within the bound and for ambiguous rows");
  gate->add_flag("--github", o.github, "print annotations (::error ...) instead of a table");
  gate->add_option("--junit", o.junit, "write JUnit XML")->type_name("FILE");
  gate->add_option("--html", o.html, "write the comparison as a page")->type_name("FILE");
  gate->footer(
      "examples:\n  ulpgate gate --update conformance.baseline report\n"
      "  ulpgate gate conformance.baseline report --strict --github --junit gate.xml\n"
      "exit status: 0 go on, 1 a row fails anew, is gone or was not run, 2 bad use, 3 not comparable");
  return gate;
}

CLI::App* add_site(CLI::App& app, ulpgate::SiteOptions& o) {
  CLI::App* site = app.add_subcommand("site", "publish many reports as a site of static files");
  site->add_option("REPORT", o.reports, "report.json, or their folders")->required();
  site->add_option("-o,--out", o.out, "folder of the site")->capture_default_str()->type_name("DIR");
  site->add_option("--threads", o.threads, "reports at once")
      ->check(CLI::Range(1U, 1024U))
      ->capture_default_str();
  site->footer(
      "examples:\n  ulpgate site reports/* -o public\n"
      "a report is refused, and why is said, where its run is not complete, its suite not clean, or nothing "
      "was judged\n"
      "exit status: 0 all are published, 1 some were refused, 2 bad use or none can be published");
  return site;
}

/// `watched`: started by isolate().
int run(int argc, char** argv, bool watched) {
  CLI::App app{
      "ulpgate: does this GPU, with this driver, library and kernel, compute mixed precision correctly?",
      "ulpgate"};
  app.require_subcommand(1);
  app.set_version_flag("--version", ULPGATE_VERSION);
  app.footer("'ulpgate COMMAND --help' tells more, with examples.\nexit status: 0 pass, 1 fail, 2 bad use");

  ulpgate::RunOptions run_options;
  run_options.threads = std::max(1U, std::thread::hardware_concurrency());
  std::string tier = "standard", out = "report";
  add_run(app, run_options, tier, out);
  std::optional<std::string> device;
  add_device(app.get_subcommand("run"), device);

  ulpgate::ListOptions list_options;
  CLI::App* list = app.add_subcommand(
      "list", "list devices, experiments, implementations, requirements, suites or formats");
  list->add_option("WHAT", list_options.what,
                   "devices, experiments, implementations, requirements, suites or formats")
      ->required();
  list->add_flag("--json", list_options.json, "as JSON");
  list->add_option("--ctest", list_options.ctest,
                   "of devices: write a resource file for ctest --resource-spec-file; - is standard output")
      ->type_name("FILE");
  list->footer(
      "examples:\n  ulpgate list implementations --json\n  ulpgate list devices --ctest devices.json");

  std::string explained, explained_report = "report";
  CLI::App* explain =
      app.add_subcommand("explain", "say what a requirement demands, or what a row of a report found");
  explain->add_option("ID", explained, "a requirement's or a row's id")->required();
  explain->add_option("--report", explained_report, "report.json, or its folder")->capture_default_str();
  explain->footer(
      "examples:\n  ulpgate explain CONVERT-ROUND-1\n"
      "  ulpgate explain convert/eigen/fp64_to_bf16/bfloat16/CONVERT-DOUBLE-1 --report report");

  std::string replayed, replayed_by;
  CLI::App* replay = app.add_subcommand("replay", "run a shrunk failure again");
  replay->add_option("FILE", replayed, "a file of DIR/failures")->required();
  replay->add_option("--impl", replayed_by, "another implementation than the one that failed");
  add_device(replay, device);
  ulpgate::Isolation isolation;
  add_isolation(replay, isolation);
  replay->footer(
      "example:\n  ulpgate replay report/failures/CONVERT-ROUND-1-0123456789abcdef.json\n"
      "exit status: 0 it holds now, 1 it still fails, crashes or gives no answer, 2 bad use");

  std::string reported = "report";
  CLI::App* report = app.add_subcommand(
      "report", "make the report of a folder of records again, also of a run that was cut off");
  report->add_option("DIR", reported, "folder of a run, with records/ in it")->capture_default_str();
  report->footer("example:\n  ulpgate report report");

  std::string recorded;
  CLI::App* hardware = app.add_subcommand(
      "hardware", "hold the architectures' models against outputs recorded on real Tensor Cores");
  hardware->add_option("DIR", recorded, "the recorded outputs: a clone, or its folder model_validation")
      ->required();
  hardware->footer(
      "the outputs are public: github.com/north-numerical-computing/MATLAB-tensor-core\n"
      "example:\n  ulpgate hardware MATLAB-tensor-core\n"
      "exit status: 0 every row is equal, 1 some differ, 2 bad use or a file that cannot be read");

  ulpgate::ProbeOptions probe_options;
  CLI::App* probe = app.add_subcommand(
      "probe", "infer how matrix instructions and GEMMs compute, from their outputs alone");
  probe->add_option("--impl", probe_options.implementation, "implementation: a name, or plugin:PATH.so")
      ->required()
      ->type_name("NAME");
  probe->add_option("--suite", probe_options.operation, "mma or gemm (both)")->type_name("OPERATION");
  probe->add_option("--variant", probe_options.variant, "only variants that match this pattern (* and ?)")
      ->type_name("PATTERN");
  probe->add_option("--profile", probe_options.profile, "compare with this architecture alone")
      ->type_name("NAME");
  probe->add_flag("--json", probe_options.json, "as JSON");
  probe->add_option("--out", probe_options.out, "write to this file")->type_name("FILE");
  add_device(probe, device);
  add_isolation(probe, isolation);
  probe->footer(
      "examples:\n"
      "  ulpgate probe --impl model-sm_90 --suite mma --variant 'wgmma*'\n"
      "  ulpgate probe --impl openblas --json --out facts.json\n"
      "exit status: 0 done, 1 it crashed, gave no answer or cannot run here, 2 bad use");

  ulpgate::ExperimentOptions experiment_options;
  CLI::App* experiment =
      app.add_subcommand("experiment", "ask an implementation what is not known of matrix instructions");
  experiment->add_option("NAME", experiment_options.names, "experiments (all); see ulpgate list experiments");
  experiment
      ->add_option("--impl", experiment_options.implementation, "implementation: a name, or plugin:PATH.so")
      ->required()
      ->type_name("NAME");
  experiment
      ->add_option("--variant", experiment_options.variant, "only variants that match this pattern (* and ?)")
      ->type_name("PATTERN");
  experiment->add_flag("--json", experiment_options.json, "as JSON");
  experiment->add_option("--out", experiment_options.out, "write to this file")->type_name("FILE");
  add_device(experiment, device);
  add_isolation(experiment, isolation);
  experiment->footer(
      "examples:\n"
      "  ulpgate experiment --impl model-sm_90\n"
      "  ulpgate experiment fp8-sets fp8-datapath --impl model-sm_90 --variant 'mma*'\n"
      "exit status: 0 done, 1 it crashed, gave no answer or cannot run here, 2 bad use");

  std::string agreeing = "report";
  CLI::App* agreement = app.add_subcommand(
      "agreement", "how many results of each matrix instruction have the bits of its profile, from a report");
  agreement->add_option("REPORT", agreeing, "report.json, or its folder")->capture_default_str();
  agreement->footer(
      "example:\n  ulpgate agreement report\n"
      "exit status: 0 all that were judged, 1 some differ or none was judged, 2 bad use");

  ulpgate::DiffOptions diff_options;
  const CLI::App* diff = add_diff(app, diff_options);
  ulpgate::GateOptions gate_options;
  const CLI::App* gate = add_gate(app, gate_options);

  ulpgate::SiteOptions site_options;
  site_options.threads = run_options.threads;
  const CLI::App* site = add_site(app, site_options);

  if (const auto wrong = wrong_command(app, argc > 1 ? argv[1] : nullptr))
    throw ulpgate::report::InputError(*wrong);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? 0 : 2;
  }
  // Before any implementation is made: making one may ask CUDA.
  const bool isolated = replay->parsed() || probe->parsed() || experiment->parsed();
  if ((app.got_subcommand("run") || isolated) && !watched) {
    if (!device) device = ulpgate::device_from_ctest();
    if (device) ulpgate::choose_device(*device);
  }
  if (app.got_subcommand("run")) {
    const auto parsed = ulpgate::tier_named(tier);
    if (!parsed)
      throw ulpgate::report::InputError("no tier is called '" + tier +
                                        "'; there are smoke, standard, full and exhaustive");
    run_options.tier = *parsed;
    run_options.out = out;
    return ulpgate::run_command(run_options);
  }
  if (isolated && !watched) {
    if (replay->parsed()) return ulpgate::watch_replay(argv, isolation, replayed, replayed_by);
    return ulpgate::isolate(
        argv, isolation, probe->parsed() ? probe_options.implementation : experiment_options.implementation,
        tell_death);
  }
  if (list->parsed()) return ulpgate::list_command(list_options);
  if (explain->parsed()) return ulpgate::explain_command(explained, explained_report);
  if (replay->parsed()) return ulpgate::replay_command(replayed, replayed_by);
  if (probe->parsed()) return ulpgate::probe_command(probe_options);
  if (experiment->parsed()) return ulpgate::experiment_command(experiment_options);
  if (diff->parsed()) return ulpgate::diff_command(diff_options);
  if (gate->parsed()) return ulpgate::gate_command(gate_options);
  if (site->parsed()) return ulpgate::site_command(site_options);
  if (agreement->parsed()) return ulpgate::agreement_command(agreeing);
  if (hardware->parsed()) return ulpgate::hardware_command(recorded);
  return ulpgate::report_command(reported);
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
