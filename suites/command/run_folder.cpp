#include "suites/command/run_folder.h"

#include <algorithm>
#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <unistd.h>

#include "reports/record/error.h"
#include "reports/record/reader.h"
#include "reports/record/report.h"

namespace ulpgate {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* files_of_a_run[] = {"report.json", "index.html", "profile.html", "junit.xml"};

fs::path manifest(const fs::path& folder) { return folder / "records" / "run.json"; }

json read_manifest(const fs::path& folder) {
  const json all =
      json::parse(report::read_regular_file(manifest(folder), report::max_report_bytes), nullptr, false);
  const bool sound = all.is_object() && all.contains("ulpgate_run") && all.contains("asked") &&
                     all["asked"].is_array() && all.contains("ended") && all["ended"].is_array();
  return sound ? all : json();
}

std::string part_name(const std::string& operation, const std::string& implementation) {
  return operation + " " + implementation;
}

[[noreturn]] void refuse(const fs::path& path) {
  throw report::InputError(path.string() +
                           " is not ulpgate's, and this run would remove it: choose another --out");
}

/// REQUIREMENT-1-0123456789abcdef.json, as write_failure() names them.
bool is_failure_file(const fs::path& file) {
  const std::string stem = file.stem().string();
  constexpr std::size_t digits = 16;
  if (file.extension() != ".json" || stem.size() < digits + 2 || stem[stem.size() - digits - 1] != '-')
    return false;
  const auto hash = stem.end() - digits;
  return std::all_of(stem.begin(), hash,
                     [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-'; }) &&
         std::all_of(hash, stem.end(),
                     [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

bool is_record_file(const fs::path& file) {
  const std::string name = file.filename().string();
  return file.extension() == ".jsonl" || file.extension() == ".log" || name == "run.json" ||
         name.starts_with(".worker-");
}

/// Throws where anything would be lost that a run did not write.
void check_old_run(const fs::path& folder) {
  const bool ours = fs::exists(manifest(folder)) && !read_manifest(folder).is_null();
  for (const char* name : files_of_a_run) {
    if (fs::exists(folder / name) && (!ours || !fs::is_regular_file(folder / name))) refuse(folder / name);
  }
  for (const char* part : {"records", "failures"}) {
    if (!fs::exists(folder / part)) continue;
    if (!ours) refuse(folder / part);
    for (const auto& entry : fs::directory_iterator(folder / part)) {
      const bool known =
          std::string_view(part) == "records" ? is_record_file(entry.path()) : is_failure_file(entry.path());
      if (!known) refuse(entry.path());
    }
  }
}

}  // namespace

RunFolder::RunFolder(fs::path folder, const std::vector<std::string>& operations,
                     const std::vector<std::string>& implementations)
    : folder_(std::move(folder)) {
  if (folder_.empty()) throw report::InputError("--out is empty");
  try {
    if (fs::exists(folder_) && !fs::is_directory(folder_))
      throw report::InputError(folder_.string() + " is not a folder (--out)");
    fs::create_directories(folder_);
    lock_ = open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock_ >= 0 && flock(lock_, LOCK_EX | LOCK_NB) != 0) {
      close(lock_);
      throw report::InputError(folder_.string() + ": another run is writing there; choose another --out");
    }
    check_old_run(folder_);
    for (const char* part : {"records", "failures"}) fs::remove_all(folder_ / part);
    for (const char* name : files_of_a_run) fs::remove(folder_ / name);
    fs::create_directories(folder_ / "records");
  } catch (const fs::filesystem_error& e) {
    throw report::InputError(folder_.string() + ": cannot be used for a report: " + e.code().message());
  }
  for (const std::string& operation : operations) {
    for (const std::string& implementation : implementations)
      asked_.push_back(part_name(operation, implementation));
  }
  write();
}

RunFolder::~RunFolder() {
  if (lock_ >= 0) close(lock_);
}

void RunFolder::ended(const std::string& operation, const std::string& implementation,
                      const std::string& records, const std::string& problem) {
  ended_.insert(part_name(operation, implementation));
  if (!records.empty()) files_.insert(records);
  if (!problem.empty()) problems_.push_back(problem);
  write();
}

void RunFolder::keeps(const std::string& records) {
  files_.insert(records);
  write();
}

void RunFolder::write() const {
  const json all = {
      {"ulpgate_run", 1}, {"asked", asked_}, {"ended", ended_}, {"files", files_}, {"problems", problems_}};
  report::write_file(all.dump(2, ' ', false, json::error_handler_t::replace) + "\n", manifest(folder_));
}

namespace {

bool says_that_nothing_was_planned(const fs::path& records) {
  try {
    const report::RecordFile file = report::salvage_records(records);
    return file.whole() && file.plan.empty();
  } catch (const report::InputError&) {
    return false;  // the report says what is wrong with it
  }
}

/// The texts of an array; nothing where it is none.
std::vector<std::string> texts(const json& all, const char* key) {
  std::vector<std::string> found;
  if (!all.contains(key) || !all[key].is_array()) return found;
  for (const json& item : all[key]) {
    if (item.is_string()) found.push_back(item.get<std::string>());
  }
  return found;
}

}  // namespace

void RunFolder::remove_records_without_rows() {
  // OPERATION.IMPLEMENTATION.jsonl; operations have no dot.
  const auto implementation = [](const fs::path& file) {
    const std::string name = file.filename().string();
    return name.substr(std::min(name.find('.'), name.size()));
  };
  std::vector<fs::path> without_rows;
  std::set<std::string> with_rows;
  for (const auto& entry : fs::directory_iterator(folder_ / "records")) {
    if (entry.path().extension() != ".jsonl") continue;
    if (says_that_nothing_was_planned(entry.path())) {
      without_rows.push_back(entry.path());
    } else {
      with_rows.insert(implementation(entry.path()));
    }
  }
  std::erase_if(without_rows,
                [&](const fs::path& file) { return !with_rows.contains(implementation(file)); });
  // First the list, then the files: a file that is not on it does no harm.
  for (const fs::path& file : without_rows) files_.erase(file.filename().string());
  write();
  for (fs::path& file : without_rows) {
    fs::remove(file);
    fs::remove(file.replace_extension(".log"));
  }
}

std::vector<std::string> problems_of_run(const fs::path& folder) {
  std::vector<std::string> sentences;
  if (!fs::exists(manifest(folder))) return sentences;
  const json all = read_manifest(folder);
  if (all.is_null())
    return {manifest(folder).string() + " cannot be read, so what this run was asked for is not known"};
  for (const std::string& part : texts(all, "asked")) {
    const auto ended = texts(all, "ended");
    if (std::find(ended.begin(), ended.end(), part) == ended.end())
      sentences.push_back("the run was stopped before it ended: " + part);
  }
  if (!all.contains("files"))
    sentences.push_back(
        manifest(folder).string() +
        " does not say which files the run left, so another version of ulpgate wrote it: judge "
        "again with ulpgate run");
  for (const std::string& file : texts(all, "files")) {
    if (!fs::exists(folder / "records" / file))
      sentences.push_back((folder / "records" / file).string() + ": the run left this file, and it is gone");
  }
  for (const std::string& problem : texts(all, "problems")) sentences.push_back(problem);
  return sentences;
}

}  // namespace ulpgate
