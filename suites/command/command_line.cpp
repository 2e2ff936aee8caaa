#include "suites/command/command_line.h"

#include <algorithm>
#include <charconv>
#include <thread>

#include "suites/framework/shard.h"
#include "suites/framework/text.h"

namespace ulpgate {
namespace {

/// Why a text is no seed; CLI11 itself would turn -1 into 2^64 - 1.
std::string seed_problem(const std::string& text) {
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (error == std::errc() && end == text.data() + text.size()) return {};
  return "'" + text + "' is not a whole number from 0 to 18446744073709551615";
}

std::string shard_problem(const std::string& text) {
  return parse_shard(text) ? "" : "'" + excerpt(text) + "' is not I/N with I from 1 to N, as in 2/3";
}

}  // namespace

CommandLine::CommandLine(const std::string& version)
    : app{"ulpgate: does this GPU, with this driver, library and kernel, compute mixed precision correctly?",
          "ulpgate"} {
  app.require_subcommand(1);
  app.set_version_flag("--version", version);
  app.footer(
      "'ulpgate COMMAND --help' tells more, with examples.\nexit status: 0 pass, 1 fail, 2 bad use; "
      "of diff and gate also 3, not comparable");
  run.threads = site.threads = std::max(1U, std::thread::hardware_concurrency());
  add_run();
  add_lookups();
  add_questions();
  add_reports();
  add_comparisons();
  add_documents();
}

void CommandLine::add_device(CLI::App* command) {
  command
      ->add_option("--device", device,
                   "CUDA device, as ulpgate list devices counts them (the one that CTest hands out, else 0)")
      ->type_name("N");
}

void CommandLine::add_isolation(CLI::App* command) {
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

void CommandLine::add_run() {
  CLI::App* command = app.add_subcommand("run", "judge implementations and write a report");
  command->add_option("--suite", run.operations, "operation to judge (all)")->type_name("OPERATION");
  command
      ->add_option("--impl", run.implementations, "implementation: a name, or plugin:PATH.so (all built in)")
      ->type_name("NAME");
  command->add_option("--tier", tier, "smoke (about 30 s), standard (< 5 min), full (< 1 h) or exhaustive")
      ->capture_default_str()
      ->type_name("TIER");
  command->add_option("--out", out, "folder of the report")->capture_default_str()->type_name("DIR");
  command->add_option("--seed", run.seed, "the same seed gives the same cases and the same records")
      ->check(CLI::Validator(seed_problem, ""))
      ->capture_default_str();
  command
      ->add_option("--threads", run.threads,
                   "threads to judge with; results do not depend on it (as many as the machine has)")
      ->check(CLI::Range(1U, 1024U));
  command->add_option("--filter", run.filter, "judge only rows whose id matches this pattern (* and ?)")
      ->check(CLI::Validator([](const std::string& t) { return t.empty() ? "is empty" : ""; }, ""))
      ->type_name("PATTERN");
  command
      ->add_option("--shard", shard, "judge only the I-th of N parts of the rows; ulpgate merge joins them")
      ->check(CLI::Validator(shard_problem, ""))
      ->type_name("I/N");
  command->add_option("--expectations", run.expectations, "file of further known deviations")
      ->type_name("FILE");
  command
      ->add_option("--row-timeout", run.row_timeout_seconds,
                   "seconds that calls may take in one row before it is given up (by tier)")
      ->check(CLI::Range(1, 1000000));
  command
      ->add_option("--memory-limit", run.memory_limit_mib,
                   "MiB before a process is killed (half of the machine's, shared by the processes at once)")
      ->check(CLI::Range(16, 100000000));
  command
      ->add_option("--time-limit", run.time_limit_seconds,
                   "seconds for the whole run; what is left over is reported as not run (none)")
      ->check(CLI::Range(1, 100000000));
  command->footer(
      "examples:\n"
      "  ulpgate run                                    everything at the standard tier into report/\n"
      "  ulpgate run --suite convert --impl cuda-headers --tier full --out before\n"
      "  ulpgate run --suite convert --impl plugin:./mine.so\n"
      "  ulpgate run --impl f16c --filter '*/CONVERT-NAN-1'\n"
      "  ulpgate run --shard 2/3 --out part-2           the second of three parts, for ulpgate merge\n"
      "writes DIR/report.json, DIR/index.html, DIR/junit.xml and DIR/records/*.jsonl\n"
      "exit status: 0 pass, 1 fail, 2 bad use");
  add_device(command);
}

}  // namespace ulpgate
