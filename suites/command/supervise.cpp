#include "suites/command/supervise.h"

#include <algorithm>
#include <atomic>
#include <fstream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <thread>
#include <unistd.h>

#include "kernels/api/registry.h"
#include "reports/record/error.h"
#include "reports/record/host_environment.h"
#include "reports/record/reader.h"
#include "reports/record/writer.h"
#include "suites/command/process.h"
#include "suites/convert/case_json.h"
#include "suites/framework/call_watch.h"
#include "suites/framework/common_requirements.h"
#include "suites/framework/environment.h"
#include "suites/framework/failure_file.h"
#include "suites/framework/suite.h"
#include "suites/framework/text.h"

namespace ulpgate {
namespace {

using Clock = std::chrono::steady_clock;
using report::RecordFile;
using report::RecordWriter;

// An implementation that dies again and again is not asked for the rest.
constexpr int most_crashes = 5;
constexpr int most_timeouts = 1;
// A row may take so many times as long as calls may take in it: the rest is the suite's own time.
constexpr int patience = 10;

std::uint64_t row_timeout(const RunOptions& o) {
  if (o.row_timeout_seconds != 0) return o.row_timeout_seconds;
  switch (o.tier) {
    case Tier::smoke:
      return 10;
    case Tier::standard:
      return 60;
    case Tier::full:
      return 1800;
    case Tier::exhaustive:
      return 24 * 3600;
  }
  return 60;
}

/// The last non-empty line of a log, for messages.
std::string last_line(const std::filesystem::path& log) {
  std::ifstream in(log, std::ios::binary);
  in.seekg(0, std::ios::end);
  const auto size = static_cast<std::int64_t>(in.tellg());
  in.seekg(std::max<std::int64_t>(0, size - 4096));
  std::string line, last;
  while (std::getline(in, line)) {
    if (!line.empty()) last = line;
  }
  return excerpt(last, 300);
}

/// Follows a growing record file: lines of type row and begin are counted as they appear.
class RecordWatch {
 public:
  explicit RecordWatch(std::filesystem::path path) : path_(std::move(path)) {}

  /// True when something new was read.
  bool look(WorkerProgress& progress) {
    std::ifstream in(path_, std::ios::binary);
    if (!in) return false;
    in.seekg(offset_);
    std::string line;
    bool news = false;
    while (std::getline(in, line) && !in.eof()) {
      offset_ += static_cast<std::streamoff>(line.size() + 1);
      news = true;
      if (line.starts_with("{\"type\":\"row\"")) ++progress.done;
      if (line.starts_with("{\"type\":\"plan\"")) progress.planned = count(line, "\"id\":");
    }
    return news;
  }

 private:
  static std::size_t count(const std::string& text, const std::string& what) {
    std::size_t n = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
    return n;
  }

  std::filesystem::path path_;
  std::streamoff offset_ = 0;
};

enum class Fate { ended, timed_out, judged_too_long, out_of_memory, out_of_time };

struct Attempt {
  Fate fate = Fate::ended;
  Ending ending;
};

bool is_timeout(const Attempt& a) { return a.fate == Fate::timed_out || a.fate == Fate::judged_too_long; }

class Supervisor {
 public:
  Supervisor(const RunOptions& options, std::string operation, std::string spec,
             const std::function<void(const WorkerProgress&)>& progress)
      : options_(&options), operation_(std::move(operation)), spec_(std::move(spec)), progress_(&progress) {
    provisional_ = spec_;
    if (spec_.starts_with("plugin:"))
      provisional_ = "plugin:" + std::filesystem::path(spec_.substr(7)).stem().string();
    // A plug-in names itself: its records start in a folder of their own and are moved under the name they
    // carry.
    staging_ = std::filesystem::absolute(options.out) / "records" /
               (".worker-" + std::to_string(getpid()) + "-" + std::to_string(supervisors++));
    log_ = staging_ / "log";
  }

  WorkerResult run() {
    std::filesystem::remove_all(staging_);
    std::filesystem::create_directories(staging_);
    int crashes = 0, timeouts = 0;
    WorkerResult result;
    if (time_is_up()) {
      if (may_offer()) write_load_row(not_run_in_time(load_identity()));
      keep_records(result);
      return result;
    }
    for (bool append = false;; append = true) {
      const Attempt attempt = watch(append);
      if (attempt.fate == Fate::ended && attempt.ending.exited && attempt.ending.status == 2 &&
          load_failed()) {
        result.bad_use = true;
        result.message = last_line(log_);
        break;
      }
      if (!records().has_value()) {
        attempt.fate == Fate::out_of_time ? write_load_row(not_run_in_time(load_identity()))
                                          : write_crash_on_load(attempt);
        break;
      }
      const RecordFile file = report::read_records(*records());
      if (file.footer) break;
      if (attempt.fate == Fate::out_of_time) {
        cut_off(file);
        break;
      }
      (is_timeout(attempt) ? timeouts : crashes) += 1;
      const bool again = blame(file, attempt, crashes < most_crashes && timeouts < most_timeouts);
      if (!again) break;
    }
    keep_records(result);
    return result;
  }

 private:
  std::optional<std::filesystem::path> records() const {
    for (const auto& entry : std::filesystem::directory_iterator(staging_)) {
      if (entry.path().extension() == ".jsonl" && entry.file_size() > 0 &&
          report::read_records(entry.path()).header)
        return entry.path();
    }
    return std::nullopt;
  }

  Attempt watch(bool append) {
    std::vector<std::string> argv{(program_folder() / "ulpgate-conformance").string(),
                                  "--suite",
                                  operation_,
                                  "--impl",
                                  spec_,
                                  "--tier",
                                  std::string(name(options_->tier)),
                                  "--seed",
                                  std::to_string(options_->seed),
                                  "--threads",
                                  std::to_string(options_->threads),
                                  "--records",
                                  staging_.string(),
                                  "--failures",
                                  (std::filesystem::absolute(options_->out) / "failures").string()};
    if (!options_->filter.empty()) argv.insert(argv.end(), {"--filter", options_->filter});
    for (const std::string& file : options_->expectations) argv.insert(argv.end(), {"--expectations", file});
    if (options_->every_operation) argv.emplace_back("--only-if-offered");
    if (append) argv.emplace_back("--append");
    watch_.clear();
    Process process(argv, log_, watch_.file());
    std::optional<RecordWatch> watch_file;
    WorkerProgress progress = progress_so_far_;
    if (append) progress.done = 0;
    auto last_news = Clock::now(), last_look = last_news;
    Clock::duration in_calls{0};
    const auto limit = std::chrono::seconds(row_timeout(*options_));
    for (;;) {
      const auto ending = process.poll();
      if (!watch_file) {
        for (const auto& entry : std::filesystem::directory_iterator(staging_)) {
          if (entry.path().extension() == ".jsonl") watch_file.emplace(entry.path());
        }
      }
      if (watch_file && watch_file->look(progress)) {
        last_news = Clock::now();
        in_calls = {};
        progress_so_far_ = progress;
        (*progress_)(progress);
      }
      if (ending) return {Fate::ended, *ending};
      if (time_is_up()) return {Fate::out_of_time, process.kill()};
      const auto now = Clock::now();
      if (watch_.longest_call().count() > 0) in_calls += now - last_look;
      last_look = now;
      if (in_calls > limit) return {Fate::timed_out, process.kill()};
      if (now - last_news > patience * limit) return {Fate::judged_too_long, process.kill()};
      if (process.resident_bytes() > memory_limit_bytes(options_->memory_limit_mib))
        return {Fate::out_of_memory, process.kill()};
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }

  bool time_is_up() const {
    return options_->time_limit_seconds != 0 &&
           Clock::now() - options_->began > std::chrono::seconds(options_->time_limit_seconds);
  }

  /// False where it is known that there would be no row.
  bool may_offer() const {
    if (!options_->every_operation || spec_.starts_with("plugin:")) return true;
    static std::mutex one_at_a_time;  // implementations need not be made by several threads at once
    const std::lock_guard lock(one_at_a_time);
    const auto offers = make_implementation(spec_)->offers();
    return std::any_of(offers.begin(), offers.end(),
                       [&](const Offer& o) { return o.operation == operation_; });
  }

  Row not_run_in_time(const RowIdentity& planned) const {
    return report::unjudged_row(
        planned, Verdict::not_run,
        report::Reason{"time", "the run's time limit of " + std::to_string(options_->time_limit_seconds) +
                                   " s ended first"});
  }

  /// Every planned row that has no verdict was not run.
  void cut_off(const RecordFile& file) const {
    RecordWriter writer(*records(), RecordWriter::Mode::append);
    std::set<std::string> done;
    for (const Row& row : file.rows) done.insert(row.id);
    for (const RowIdentity& planned : file.plan) {
      if (!done.contains(planned.id)) writer.row(not_run_in_time(planned));
    }
    writer.footer(true);
  }

  std::string what_happened(const Attempt& attempt) const {
    switch (attempt.fate) {
      case Fate::timed_out:
        return "no answer within " + std::to_string(row_timeout(*options_)) + " s; the process was killed";
      case Fate::judged_too_long:
        return "not judged within " + std::to_string(patience * row_timeout(*options_)) +
               " s, most of it ulpgate's own; the process was killed";
      case Fate::out_of_memory:
        return "the process took more than " +
               std::to_string(memory_limit_bytes(options_->memory_limit_mib) >> 20) +
               " MiB of memory and was killed";
      case Fate::ended:
      case Fate::out_of_time:
        break;
    }
    return "the process " + attempt.ending.text() + " in the middle of the row";
  }

  /// What threads were at; the first of them is described.
  static std::string under_way(const std::vector<Doing>& doing) {
    const Doing& d = doing[0];
    const auto calls = std::count_if(doing.begin(), doing.end(), [](const Doing& x) { return x.in_call; });
    return where_text(d) + (d.subject.empty() ? "" : ": " + d.subject) +
           (calls > 1 ? "; one of " + std::to_string(calls) + " calls at that time" : "");
  }

  /// Makes the case a failure file of the row.
  void keep_case(const Doing& d, Row& row) const {
    auto the_case = nlohmann::ordered_json::parse(d.json, nullptr, false);
    if (!the_case.is_object()) return;
    if (!d.codes.empty()) convert::set_inputs(the_case, d.codes);
    const auto file =
        write_failure(std::filesystem::absolute(options_->out) / "failures",
                      {.spec = spec_, .row = row, .the_case = the_case, .message = row.message});
    row.replay = "ulpgate replay failures/" + file.filename().string();
  }

  /// Gives the row in flight its verdict; without another attempt, all rows that are left theirs. True when
  /// there is to be one.
  bool blame(const RecordFile& file, const Attempt& attempt, bool again) {
    RecordWriter writer(*records(), RecordWriter::Mode::append);
    const Verdict verdict = is_timeout(attempt) ? Verdict::timed_out : Verdict::crashed;
    std::set<std::string> done;
    for (const Row& row : file.rows) done.insert(row.id);
    std::string happened = what_happened(attempt);
    const auto doing = watch_.doing();
    if (!doing.empty()) happened += ", " + under_way(doing);
    std::string culprit;
    for (const RowIdentity& planned : file.plan) {
      const bool in_flight =
          std::find(file.in_flight.begin(), file.in_flight.end(), planned.id) != file.in_flight.end();
      if (!in_flight || done.contains(planned.id)) continue;
      Row row = report::unjudged_row(planned, verdict, std::nullopt, happened);
      if (!doing.empty()) keep_case(doing[0], row);
      writer.row(row);
      done.insert(planned.id);
      culprit = planned.id;
    }
    if (culprit.empty()) again = false;  // it died between rows: asking again would not move on
    if (again) return true;
    for (const RowIdentity& planned : file.plan) {
      if (done.contains(planned.id)) continue;
      const std::string category = verdict == Verdict::timed_out ? "hung before" : "crashed before";
      writer.row(report::unjudged_row(
          planned, Verdict::not_run,
          report::Reason{category, "the implementation was given up after " +
                                       (culprit.empty() ? std::string("its process ended") : culprit) + ": " +
                                       happened}));
    }
    writer.footer(true);
    return false;
  }

  RowIdentity load_identity() const {
    RowIdentity id;
    id.operation = operation_;
    id.implementation = provisional_;
    id.requirement = "API-LOAD-1";
    id.level = Level::sound;
    id.tier = name(options_->tier);
    id.id = row_id(operation_, provisional_, "", "", id.requirement);
    return id;
  }

  void write_load_row(const Row& row) {
    RecordWriter writer(staging_ / report::record_file_name(operation_, provisional_),
                        RecordWriter::Mode::create);
    report::Header header;
    header.suite = report::this_suite();
    header.operation = operation_;
    header.implementation = {provisional_, "unknown", "could not be loaded"};
    header.tier = name(options_->tier);
    header.seed = options_->seed;
    for (const Requirement& r : common_requirements()) {
      header.requirements[std::string(r.id)] = {r.level, std::string(r.statement), std::string(r.rationale),
                                                std::string(r.source)};
    }
    writer.header(header);
    writer.environment(run_environment());
    writer.plan({row});
    writer.begin(row.id);
    writer.row(row);
    writer.footer(true);
  }

  /// Whether the worker said that the implementation could not be made of what the user typed. A call that
  /// exits with the same status has left a plan of rows, or nothing at all.
  bool load_failed() const {
    const auto file = records();
    if (!file) return false;
    const RecordFile read = report::read_records(*file);
    return read.footer && read.rows.size() == 1 && read.rows[0].requirement == "API-LOAD-1" &&
           read.rows[0].verdict == Verdict::fail;
  }

  void write_crash_on_load(const Attempt& attempt) {
    std::string happened = attempt.fate == Fate::ended ? "the process " + attempt.ending.text() +
                                                             " while the implementation was loaded"
                                                       : what_happened(attempt);
    const Verdict verdict = is_timeout(attempt) ? Verdict::timed_out : Verdict::crashed;
    write_load_row(report::unjudged_row(load_identity(), verdict, std::nullopt, std::move(happened)));
  }

  void keep_records(WorkerResult& result) {
    const auto file = records();
    if (!file) return;
    const std::filesystem::path folder = options_->out / "records";
    if (std::filesystem::exists(folder / file->filename())) {
      result.bad_use = true;
      result.problem = operation_ + " " + spec_ + " names itself like another implementation of this run (" +
                       file->filename().string() + "); only the first of them is in the report";
      result.message = "ulpgate: " + result.problem;
      std::filesystem::remove_all(staging_);
      return;
    }
    std::filesystem::rename(*file, folder / file->filename());
    result.records = file->filename().string();
    std::filesystem::path log = folder / file->filename();
    // There is none where no process was started.
    if (std::filesystem::exists(log_)) std::filesystem::rename(log_, log.replace_extension(".log"));
    std::filesystem::remove_all(staging_);
  }

  static inline std::atomic<int> supervisors = 0;

  const RunOptions* options_;
  std::string operation_;
  std::string spec_;
  std::string provisional_;
  std::filesystem::path staging_;
  std::filesystem::path log_;
  const std::function<void(const WorkerProgress&)>* progress_;
  WorkerProgress progress_so_far_;
  CallWatch watch_;
};

}  // namespace

WorkerResult supervise(const RunOptions& options, const std::string& operation, const std::string& spec,
                       const std::function<void(const WorkerProgress&)>& progress) {
  return Supervisor(options, operation, spec, progress).run();
}

bool filter_may_match(const RunOptions& options) {
  if (options.filter.empty()) return true;
  const auto list = std::filesystem::temp_directory_path() / ("ulpgate-rows-" + std::to_string(getpid()));
  CallWatch watch;
  bool may = false;
  for (const std::string& operation : options.operations) {
    for (const std::string& spec : options.implementations) {
      if (may) break;
      std::filesystem::remove(list);
      watch.clear();
      std::vector<std::string> argv{(program_folder() / "ulpgate-conformance").string(),
                                    "--gtest_list_tests",
                                    "--suite",
                                    operation,
                                    "--impl",
                                    spec,
                                    "--tier",
                                    std::string(name(options.tier)),
                                    "--filter",
                                    options.filter};
      if (options.every_operation) argv.emplace_back("--only-if-offered");
      Process process(argv, list, watch.file());
      const auto until = Clock::now() + std::chrono::seconds(row_timeout(options));
      auto ending = process.poll();
      while (!ending && Clock::now() < until &&
             process.resident_bytes() < memory_limit_bytes(options.memory_limit_mib)) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        ending = process.poll();
      }
      // A row is a line with an indented name.
      std::ifstream in(list);
      std::string line;
      while (std::getline(in, line)) may = may || line.starts_with("  ");
      if (!ending || !ending->exited || ending->status != 0) may = true;
    }
  }
  std::filesystem::remove(list);
  return may;
}

}  // namespace ulpgate
