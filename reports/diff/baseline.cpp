#include "reports/diff/baseline.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "reports/record/error.h"
#include "reports/record/json_text.h"
#include "reports/record/text.h"

namespace ulpgate::report {
namespace {

constexpr std::string_view first_line = "# ulpgate baseline 1";

/// As it is where it is one visible word, else a JSON string in ASCII.
std::string word(const std::string& text) {
  const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return c > ' ' && c < 0x7f && c != '"' && c != '\\';
  });
  return plain ? text : Json(text).dump(-1, ' ', true, Json::error_handler_t::replace);
}

void add(std::string& line, std::string_view key, const std::string& value) {
  if (!value.empty()) line.append(" ").append(key).append("=").append(word(value));
}

void add(std::string& line, std::string_view key, const std::optional<double>& value) {
  // The shortest decimal that reads back as the same number.
  if (value && std::isfinite(*value)) line.append(" ").append(key).append("=").append(Json(*value).dump());
}

std::string row_line(const Entry& entry) {
  std::string line = "row " + word(entry.id) + " " + word(std::string(name(entry.verdict)));
  if (entry.verdict != Verdict::not_run) {
    line += " judged=" + std::to_string(entry.judged) + " failed=" + std::to_string(entry.failed) +
            " coverage=" + std::string(name(entry.coverage));
  }
  add(line, "bound", entry.max_error_over_bound);
  add(line, "max", entry.max_ulp_error);
  add(line, "rms", entry.rms_ulp_error);
  add(line, "mean", entry.mean_ulp_error);
  add(line, "bits", entry.fingerprint);
  add(line, "seed", entry.seed);
  add(line, "inputs", entry.inputs.digest);
  add(line, "claims", entry.claims);
  add(line, "limit", entry.bound.digest);
  for (const auto& [key, value] : entry.ran)
    line.append(" ").append(word("ran." + key)).append("=").append(word(value));
  return line + "\n";
}

/// Takes words and key=value pairs off one line.
class Words {
 public:
  explicit Words(std::string_view line) : rest_(line) {}

  bool more() const { return !rest_.empty(); }

  /// The next word, up to a space or `stop`.
  std::string take(char stop = ' ') {
    if (rest_.empty()) throw InputError("the line ends early");
    std::string text;
    if (rest_.front() == '"') {
      std::size_t end = 1;
      while (end < rest_.size() && rest_[end] != '"') end += rest_[end] == '\\' ? 2 : 1;
      if (end >= rest_.size()) throw InputError("a string does not end");
      const Json json = parse_json(rest_.substr(0, end + 1));
      text = json.get<std::string>();
      rest_.remove_prefix(end + 1);
    } else {
      const std::size_t end = std::min(rest_.find(stop), rest_.size());
      text = rest_.substr(0, end);
      rest_.remove_prefix(end);
    }
    if (rest_.empty()) return text;
    if (rest_.front() != stop)
      throw InputError("a word is followed by something that is no '" + std::string(1, stop) + "'");
    rest_.remove_prefix(1);
    return text;
  }

 private:
  std::string_view rest_;
};

template <typename Number>
Number number(const std::string& key, const std::string& text) {
  Number value{};
  const char* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || at != end) throw InputError(key + " is no number");
  return value;
}

void set(Entry& entry, const std::string& key, const std::string& value) {
  if (key == "judged") {
    entry.judged = number<std::uint64_t>(key, value);
  } else if (key == "failed") {
    entry.failed = number<std::uint64_t>(key, value);
  } else if (key == "coverage") {
    const auto coverage = coverage_named(value);
    if (!coverage) throw InputError("there is no coverage " + value);
    entry.coverage = *coverage;
  } else if (key == "bound") {
    entry.max_error_over_bound = number<double>(key, value);
  } else if (key == "max") {
    entry.max_ulp_error = number<double>(key, value);
  } else if (key == "rms") {
    entry.rms_ulp_error = number<double>(key, value);
  } else if (key == "mean") {
    entry.mean_ulp_error = number<double>(key, value);
  } else if (key == "bits") {
    entry.fingerprint = value;
  } else if (key == "seed") {
    entry.seed = value;
  } else if (key == "inputs") {
    entry.inputs.digest = value;
  } else if (key == "claims") {
    entry.claims = value;
  } else if (key == "limit") {
    entry.bound.digest = value;
  } else if (key.starts_with("ran.")) {
    entry.ran[key.substr(4)] = value;
  } else {
    throw InputError("'" + key.substr(0, 40) + "' is no key of a row");
  }
}

Entry row_of(Words& words) {
  Entry entry;
  entry.id = words.take();
  const std::size_t first = entry.id.find('/'), second = entry.id.find('/', first + 1);
  entry.operation = entry.id.substr(0, first);
  if (first != std::string::npos) entry.implementation = entry.id.substr(first + 1, second - first - 1);
  const std::string verdict = words.take();
  const auto named = verdict_named(verdict);
  if (!named) throw InputError("there is no verdict '" + verdict.substr(0, 40) + "'");
  entry.verdict = *named;
  while (words.more()) {
    const std::string key = words.take('=');
    set(entry, key, words.take());
  }
  if (entry.failed > entry.judged) throw InputError("more elements failed than were judged");
  return entry;
}

void line_of(Side& side, std::string_view line) {
  Words words(line);
  const std::string kind = words.take();
  if (kind == "fact") {
    const std::string path = words.take();
    side.facts[path] = words.take();
    if (words.more()) throw InputError("a fact has more than a name and a value");
  } else if (kind == "problem") {
    side.problems.push_back(words.take());
  } else if (kind == "row") {
    Entry entry = row_of(words);
    if (!side.entries.empty() && side.entries.back().id == entry.id)
      throw InputError("row " + entry.id + " stands twice");
    if (!side.entries.empty() && entry.id < side.entries.back().id)
      throw InputError("rows are not sorted by id at row " + entry.id);
    side.entries.push_back(std::move(entry));
  } else {
    throw InputError("a line begins with neither fact, problem nor row");
  }
}

}  // namespace

bool is_baseline(std::string_view text) {
  const std::string_view rest = text.substr(std::min(first_line.size(), text.size()));
  return text.starts_with(first_line) && (rest.starts_with("\n") || rest.starts_with("\r\n"));
}

std::string baseline_text(const Side& side) {
  std::string text = std::string(first_line) + "\n";
  text += "# Made by ulpgate gate --update; read by ulpgate gate and ulpgate diff.\n";
  for (const auto& [path, value] : side.facts) text += "fact " + word(path) + " " + word(value) + "\n";
  for (const std::string& problem : side.problems) text += "problem " + word(problem) + "\n";
  for (const Entry& entry : side.entries) text += row_line(entry);
  return text + "end " + std::to_string(side.entries.size()) + "\n";
}

Side parse_baseline(std::string_view text, const std::string& name) {
  Side side;
  side.name = name;
  std::size_t number_of_line = 0;
  const InputError truncated(name +
                             ": the baseline is truncated: its last line, which counts the rows, is missing");
  if (!text.ends_with('\n')) throw truncated;
  bool ended = false;
  while (!text.empty()) {
    ++number_of_line;
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    try {
      if (ended) throw InputError("a line follows the end");
      if (line == "end " + std::to_string(side.entries.size()) && end < text.size()) {
        ended = true;
      } else if (line.starts_with("end ")) {
        throw InputError("the last line counts other rows than stand above");
      } else if (!line.empty() && !line.starts_with('#')) {
        line_of(side, line);
      }
    } catch (const InputError& error) {
      throw InputError(name + ":" + std::to_string(number_of_line) + ": " + one_line(error.what()));
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (!ended) throw truncated;
  return side;
}

}  // namespace ulpgate::report
