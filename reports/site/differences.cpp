#include "reports/site/differences.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <thread>

#include "reports/diff/comparison.h"
#include "reports/diff/diff_page.h"
#include "reports/record/json_text.h"
#include "reports/record/reader.h"
#include "reports/site/history.h"
#include "reports/site/side_store.h"

namespace ulpgate::report {
namespace {

Json counts_json(const Neighbours& two, const Comparison& comparison) {
  Json counts = Json::object();
  for (const Change change : all_changes) counts[std::string(name(change))] = comparison.count(change);
  return {{"schema_version", 1},
          {"old", two.older->slug},
          {"new", two.newer->slug},
          {"joined", comparison.joined()},
          {"counts", std::move(counts)},
          {"not_comparable", comparison.not_comparable() ? Json(*comparison.not_comparable()) : Json()}};
}

/// Neighbours that follow each other, so that each report is read once.
void compare(const std::vector<Neighbours>& all, std::size_t begin, std::size_t end,
             const std::filesystem::path& folder) {
  const auto read = [&folder](const Column& column) {
    return take_up(read_file(folder / "report" / column.slug / side_put_aside));
  };
  Side newer;
  for (std::size_t i = begin; i < end; ++i) {
    const Neighbours& two = all[i];
    if (i == begin || all[i - 1].older != two.newer) newer = read(*two.newer);
    Comparison comparison(read(*two.older), std::move(newer));
    write_file(render_diff_page(comparison), folder / (two.page() + ".html"));
    write_file(compact(counts_json(two, comparison)) + "\n", folder / (two.page() + ".json"));
    newer = std::move(comparison).old_side();
  }
}

}  // namespace

void write_differences(const std::vector<Column>& columns, const std::filesystem::path& folder,
                       unsigned threads) {
  const std::vector<Neighbours> all = neighbours(columns);
  const std::size_t parts = std::min<std::size_t>(std::max(1U, threads), all.size());
  std::mutex mutex;
  std::exception_ptr failure;
  std::vector<std::jthread> workers;
  for (std::size_t part = 0; part < parts; ++part) {
    workers.emplace_back([&, part] {
      try {
        compare(all, all.size() * part / parts, all.size() * (part + 1) / parts, folder);
      } catch (...) {
        const std::lock_guard lock(mutex);
        failure = std::current_exception();
      }
    });
  }
  workers.clear();
  if (failure) std::rethrow_exception(failure);
  for (const Column& column : columns)
    std::filesystem::remove(folder / "report" / column.slug / side_put_aside);
}

}  // namespace ulpgate::report
