// ulpgate merge: one report of the parts of a run.
#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

#include "reports/record/error.h"
#include "reports/record/join.h"
#include "reports/record/reader.h"
#include "reports/record/summary.h"
#include "reports/record/writer.h"
#include "suites/command/commands.h"
#include "suites/command/publish.h"
#include "suites/command/run_folder.h"

namespace ulpgate {
namespace {

namespace fs = std::filesystem;

fs::path report_file(const fs::path& part) {
  if (!fs::is_directory(part)) return part;
  fs::path file = part / "report.json";
  if (!fs::exists(file) && fs::exists(part / "records"))
    throw report::InputError(part.string() + " has records and no report: ulpgate report " + part.string() +
                             " makes it");
  return file;
}

/// What is written must be none of what is read, nor a folder that holds it.
void check_paths(const MergeOptions& o) {
  std::set<fs::path> seen;
  const fs::path out = fs::weakly_canonical(o.out);
  for (const fs::path& part : o.parts) {
    const fs::path path = fs::weakly_canonical(report_file(part));
    if (!seen.insert(path).second) throw report::InputError(part.string() + " is given twice");
    if (std::mismatch(out.begin(), out.end(), path.begin(), path.end()).first == out.end())
      throw report::InputError(o.out.string() + " would replace " + part.string() + ": choose another --out");
  }
}

/// The records of all parts, as one run leaves them: a file for each operation of each implementation.
class Records {
 public:
  /// False where the part has none.
  bool add(const fs::path& part) {
    bool any = false;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(part / "records", ignored)) {
      if (entry.path().extension() != ".jsonl") continue;
      any = true;
      take(report::read_records(entry.path()));
    }
    return any;
  }

  void write(const fs::path& folder, RunFolder& run) {
    for (auto& [name, file] : files_) {
      report::RecordWriter writer(folder / "records" / name, report::RecordWriter::Mode::create);
      const auto by_id = [](const auto& a, const auto& b) { return a.id < b.id; };
      std::sort(file.plan.begin(), file.plan.end(), by_id);
      std::sort(file.rows.begin(), file.rows.end(), by_id);
      writer.header(*file.header);
      writer.environment(file.environment);
      writer.plan(file.plan);
      for (const report::Row& row : file.rows) {
        writer.begin(row.id);
        writer.row(row);
      }
      writer.footer(true);
      run.keeps(name);
    }
  }

 private:
  void take(report::RecordFile part) {
    if (!part.whole()) throw report::InputError(part.problems.front());
    part.header->shard.reset();
    const std::string name =
        report::record_file_name(part.header->operation, part.header->implementation.name);
    const auto [found, is_new] = files_.emplace(name, part);
    if (is_new) return;
    report::RecordFile& whole = found->second;
    whole.header->formats.merge(part.header->formats);
    std::set<std::string> known;
    for (const report::RowIdentity& row : whole.plan) known.insert(row.id);
    for (report::RowIdentity& row : part.plan) {
      if (!known.contains(row.id)) whole.plan.push_back(std::move(row));
    }
    for (report::Row& row : part.rows) {
      if (!known.contains(row.id)) whole.rows.push_back(std::move(row));
    }
  }

  std::map<std::string, report::RecordFile> files_;
};

void copy_failures(const fs::path& part, const fs::path& folder) {
  if (!fs::is_directory(part / "failures")) return;
  fs::create_directories(folder / "failures");
  for (const auto& entry : fs::directory_iterator(part / "failures"))
    fs::copy_file(entry.path(), folder / "failures" / entry.path().filename(),
                  fs::copy_options::skip_existing);
}

}  // namespace

int merge_command(const MergeOptions& o) {
  check_paths(o);
  std::vector<report::PartOfRun> parts;
  for (const fs::path& part : o.parts)
    parts.push_back({part.string(), report::read_report(report_file(part))});
  const report::Report whole = report::join(std::move(parts));
  if (o.out.extension() == ".json") {
    report::write_report(whole, o.out);
    std::printf("%s\n%s\n", report::headline(whole).c_str(), o.out.string().c_str());
    return report::exit_status(whole);
  }
  Records records;
  // With the records of some parts alone, ulpgate report would make a report of those.
  const bool all_have_records =
      std::all_of(o.parts.begin(), o.parts.end(), [&](const fs::path& part) { return records.add(part); });
  RunFolder run(o.out, {}, {});
  if (all_have_records) records.write(o.out, run);
  for (const fs::path& part : o.parts) copy_failures(part, o.out);
  write_documents(whole, o.out);
  print_summary(whole, o.out);
  return report::exit_status(whole);
}

}  // namespace ulpgate
