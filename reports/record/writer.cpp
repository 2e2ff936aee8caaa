#include "reports/record/writer.h"

#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "reports/record/counts.h"
#include "reports/record/error.h"
#include "reports/record/json_text.h"
#include "reports/record/reader.h"

namespace ulpgate::report {
namespace {

void append_file_name(std::string& out, std::string_view text) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                       (byte >= '0' && byte <= '9') || byte == '.' || byte == '_' || byte == '-';
    if (plain) {
      out += c;
    } else {
      out += {'%', digits[byte >> 4], digits[byte & 15]};
    }
  }
}

}  // namespace

std::string record_file_name(std::string_view operation, std::string_view implementation) {
  std::string result;
  append_file_name(result, operation);
  result += '.';
  append_file_name(result, implementation);
  return result + ".jsonl";
}

RecordWriter::RecordWriter(std::filesystem::path path, Mode mode) : path_(std::move(path)) {
  int flags = O_WRONLY | O_APPEND | O_CLOEXEC;
  if (mode == Mode::create) {
    flags |= O_CREAT | O_TRUNC;
    std::error_code error;
    if (path_.has_parent_path()) std::filesystem::create_directories(path_.parent_path(), error);
    if (error) throw InputError("cannot create " + path_.parent_path().string() + ": " + error.message());
  } else {
    resume();
  }
  descriptor_ = ::open(path_.c_str(), flags, 0666);
  if (descriptor_ < 0) refuse("open");
}

RecordWriter::RecordWriter(RecordWriter&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      counts_(other.counts_) {}

RecordWriter::~RecordWriter() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void RecordWriter::refuse(const std::string& what) const {
  throw InputError("cannot " + what + " " + path_.string() + ": " + std::generic_category().message(errno));
}

void RecordWriter::resume() {
  const std::string text = read_file(path_);
  const RecordFile file = parse_records(text, path_.string());
  if (file.footer) throw InputError("cannot append to " + path_.string() + ": it has a footer");
  counts_ = count(file.rows);
  const std::size_t end = text.rfind('\n');
  const std::size_t whole = end == std::string::npos ? 0 : end + 1;
  if (whole != text.size() && ::truncate(path_.c_str(), static_cast<off_t>(whole)) != 0) refuse("shorten");
}

void RecordWriter::line(const Json& json) {
  std::string text = compact(json);
  if (text.size() > max_line_bytes)
    throw InputError("cannot write " + path_.string() + ": a line is longer than 64 MiB");
  text += '\n';
  ssize_t written = 0;
  do {
    written = ::write(descriptor_, text.data(), text.size());
  } while (written < 0 && errno == EINTR);
  if (written < 0) refuse("write");
  if (static_cast<std::size_t>(written) != text.size()) {
    errno = ENOSPC;
    refuse("write all of a line to");
  }
}

void RecordWriter::header(const Header& header) { line(to_json(header)); }

void RecordWriter::environment(const Json& environment) {
  Json json = {{"type", "environment"}};
  json.update(environment);
  line(json);
}

void RecordWriter::plan(const std::vector<RowIdentity>& rows) {
  Json items = Json::array();
  for (const RowIdentity& row : rows) items.push_back(to_json(row));
  line({{"type", "plan"}, {"rows", std::move(items)}});
}

void RecordWriter::begin(const std::string& id) { line({{"type", "begin"}, {"id", id}}); }

void RecordWriter::row(const Row& row) {
  Json json = {{"type", "row"}};
  json.update(to_json(row));
  line(json);
  ++counts_[row.verdict];
}

void RecordWriter::footer(bool complete) {
  line({{"type", "footer"}, {"counts", to_json(counts_)}, {"complete", complete}});
}

}  // namespace ulpgate::report
