#include "reports/record/reader.h"

#include <cerrno>
#include <fcntl.h>
#include <map>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "reports/record/counts.h"
#include "reports/record/error.h"
#include "reports/record/fields.h"
#include "reports/record/json_text.h"
#include "reports/record/text.h"

namespace ulpgate::report {
namespace {

/// Reads the lines of one file in order: header, environment, plan, any number of begin and row, footer.
class Parser {
 public:
  Parser(RecordFile& file, bool salvages) : file_(file), salvages_(salvages) {}

  /// Whether the reading goes on after a line that cannot be read.
  bool pass_over(const std::string& problem_of_line) {
    if (!salvages_ || !planned_) return false;
    constexpr std::size_t most_named = 10;
    if (++passed_over_ <= most_named)
      file_.problems.push_back(one_line(problem_of_line + "; the line is passed over"));
    return true;
  }

  void line(std::string_view text) {
    if (file_.footer) throw InputError("a line follows the footer");
    const Json json = parse_json(text);
    if (!json.is_object()) throw InputError("the line is not an object");
    const auto type = json.find("type");
    if (type == json.end() || !type->is_string()) throw InputError("the line has no type");
    const auto& kind = type->get_ref<const std::string&>();
    if (!file_.header) {
      expect(kind, "header");
      file_.header = header_from_json(json);
    } else if (file_.environment.is_null()) {
      expect(kind, "environment");
      environment(json);
    } else if (!planned_) {
      expect(kind, "plan");
      plan(json);
    } else if (kind == "begin") {
      begin(json);
    } else if (kind == "row") {
      row(json);
    } else if (kind == "footer") {
      footer(json);
    } else {
      throw InputError("a line of type \"" + kind.substr(0, 40) +
                       "\" stands where begin, row or footer was expected");
    }
  }

  void finish(bool half_line) {
    if (passed_over_ > 1) problem(std::to_string(passed_over_) + " lines in all are passed over");
    for (const auto& [id, state] : states_) {
      if (state == State::begun) file_.in_flight.push_back(id);
    }
    if (half_line) problem("the last line is cut");
    if (!file_.footer) {
      problem("the file is truncated: it has no footer");
    } else if (!file_.footer->complete) {
      problem("the footer says that the run is not complete");
    }
    for (const std::string& id : file_.in_flight) problem("row " + id + " was in flight");
  }

 private:
  enum class State { planned, begun, done };

  static void expect(const std::string& kind, const std::string& wanted) {
    if (kind != wanted) {
      throw InputError("a line of type \"" + kind.substr(0, 40) + "\" stands where the " + wanted +
                       " was expected");
    }
  }

  void problem(const std::string& text) { file_.problems.push_back(one_line(file_.name + ": " + text)); }

  void environment(const Json& json) {
    for (const char* part : {"host", "build", "variables"}) {
      if (!json.contains(part) || !json[part].is_object()) {
        throw InputError(std::string("environment.") + part + " is not an object");
      }
    }
    file_.environment = json;
    file_.environment.erase("type");
  }

  void plan(const Json& json) {
    const Fields fields(json, "plan", {"type", "rows"});
    for (const Json& item : fields.array("rows")) {
      RowIdentity identity = identity_from_json(item);
      const std::string where = "plan row " + identity.id;
      if (identity.operation != file_.header->operation)
        throw InputError(where + ": operation is not the header's");
      if (identity.implementation != file_.header->implementation.name) {
        throw InputError(where + ": implementation is not the header's");
      }
      if (identity.tier != file_.header->tier) throw InputError(where + ": tier is not the header's");
      const auto requirement = file_.header->requirements.find(identity.requirement);
      if (requirement == file_.header->requirements.end()) {
        throw InputError(where + ": the header has no requirement " + identity.requirement);
      }
      if (requirement->second.level != identity.level)
        throw InputError(where + ": level is not the requirement's");
      if (!states_.emplace(identity.id, State::planned).second)
        throw InputError(where + ": the id stands twice");
      positions_[identity.id] = file_.plan.size();
      file_.plan.push_back(std::move(identity));
    }
    planned_ = true;
  }

  State& state(const std::string& id) {
    const auto found = states_.find(id);
    if (found == states_.end()) throw InputError("row " + id + " is not in the plan");
    if (found->second == State::done) throw InputError("row " + id + " stands twice");
    return found->second;
  }

  void begin(const Json& json) {
    const Fields fields(json, "begin", {"type", "id"});
    state(fields.string("id")) = State::begun;
  }

  void row(const Json& json) {
    Row row = row_from_json(json);
    State& now = state(row.id);
    if (static_cast<const RowIdentity&>(row) != file_.plan.at(positions_.at(row.id))) {
      throw InputError("row " + row.id + ": the identity is not the planned one");
    }
    now = State::done;
    file_.rows.push_back(std::move(row));
  }

  void footer(const Json& json) {
    const Fields fields(json, "footer", {"type", "counts", "complete"});
    Footer footer{counts_from_json(fields.at("counts"), "footer.counts"), fields.boolean("complete")};
    if (passed_over_ == 0 && footer.counts != count(file_.rows))
      throw InputError("footer.counts are not the counts of the rows above");
    file_.footer = footer;
  }

  RecordFile& file_;
  bool salvages_;
  std::size_t passed_over_ = 0;
  bool planned_ = false;
  std::map<std::string, State> states_;
  std::map<std::string, std::size_t> positions_;
};

RecordFile parse(std::string_view text, std::string name, bool salvages) {
  RecordFile file;
  file.name = std::move(name);
  Parser parser(file, salvages);
  std::size_t number = 0;
  while (!text.empty()) {
    ++number;
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    try {
      if (line.size() > max_line_bytes) throw InputError("the line is longer than 64 MiB");
      // A line is written with its line break in one write: without it, the writer did not get to the end.
      if (end == std::string_view::npos) break;
      parser.line(line);
    } catch (const InputError& error) {
      const std::string problem = file.name + ":" + std::to_string(number) + ": " + one_line(error.what());
      if (!parser.pass_over(problem)) throw InputError(problem);
      if (end == std::string_view::npos) break;
    }
    text.remove_prefix(end + 1);
  }
  parser.finish(!text.empty());
  return file;
}

}  // namespace

RecordFile parse_records(std::string_view text, std::string name) {
  return parse(text, std::move(name), false);
}

std::string read_file(const std::filesystem::path& path, std::size_t most) {
  // read(2) and not a stream: a stream on a folder opens, and hides why it cannot be read.
  const auto refuse = [&path](int error) {
    throw InputError("cannot read " + path.string() + ": " + std::generic_category().message(error));
  };
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) refuse(errno);
  std::string text;
  struct stat status {};
  const bool known = ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
  bool too_large = known && static_cast<std::uintmax_t>(status.st_size) > most;
  // One byte more than there should be: the end is seen with the last of them.
  constexpr std::size_t at_once = std::size_t{1} << 16;
  if (known && !too_large) text.resize(static_cast<std::size_t>(status.st_size) + 1);
  std::size_t taken = 0;
  ssize_t size = 0;
  do {
    if (too_large) break;
    if (taken == text.size()) text.resize(taken + at_once);
    size = ::read(descriptor, text.data() + taken, text.size() - taken);
    if (size > 0) taken += static_cast<std::size_t>(size);
    too_large = taken > most;
  } while (size > 0 || (size < 0 && errno == EINTR));
  const int error = errno;
  ::close(descriptor);
  if (too_large)
    throw InputError(path.string() + " is larger than " + std::to_string(most >> 20U) +
                     " MiB, as no report and no records are");
  if (size < 0) refuse(error);
  text.resize(taken);
  return text;
}

std::string read_regular_file(const std::filesystem::path& path, std::size_t most) {
  // Asked before it is opened: opening a FIFO waits for its writer.
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    throw InputError(path.string() + " is not a regular file");
  return read_file(path, most);
}

RecordFile read_records(const std::filesystem::path& path) {
  return parse_records(read_regular_file(path, max_report_bytes), path.string());
}

RecordFile salvage_records(const std::filesystem::path& path) {
  return parse(read_regular_file(path, max_report_bytes), path.string(), true);
}

}  // namespace ulpgate::report
