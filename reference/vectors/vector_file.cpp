#include "reference/vectors/vector_file.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "reference/formats/rule_text.h"
#include "reference/formats/text.h"

namespace ulpgate {
namespace {

using Words = std::vector<std::string_view>;

struct Line {
  std::string place;
  Words words;
  std::string comment;
};

[[noreturn]] void fail(const std::string& place, const std::string& problem) {
  throw std::runtime_error(place + ": " + problem);
}

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

Words split(std::string_view text) {
  constexpr std::string_view blank = " \t\r";
  Words words;
  while (true) {
    const std::size_t start = text.find_first_not_of(blank);
    if (start == std::string_view::npos) return words;
    text.remove_prefix(start);
    const std::size_t length = std::min(text.find_first_of(blank), text.size());
    words.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
}

/// Lines with words; '#' starts a comment.
std::vector<Line> lines_of(std::string_view text, const std::string& file) {
  std::vector<Line> lines;
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t length = std::min(text.find('\n'), text.size());
    const std::string_view whole = text.substr(0, length);
    text.remove_prefix(std::min(length + 1, text.size()));
    const std::size_t hash = std::min(whole.find('#'), whole.size());
    std::string_view comment = whole.substr(hash);
    while (comment.starts_with('#') || comment.starts_with(' ')) comment.remove_prefix(1);
    Line line{file + ":" + std::to_string(number), split(whole.substr(0, hash)), std::string(comment)};
    if (!line.words.empty()) lines.push_back(std::move(line));
  }
  if (lines.empty()) fail(file + ":1", "there is nothing in this file.");
  return lines;
}

/// Hands out the words of a line in order.
class Reader {
 public:
  Reader(const Line& line, const RuleBook* rules) : line_(line), rules_(rules) {}

  std::string_view word(const std::string& what) {
    if (next_ == line_.words.size()) fail(line_.place, "the line ends where " + what + " should be.");
    return line_.words[next_++];
  }
  const Format* format() {
    const std::string_view name = word("a format");
    const Format* found = find_format(name);
    if (found == nullptr) fail(line_.place, "there is no format " + quoted(name) + ".");
    return found;
  }
  std::uint64_t code(const Format& format) {
    const std::string_view digits = word("a code");
    const std::optional<std::uint64_t> parsed = parse_hex_code(format, digits);
    if (!parsed)
      fail(line_.place, quoted(digits) + " is not a hexadecimal code of " + std::string(format.name) + ".");
    return *parsed;
  }
  NamedRule rule(const Format& from, const Format& to) {
    const std::string_view text = word("a rule");
    NamedRule named{std::string(text), text.starts_with('@') ? named_rule(text.substr(1), to) : claims(text)};
    const std::string problem = check_rule(from, to, named.rule);
    if (!problem.empty()) fail(line_.place, "the rule " + quoted(text) + " does not fit: " + problem + ".");
    return named;
  }
  Rule claims(std::string_view text) const {
    try {
      return parse_rule(text);
    } catch (const std::invalid_argument& error) {
      fail(line_.place, error.what());
    }
  }
  std::uint64_t optional_random() {
    constexpr std::string_view key = "random=";
    if (next_ == line_.words.size() || !line_.words[next_].starts_with(key)) return 0;
    const std::string_view digits = line_.words[next_++].substr(key.size());
    const std::optional<std::uint64_t> parsed = parse_hex_code(formats::int64, digits);
    if (!parsed) fail(line_.place, quoted(digits) + " is not a hexadecimal random word.");
    return *parsed;
  }
  bool take(std::string_view expected) {
    if (next_ == line_.words.size() || line_.words[next_] != expected) return false;
    ++next_;
    return true;
  }
  void arrow() {
    if (!take("->")) fail(line_.place, "'->' should stand before the expected code.");
  }
  void end() const {
    if (next_ != line_.words.size()) fail(line_.place, quoted(line_.words[next_]) + " is one word too many.");
  }

 private:
  Rule named_rule(std::string_view name, const Format& to) const {
    const auto found = rules_->find({std::string(name), std::string(to.name)});
    if (found == rules_->end())
      fail(line_.place, "there is no rule " + quoted(name) + " for " + std::string(to.name) + ".");
    return found->second;
  }

  const Line& line_;
  const RuleBook* rules_;
  std::size_t next_ = 0;
};

VectorKind kind_of(const Line& line) {
  const std::string_view verb = line.words.front();
  if (verb == "convert") return VectorKind::convert;
  if (verb == "decode") return VectorKind::decode;
  if (verb == "differ") return VectorKind::differ;
  if (verb == "twice") return VectorKind::twice;
  fail(line.place, "a line starts with convert, decode, differ or twice, not " + quoted(verb) + ".");
}

Vector parse_vector(const Line& line, const RuleBook& rules) {
  Vector v;
  v.kind = kind_of(line);
  v.place = line.place;
  v.comment = line.comment;
  Reader read(line, &rules);
  read.word("a verb");
  v.from = read.format();
  if (v.kind == VectorKind::twice) v.through = read.format();
  v.to = v.kind == VectorKind::decode ? &formats::fp32 : read.format();
  if (v.kind != VectorKind::decode) v.first = read.rule(*v.from, *v.to);
  if (v.kind == VectorKind::differ) v.second = read.rule(*v.from, *v.to);
  v.input = read.code(*v.from);
  if (v.kind == VectorKind::convert) v.random = read.optional_random();
  read.arrow();
  v.is_nan = v.kind == VectorKind::decode && read.take("NaN");
  if (!v.is_nan) v.expected = read.code(*v.to);
  if (v.kind == VectorKind::differ || v.kind == VectorKind::twice) v.other = read.code(*v.to);
  read.end();
  return v;
}

}  // namespace

RuleBook read_rules(std::string_view text, const std::string& file) {
  RuleBook rules;
  for (const Line& line : lines_of(text, file)) {
    Reader read(line, nullptr);
    if (!read.take("rule"))
      fail(line.place, "a line starts with rule, not " + quoted(line.words.front()) + ".");
    const std::string name(read.word("a name"));
    const Format& to = *read.format();
    const Rule rule = read.claims(read.word("the claims"));
    read.end();
    if (!rules.emplace(std::pair{name, std::string(to.name)}, rule).second)
      fail(line.place, "the rule " + quoted(name) + " for " + std::string(to.name) + " is there twice.");
  }
  return rules;
}

std::vector<Vector> read_vectors(std::string_view text, const std::string& file, const RuleBook& rules) {
  std::vector<Vector> vectors;
  for (const Line& line : lines_of(text, file)) vectors.push_back(parse_vector(line, rules));
  return vectors;
}

}  // namespace ulpgate
