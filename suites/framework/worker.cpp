// ulpgate-conformance: judges one operation of one implementation, as GoogleTest tests that are registered at
// run time, one for each row.
//
// `ulpgate run` starts one such process for each implementation and operation; started by hand it is an
// ordinary GoogleTest program. Listing tests (--gtest_list_tests) needs no GPU.
#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <set>
#include <thread>
#include <unistd.h>

#include "kernels/api/registry.h"
#include "reference/formats/decode.h"
#include "reference/formats/format.h"
#include "reports/record/error.h"
#include "reports/record/host_environment.h"
#include "reports/record/reader.h"
#include "reports/record/writer.h"
#include "suites/framework/call_trace.h"
#include "suites/framework/common_requirements.h"
#include "suites/framework/environment.h"
#include "suites/framework/expectation.h"
#include "suites/framework/program.h"
#include "suites/framework/replay_alone.h"
#include "suites/framework/row_judge.h"
#include "suites/framework/shard.h"
#include "suites/framework/worker_options.h"

namespace ulpgate {
namespace {

using report::RecordWriter;

struct Worker {
  pid_t process = getpid();
  WorkerOptions options;
  const Suite* suite = nullptr;
  std::unique_ptr<Implementation> implementation;
  std::optional<SuiteContext> context;
  std::vector<PlannedRow> rows;
  std::vector<KnownDeviation> known;
  std::optional<RecordWriter> writer;
  std::vector<std::string> unmatched;  ///< expectations that match no row
  int replays = 0;                     ///< of failing cases, in processes of their own
};

/// The name that rows of a plug-in carry before it could be asked.
std::string provisional_name(const std::string& spec) {
  const std::string_view prefix = "plugin:";
  if (!spec.starts_with(prefix)) return spec;
  return std::string(prefix) + std::filesystem::path(spec.substr(prefix.size())).stem().string();
}

RowIdentity load_identity(const Worker& w, const std::string& implementation) {
  RowIdentity id;
  id.operation = w.suite->operation;
  id.implementation = implementation;
  id.requirement = "API-LOAD-1";
  id.level = Level::sound;
  id.tier = name(w.options.tier);
  id.id = row_id(id.operation, implementation, "", "", id.requirement);
  return id;
}

report::FormatFacts facts_of(const Format& f) {
  report::FormatFacts facts;
  facts.bits = static_cast<std::uint64_t>(f.width());
  if (f.kind == FormatKind::integer) {
    facts.precision = static_cast<std::uint64_t>(f.significand_bits);
    facts.smallest = facts.smallest_normal = 1;
    facts.largest = std::ldexp(1.0, f.significand_bits) - 1;
    return facts;
  }
  facts.precision = static_cast<std::uint64_t>(f.precision());
  facts.smallest = std::ldexp(1.0, f.quantum_exponent());
  facts.smallest_normal = std::ldexp(1.0, f.min_exponent());
  facts.largest = to_double(f, max_finite_magnitude(f));
  return facts;
}

report::Header make_header(const Worker& w, const std::string& implementation, const std::string& version,
                           const std::string& description) {
  report::Header h;
  h.suite = report::this_suite();
  h.operation = w.suite->operation;
  h.implementation = {implementation, version, description};
  h.tier = name(w.options.tier);
  h.seed = w.options.seed;
  h.shard = w.options.shard;
  h.unmatched_expectations = w.unmatched;
  const auto add = [&](std::span<const Requirement> requirements) {
    for (const Requirement& r : requirements) {
      h.requirements[std::string(r.id)] = {r.level, std::string(r.statement), std::string(r.rationale),
                                           std::string(r.source)};
    }
  };
  add(common_requirements());
  add(w.suite->requirements);
  for (const PlannedRow& row : w.rows) {
    for (const auto& [role, name] : row.identity.formats) {
      if (const Format* format = find_format(name)) h.formats.try_emplace(name, facts_of(*format));
    }
  }
  return h;
}

void start_records(Worker& w, const report::Header& header) {
  if (w.options.records.empty()) return;
  w.writer.emplace(w.options.records / report::record_file_name(header.operation, header.implementation.name),
                   w.options.append ? RecordWriter::Mode::append : RecordWriter::Mode::create);
  if (w.options.append) return;
  w.writer->header(header);
  w.writer->environment(run_environment());
  std::vector<RowIdentity> plan;
  for (const PlannedRow& row : w.rows) plan.push_back(row.identity);
  w.writer->plan(plan);
}

/// The row that says whether the implementation could be loaded and run at all.
PlannedRow load_row(const Worker& w) {
  PlannedRow row{load_identity(w, w.implementation->name()), nullptr, {}, {}};
  const std::optional<NotRun> reason = w.implementation->not_run();
  const bool offers_something = !w.rows.empty();
  row.judge = [reason, offers_something](Row& r) {
    if (reason) {
      r.verdict = Verdict::not_run;
      r.reason = report::Reason{reason->category, reason->text};
    } else if (!offers_something) {
      r.verdict = Verdict::not_run;
      r.reason = report::Reason{"not offered", "the implementation offers nothing for this operation"};
    } else {
      r.verdict = Verdict::pass;
      r.judged = 1;
      r.coverage = report::Coverage::exhaustive;
      r.bound = "it loaded, and its offers are well formed";
    }
  };
  return row;
}

/// Before the plan is filtered. Below `standard` not every entry point has rows, and what cannot run here may
/// not say what it offers.
void find_unmatched(Worker& w) {
  if (w.options.tier < Tier::standard || w.implementation->not_run()) return;
  RowIdentity of;
  of.operation = w.suite->operation;
  of.implementation = w.implementation->name();
  std::vector<std::string> ids;
  for (const PlannedRow& row : w.rows) ids.push_back(row.identity.id);
  w.unmatched = unmatched_expectations(w.known, of, w.implementation->version(), ids);
}

void make_plan(Worker& w) {
  w.context.emplace(SuiteContext{.implementation = *w.implementation,
                                 .spec = w.options.spec,
                                 .tier = w.options.tier,
                                 .seed = w.options.seed,
                                 .threads = w.options.threads,
                                 .failures = w.options.failures});
  w.rows = w.suite->plan(*w.context);
  if (const auto reason = w.implementation->not_run()) {
    for (PlannedRow& row : w.rows) {
      row.judge = [reason](Row& r) {
        r.verdict = Verdict::not_run;
        r.reason = report::Reason{reason->category, reason->text};
      };
    }
  }
  const bool asked_for = !w.options.only_if_offered || w.implementation->offers().empty();
  if (asked_for || !w.rows.empty()) w.rows.insert(w.rows.begin(), load_row(w));
  find_unmatched(w);
  if (!w.options.filter.empty()) {
    std::erase_if(w.rows,
                  [&](const PlannedRow& r) { return !glob_matches(w.options.filter, r.identity.id); });
  }
  if (w.options.shard)
    std::erase_if(w.rows, [&](const PlannedRow& r) { return !holds(*w.options.shard, r.identity.id); });
}

/// Records that a plug-in or name could not be made into an implementation; the message is one sentence.
void record_load_failure(Worker& w, const std::string& message) {
  const std::string implementation = provisional_name(w.options.spec);
  w.rows.clear();
  w.rows.push_back({load_identity(w, implementation), nullptr, {}, {}});
  start_records(w, make_header(w, implementation, "unknown", "could not be loaded"));
  if (!w.writer) return;
  w.writer->begin(w.rows[0].identity.id);
  Row row;
  static_cast<RowIdentity&>(row) = w.rows[0].identity;
  row.verdict = Verdict::fail;
  row.judged = row.failed = 1;
  row.coverage = report::Coverage::exhaustive;
  row.message = message;
  w.writer->row(row);
  w.writer->footer(true);
}

class RowTest : public ::testing::Test {
 public:
  RowTest(Worker& worker, const PlannedRow& row) : worker_(&worker), row_(&row) {}

  void TestBody() override {
    if (worker_->writer) worker_->writer->begin(row_->identity.id);
    Row row = judge_row(*row_, *worker_->context, worker_->known);
    // A call may have forked and come back in the child, which has no business here.
    if (getpid() != worker_->process) _exit(0);
    if (row.verdict == Verdict::fail && fails_only_here(row))
      row.message += "; the same case passes in a process of its own: what it gives depends on earlier calls";
    if (worker_->writer) worker_->writer->row(row);
    if (row.verdict == Verdict::not_run) GTEST_SKIP() << row.reason->category << ": " << row.reason->text;
    EXPECT_FALSE(report::fails_a_run(row.verdict))
        << row.requirement << "  " << row.id << "\n  " << report::name(row.verdict) << ": " << row.message
        << (row.replay.empty() ? "" : "\n  " + row.replay);
  }

 private:
  /// Of a plug-in's first failing rows: whether the case is right where nothing was called before.
  bool fails_only_here(const Row& row) const {
    constexpr int most = 5;
    if (row.replay.empty() || !worker_->options.spec.starts_with("plugin:") || ++worker_->replays > most)
      return false;
    const std::filesystem::path file =
        worker_->options.failures / row.replay.substr(row.replay.rfind('/') + 1);
    return passes_alone(program_folder() / "ulpgate", file);
  }

  Worker* worker_;
  const PlannedRow* row_;
};

void register_tests(Worker& w, const std::set<std::string>& done) {
  for (const PlannedRow& row : w.rows) {
    if (done.contains(row.identity.id)) continue;
    const std::string suite_name = row.identity.operation + "/" + row.identity.implementation;
    const std::string test_name = row.identity.id.substr(suite_name.size() + 1);
    ::testing::RegisterTest(suite_name.c_str(), test_name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                            [&w, &row]() -> ::testing::Test* { return new RowTest(w, row); });
  }
}

/// Rows that an earlier process of this run already wrote.
std::set<std::string> rows_done(const Worker& w) {
  std::set<std::string> done;
  if (!w.options.append || w.options.records.empty()) return done;
  const auto path =
      w.options.records / report::record_file_name(w.suite->operation, w.implementation->name());
  for (const Row& row : report::read_records(path).rows) done.insert(row.id);
  return done;
}

int run(int argc, char** argv) {
  attach_call_trace();
  Worker w;
  ::testing::InitGoogleTest(&argc, argv);
  if (const auto status = parse_worker_options(argc, argv, w.options)) return *status;
  w.suite = find_suite(w.options.operation);
  if (w.suite == nullptr) {
    std::fprintf(stderr, "ulpgate-conformance: no suite tests '%s'\n", w.options.operation.c_str());
    return 2;
  }
  const bool listing = GTEST_FLAG_GET(list_tests);
  if (listing) w.options.records.clear();
  w.known = built_in_expectations();
  for (const std::string& file : w.options.expectations) {
    for (KnownDeviation& d : parse_expectations(report::read_file(file), file))
      w.known.push_back(std::move(d));
  }
  try {
    w.implementation = make_implementation(w.options.spec);
  } catch (const ImplementationError& e) {
    record_load_failure(w, e.what());
    std::fprintf(stderr, "ulpgate: %s\n", e.what());
    return 2;
  }
  make_plan(w);
  const std::set<std::string> done = rows_done(w);
  if (!listing) {
    start_records(w, make_header(w, w.implementation->name(), w.implementation->version(),
                                 w.implementation->description()));
  }
  register_tests(w, done);
  const int status = RUN_ALL_TESTS();
  if (w.writer) w.writer->footer(true);
  std::fflush(nullptr);
  // Without destructors of plug-ins: what they do when unloaded is no longer judged.
  _exit(status);
}

}  // namespace
}  // namespace ulpgate

int main(int argc, char** argv) {
  try {
    return ulpgate::run(argc, argv);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "ulpgate-conformance: %s\n", e.what());
    return 2;
  }
}
