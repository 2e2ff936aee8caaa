#include "suites/command/parts.h"

#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <exception>
#include <mutex>
#include <thread>

#include "kernels/api/registry.h"
#include "reports/record/error.h"
#include "suites/command/process.h"
#include "suites/command/progress.h"
#include "suites/framework/text.h"

namespace ulpgate {
namespace {

struct Part {
  std::string operation;
  std::string spec;
  bool alone = false;  ///< not at the same time as another one of this kind
  bool taken = false;
  std::string problem;

  std::string title() const { return operation + "  " + excerpt(spec); }
};

bool may_use_device(const std::string& spec) {
  const auto& all = all_adapters();
  const auto entry =
      std::find_if(all.begin(), all.end(), [&](const AdapterEntry& e) { return e.name == spec; });
  return entry == all.end() || entry->device;
}

std::vector<Part> parts_of(const RunOptions& o) {
  std::vector<Part> parts;
  for (const std::string& operation : o.operations) {
    for (const std::string& spec : o.implementations) {
      Part part;
      part.operation = operation;
      part.spec = spec;
      part.alone = may_use_device(spec);
      parts.push_back(std::move(part));
    }
  }
  return parts;
}

class PartsAtOnce {
 public:
  PartsAtOnce(const RunOptions& options, RunFolder& folder)
      : options_(options),
        parts_(parts_of(options)),
        folder_(&folder),
        progress_(parts_.size(), options.every_operation) {
    const auto alone = std::count_if(parts_.begin(), parts_.end(), [](const Part& p) { return p.alone; });
    const auto together = static_cast<unsigned>(parts_.size() - static_cast<std::size_t>(alone));
    at_once_ = std::clamp(together + (alone > 0 ? 1U : 0U), 1U, std::min(options_.threads, most_at_once));
    if (options_.memory_limit_mib == 0)
      options_.memory_limit_mib = std::max<std::uint64_t>(memory_limit_bytes(0) / at_once_ >> 20, 16);
    // Rows do not keep all their threads busy all the time.
    options_.threads = std::clamp(2 * options_.threads / at_once_, 1U, options_.threads);
  }

  std::vector<std::string> run() {
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < at_once_; ++i) threads.emplace_back([this] { work(); });
    for (std::thread& t : threads) t.join();
    if (failure_) std::rethrow_exception(failure_);
    std::vector<std::string> problems;
    for (const Part& part : parts_) {
      if (!part.problem.empty()) problems.push_back(part.problem);
    }
    return problems;
  }

 private:
  /// The next part that may begin; nullptr when none is left.
  Part* take() {
    std::unique_lock lock(mutex_);
    for (;;) {
      if (failure_) return nullptr;
      bool left = false;
      for (Part& part : parts_) {
        if (part.taken) continue;
        left = true;
        if (part.alone && one_is_alone_) continue;
        part.taken = true;
        one_is_alone_ = one_is_alone_ || part.alone;
        return &part;
      }
      if (!left) return nullptr;
      changed_.wait(lock);
    }
  }

  void work() {
    while (Part* part = take()) {
      try {
        judge(*part);
      } catch (...) {
        const std::lock_guard lock(mutex_);
        failure_ = std::current_exception();
      }
      const std::lock_guard lock(mutex_);
      if (part->alone) one_is_alone_ = false;
      changed_.notify_all();
    }
  }

  void judge(Part& part) {
    const auto line = progress_.begin(part.title());
    WorkerResult result;
    try {
      result = supervise(options_, part.operation, part.spec,
                         [&](const WorkerProgress& p) { progress_.show(line, p); });
    } catch (const report::InputError& e) {
      // Records that cannot be read cost their own implementation; the part stays unended, and the report
      // says so.
      progress_.drop(line);
      std::fprintf(stderr, "ulpgate: %s: %s\n", excerpt(part.spec).c_str(), excerpt(e.what(), 1000).c_str());
      return;
    }
    progress_.finish(line);
    const std::lock_guard lock(mutex_);
    if (result.bad_use) part.problem = result.message;
    folder_->ended(part.operation, part.spec, result.records, result.problem);
  }

  RunOptions options_;
  std::vector<Part> parts_;
  RunFolder* folder_;
  Progress progress_;
  unsigned at_once_ = 1;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool one_is_alone_ = false;
  std::exception_ptr failure_;
};

}  // namespace

std::vector<std::string> run_parts(const RunOptions& options, RunFolder& folder) {
  std::vector<std::string> problems = PartsAtOnce(options, folder).run();
  if (options.every_operation) folder.remove_records_without_rows();
  return problems;
}

}  // namespace ulpgate
