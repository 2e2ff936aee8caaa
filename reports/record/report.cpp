#include "reports/record/report.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <fstream>
#include <set>
#include <system_error>
#include <unistd.h>

#include "reports/record/counts.h"
#include "reports/record/error.h"
#include "reports/record/fields.h"
#include "reports/record/json_text.h"
#include "reports/record/reader.h"
#include "reports/record/shared_rows.h"
#include "reports/record/text.h"

namespace ulpgate::report {
namespace {

ReportFooter footer_from_json(const Json& json) {
  const Fields fields(json, "footer",
                      {"counts", "judged", "complete", "missing", "problems", "stale_expectations"});
  ReportFooter footer;
  footer.counts = counts_from_json(fields.at("counts"), "footer.counts");
  footer.judged = fields.u64("judged");
  footer.complete = fields.boolean("complete");
  footer.missing = fields.list_of_strings("missing");
  footer.problems = fields.list_of_strings("problems");
  footer.stale_expectations = fields.list_of_strings("stale_expectations");
  return footer;
}

/// A report whose footer or rows were edited does not add up.
void check_sums(const Report& report) {
  if (report.footer.counts != count(report.rows))
    throw InputError("footer.counts are not the counts of the rows");
  if (report.footer.judged != judged(report.rows))
    throw InputError("footer.judged is not the sum over the rows");
  if (report.footer.complete != (report.footer.missing.empty() && report.footer.problems.empty())) {
    throw InputError("footer.complete contradicts footer.missing and footer.problems");
  }
  for (std::size_t i = 0; i < report.rows.size(); ++i) {
    const Row& row = report.rows[i];
    if (i > 0 && report.rows[i - 1].id == row.id) throw InputError("row " + row.id + " stands twice");
    if (i > 0 && !(report.rows[i - 1].id < row.id))
      throw InputError("rows are not sorted by id at row " + row.id);
    if (!report.requirements.contains(row.requirement)) {
      throw InputError("row " + row.id + ": there is no requirement " + row.requirement);
    }
    if (!report.implementations.contains(row.implementation)) {
      throw InputError("row " + row.id + ": there is no implementation " + row.implementation);
    }
  }
}

}  // namespace

void finish(Report& report) {
  std::sort(report.rows.begin(), report.rows.end(), [](const Row& a, const Row& b) { return a.id < b.id; });
  std::set<std::string> stale(report.footer.stale_expectations.begin(),
                              report.footer.stale_expectations.end());
  for (std::size_t i = 0; i < report.rows.size(); ++i) {
    const Row& row = report.rows[i];
    if (i > 0 && report.rows[i - 1].id == row.id) throw InputError("row " + row.id + " stands twice");
    if (row.expectation && row.expectation->state == "stale") stale.insert(row.expectation->id);
  }
  // One that still waives a row has not gone.
  for (const Row& row : report.rows) {
    if (row.expectation && row.expectation->state == "matched") stale.erase(row.expectation->id);
  }
  ReportFooter& footer = report.footer;
  std::sort(footer.missing.begin(), footer.missing.end());
  footer.counts = count(report.rows);
  footer.judged = judged(report.rows);
  footer.complete = footer.missing.empty() && footer.problems.empty();
  footer.stale_expectations.assign(stale.begin(), stale.end());
}

Json to_json(const Report& report) {
  Json implementations = Json::object();
  for (const auto& [id, info] : report.implementations) {
    implementations[id] = {{"version", info.version}, {"description", info.description}};
  }
  SharedRows shared({report.requirements, report.tier, seed_text(report.seed)});
  Json rows = Json::array();
  for (const Row& row : report.rows) rows.push_back(shared.row(row));
  const ReportFooter& footer = report.footer;
  Json json = {
      {"schema_version", report_schema_version},
      {"suite", to_json(report.suite)},
      {"environment", report.environment},
      {"tier", report.tier},
      {"seed", seed_text(report.seed)},
      {"requirements", to_json(report.requirements)},
      {"formats", to_json(report.formats)},
      {"implementations", std::move(implementations)},
      {"shared", shared.shared()},
      {"rows", std::move(rows)},
      {"footer",
       {{"counts", to_json(footer.counts)},
        {"judged", footer.judged},
        {"complete", footer.complete},
        {"missing", footer.missing},
        {"problems", footer.problems},
        {"stale_expectations", footer.stale_expectations}}},
      {"timing",
       {{"started", report.started}, {"seconds", std::isfinite(report.seconds) ? report.seconds : 0.0}}}};
  if (report.shard) json["shard"] = to_json(*report.shard);
  return json;
}

namespace {

/// Makes rows of a report while it is parsed, once what they share has been.
class RowsAsParsed {
 public:
  /// At most about so many: memory for them is made at once, as far as it is not much.
  explicit RowsAsParsed(std::size_t expected) { rows_.reserve(std::min<std::size_t>(expected, 300'000)); }

  bool take(const Json& report, const Json& row) {
    if (!reader_ && !begin(report)) return false;
    rows_.push_back(reader_->row(row));
    return true;
  }
  std::vector<Row> rows() && { return std::move(rows_); }

 private:
  bool begin(const Json& report) {
    for (const char* key : {"schema_version", "tier", "seed", "requirements", "shared"})
      if (!report.contains(key)) return false;
    if (report["schema_version"] != report_schema_version || !report["tier"].is_string() ||
        !report["seed"].is_string())
      return false;
    requirements_ = requirements_from_json(report["requirements"]);
    reader_.emplace(report["shared"],
                    RowDefaults{requirements_, report["tier"].get<std::string>(),
                                seed_text(seed_from_text(report["seed"].get<std::string>()))});
    return true;
  }

  Requirements requirements_;
  std::optional<SharedRowReader> reader_;
  std::vector<Row> rows_;
};

/// `rows` are those that were taken out of the JSON.
Report report_of(const Json& json, std::vector<Row> rows) {
  if (json.is_object() && json.contains("schema_version"))
    check_schema_version(json["schema_version"], report_schema_version);
  const Fields fields(json, "report",
                      {"schema_version", "suite", "environment", "tier", "seed", "requirements", "formats",
                       "implementations", "shared", "rows", "footer", "timing", "shard"});
  fields.at("schema_version");
  Report report;
  report.suite = suite_from_json(fields.at("suite"));
  report.environment = fields.object("environment");
  report.tier = fields.string("tier");
  report.seed = seed_from_text(fields.string("seed"));
  if (fields.has("shard")) report.shard = shard_from_json(fields.at("shard"));
  report.requirements = requirements_from_json(fields.at("requirements"));
  report.formats = formats_table_from_json(fields.at("formats"));
  for (const auto& item : fields.object("implementations").items()) {
    const Fields info(item.value(), "implementations." + item.key(), {"version", "description"});
    report.implementations[item.key()] = {item.key(), info.string("version"), info.string("description")};
  }
  const SharedRowReader reader(fields.at("shared"),
                               {report.requirements, report.tier, seed_text(report.seed)});
  report.rows = std::move(rows);
  for (const Json& item : fields.array("rows")) report.rows.push_back(reader.row(item));
  report.footer = footer_from_json(fields.at("footer"));
  const Fields timing(fields.at("timing"), "timing", {"started", "seconds"});
  report.started = timing.string("started");
  report.seconds = timing.number("seconds");
  check_sums(report);
  return report;
}

}  // namespace

Report report_from_json(const Json& json) { return report_of(json, {}); }

void write_file(std::string_view text, const std::filesystem::path& path) {
  const std::filesystem::path temporary = path.string() + "." + std::to_string(::getpid()) + ".tmp";
  const auto refuse = [&path](const std::string& why) {
    throw InputError("cannot write " + path.string() + ": " + why);
  };
  std::error_code error;
  if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), error);
  if (error) refuse(error.message());
  std::ofstream stream(temporary, std::ios::binary | std::ios::trunc);
  stream.write(text.data(), static_cast<std::streamsize>(text.size()));
  stream.close();
  if (!stream) {
    const std::string why = std::generic_category().message(errno);
    std::filesystem::remove(temporary, error);
    refuse(why);
  }
  std::filesystem::rename(temporary, path, error);
  if (error) {
    const std::string why = error.message();
    std::filesystem::remove(temporary, error);
    refuse(why);
  }
}

void write_report(const Report& report, const std::filesystem::path& path) {
  // A line for each row, so that the file can be read, searched and compared by lines.
  std::string text = "{";
  const Json json = to_json(report);
  for (const auto& item : json.items()) {
    text += (text.size() == 1 ? "\n" : ",\n") + Json(item.key()).dump() + ": ";
    if (item.key() != "rows") {
      text += item.value().dump(1, ' ', false, Json::error_handler_t::replace);
      continue;
    }
    text += "[";
    for (const Json& row : item.value())
      text += (&row == &item.value().front() ? "\n" : ",\n") + compact(row);
    text += "\n]";
  }
  write_file(text + "\n}\n", path);
}

Report parse_report(std::string_view text, const std::string& name) {
  try {
    // As write_report() writes it, a row is a line.
    RowsAsParsed rows(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')));
    const Json json = parse_json(
        text, {"rows", [&rows](const Json& report, const Json& row) { return rows.take(report, row); }});
    return report_of(json, std::move(rows).rows());
  } catch (const InputError& error) {
    throw InputError(name + ": " + one_line(error.what()));
  }
}

Report read_report(const std::filesystem::path& path) {
  return parse_report(read_file(path, max_report_bytes), path.string());
}

}  // namespace ulpgate::report
