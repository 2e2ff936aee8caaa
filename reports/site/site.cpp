#include "reports/site/site.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <set>
#include <thread>

#include "reports/page/html.h"
#include "reports/page/page.h"
#include "reports/page/profile_page.h"
#include "reports/page/visible.h"
#include "reports/record/error.h"
#include "reports/record/json_text.h"
#include "reports/record/reader.h"
#include "reports/site/badge.h"
#include "reports/site/check.h"
#include "reports/site/compare_page.h"
#include "reports/site/differences.h"
#include "reports/site/markup.h"
#include "reports/site/rows_file.h"
#include "reports/site/side_store.h"
#include "reports/site/site_pages.h"

namespace ulpgate::report {
namespace {

namespace fs = std::filesystem;

/// One report on its way into the site.
struct Job {
  fs::path path;
  Column column;
  Requirements requirements;
  std::string refusal;  ///< "PATH: why", or empty
};

/// The name of the folder a report lies in, or of its file: links to it last as long as that name.
std::string slug_of(const fs::path& path) {
  const fs::path whole = fs::absolute(path).lexically_normal();
  const bool usual = whole.filename() == "report.json" || whole.filename().empty();
  const std::string name = slug((usual ? whole.parent_path().filename() : whole.stem()).string());
  return name.empty() ? "report" : name.substr(0, 80);
}

void publish(Job& job, const fs::path& folder) {
  try {
    if (fs::is_directory(job.path)) job.path /= "report.json";
    const Report report = read_report(job.path);
    for (const std::string& why : why_not_published(report))
      job.refusal += (job.refusal.empty() ? job.path.string() + ": " : ", ") + why;
    if (!job.refusal.empty()) return;
    const std::string slug = job.column.slug;
    // A folder of its own is one report's; what lies beside several files is nobody's.
    const bool alone = job.path.filename() == "report.json";
    const std::vector<Probed> probed = alone ? read_probed(job.path.parent_path()) : std::vector<Probed>();
    job.column = column_of(report, probed);
    job.column.slug = slug;
    job.requirements = report.requirements;
    const fs::path own = folder / "report" / slug;
    write_file(render_page(report, !probed.empty()), own / "index.html");
    if (!probed.empty()) {
      write_file(render_profile_page(report, probed), own / "profile.html");
      for (const fs::path& file : probe_files(job.path.parent_path()))
        fs::copy_file(file, own / file.filename());
    }
    fs::copy_file(job.path, own / "report.json");
    write_file(badge(job.column), own / "badge.svg");
    const Side side = side_without_entries(report, "report/" + slug);
    RowsFile rows;
    PutAside aside(side, report.rows.size());
    for (const Row& row : report.rows) {
      const Entry entry = entry_of(row);
      rows.add(entry);
      aside.add(entry);
    }
    write_file(std::move(rows).take(slug, side.facts), own / "rows.js");
    write_file(std::move(aside).take(), own / side_put_aside);
  } catch (const InputError& error) {
    job.refusal = error.what();
  }
}

/// Runs `work` for every job, `threads` at once; the first exception is thrown here.
template <typename Work>
void for_all(std::vector<Job>& jobs, unsigned threads, Work work) {
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::exception_ptr failure;
  const auto loop = [&] {
    for (std::size_t i = next++; i < jobs.size(); i = next++) {
      try {
        work(jobs[i]);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!failure) failure = std::current_exception();
      }
    }
  };
  std::vector<std::jthread> workers;
  for (unsigned n = 0; n < std::max(1U, threads); ++n) workers.emplace_back(loop);
  workers.clear();
  if (failure) std::rethrow_exception(failure);
}

constexpr const char* mark = ".ulpgate-site";

/// Throws where `folder` holds what no site wrote.
void check_old_site(const fs::path& folder) {
  const bool empty = !fs::exists(folder) || (fs::is_directory(folder) && fs::is_empty(folder));
  if (!empty && !fs::exists(folder / mark))
    throw InputError(folder.string() + " holds something that is no site of ulpgate's; choose another --out");
}

/// A folder beside the site in which the new one is made: readers see the old site or the new one.
class Staging {
 public:
  explicit Staging(const fs::path& folder) : folder_(folder), path_(folder.string() + ".new") {
    check_old_site(folder_);
    check_old_site(path_);
    fs::remove_all(path_);
    write_file("", path_ / mark);
  }
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;
  ~Staging() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  const fs::path& path() const { return path_; }
  void take_its_place() {
    fs::remove_all(folder_);
    fs::rename(path_, folder_);
  }

 private:
  fs::path folder_, path_;
};

std::string requirement_index(const Requirements& requirements) {
  Html html;
  page_head(html, "Requirements", "../");
  html.raw("<ul>");
  for (const auto& [id, text] : requirements) {
    html.raw("<li><a href=\"")
        .raw(slug(id))
        .raw(".html\">")
        .text(id)
        .raw("</a>: ")
        .text(text.statement)
        .raw("</li>\n");
  }
  html.raw("</ul>\n");
  page_foot(html);
  return std::move(html).take();
}

void write_pages(const SiteResult& site, const Requirements& requirements, const fs::path& folder) {
  const auto write_json = [](const Json& json, const fs::path& path) {
    write_file(compact(json) + "\n", path);
  };
  write_file(index_page(site.columns, site.refused), folder / "index.html");
  write_json(index_json(site.columns, site.refused), folder / "index.json");
  write_file(compare_page(site.columns), folder / "diff.html");
  if (has_facts(site.columns)) {
    write_file(facts_page(site.columns), folder / "facts.html");
    write_json(facts_json(site.columns), folder / "facts.json");
  }
  std::set<std::string> operations;
  for (const Column& column : site.columns) {
    for (const auto& [key, tally] : column.by_formats) operations.insert(key.first);
  }
  for (const std::string& operation : operations) {
    const std::string name = slug(operation);
    write_file(operation_page(site.columns, operation), folder / "operation" / (name + ".html"));
    write_json(operation_json(site.columns, operation), folder / "operation" / (name + ".json"));
  }
  for (const auto& [id, text] : requirements) {
    write_file(requirement_page(site.columns, id, text), folder / "requirement" / (slug(id) + ".html"));
    write_json(requirement_json(site.columns, id, text), folder / "requirement" / (slug(id) + ".json"));
  }
  write_file(requirement_index(requirements), folder / "requirement" / "index.html");
}

}  // namespace

SiteResult write_site(const std::vector<fs::path>& reports, const fs::path& folder, unsigned threads) {
  std::vector<Job> jobs;
  std::set<std::string> slugs;
  for (const fs::path& path : reports) {
    Job job{path, {}, {}, {}};
    const std::string base = slug_of(path);
    job.column.slug = base;
    for (int n = 2; !slugs.insert(job.column.slug).second; ++n)
      job.column.slug = base + "-" + std::to_string(n);
    jobs.push_back(std::move(job));
  }
  try {
    Staging staging(fs::absolute(folder).lexically_normal());
    for_all(jobs, threads, [&staging](Job& job) { publish(job, staging.path()); });
    std::stable_sort(jobs.begin(), jobs.end(),
                     [](const Job& a, const Job& b) { return a.column.started > b.column.started; });
    SiteResult site;
    Requirements requirements;
    for (Job& job : jobs) {
      if (!job.refusal.empty()) {
        site.refused.push_back(visible(job.refusal));
        continue;
      }
      // The newest text of a requirement stands.
      requirements.insert(job.requirements.begin(), job.requirements.end());
      site.columns.push_back(std::move(job.column));
    }
    tell_apart(site.columns);
    if (site.columns.empty())
      throw InputError("no report can be published: " +
                       (site.refused.empty() ? "none was given" : site.refused.front()));
    write_pages(site, requirements, staging.path());
    write_differences(site.columns, staging.path(), threads);
    staging.take_its_place();
    return site;
  } catch (const fs::filesystem_error& error) {
    throw InputError(folder.string() + ": cannot be used for a site: " + error.code().message());
  }
}

}  // namespace ulpgate::report
