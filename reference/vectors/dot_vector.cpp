#include "reference/vectors/dot_vector.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "reference/formats/text.h"

namespace ulpgate {
namespace {

struct Line {
  std::string place;
  std::vector<std::string_view> words;

  [[noreturn]] void fail(const std::string& problem) const {
    throw std::runtime_error(place + ": " + problem);
  }
  std::string_view word(std::size_t at, const std::string& what) const {
    if (at >= words.size()) fail("the line ends where " + what + " should be.");
    return words[at];
  }
};

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

std::vector<std::string_view> split(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t start = text.find_first_not_of(separators);
    if (start == std::string_view::npos) return parts;
    text.remove_prefix(start);
    const std::size_t length = std::min(text.find_first_of(separators), text.size());
    parts.push_back(text.substr(0, length));
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
    Line line{file + ":" + std::to_string(number), split(whole.substr(0, whole.find('#')), " \t\r")};
    if (!line.words.empty()) lines.push_back(std::move(line));
  }
  if (lines.empty()) throw std::runtime_error(file + ":1: there is nothing in this file.");
  return lines;
}

int integer(const Line& line, std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < -2000 || value > 100000)
    line.fail(quoted(text) + " is not a whole number in the range of this file.");
  return value;
}

/// "2^-24", "1.875", "3".
Exact term(const Line& line, std::string_view text) {
  if (text.starts_with("2^")) return Exact::power_of_two(integer(line, text.substr(2)));
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool digits = text.find_first_not_of("0123456789.") == std::string_view::npos;
  if (!digits || error != std::errc() || end != text.data() + text.size())
    line.fail(quoted(text) + " is neither a decimal number nor a power of two like 2^-24.");
  return Exact::from_double(value);
}

/// Terms with '+' and '-' between them; an exponent's sign follows '^'.
Exact sum(const Line& line, std::string_view text) {
  Exact total;
  bool first = true;
  while (!text.empty()) {
    const bool negative = text.starts_with('-');
    if (negative || (text.starts_with('+') && !first)) text.remove_prefix(1);
    std::size_t length = 0;
    while (length < text.size() &&
           ((text[length] != '+' && text[length] != '-') || (length > 0 && text[length - 1] == '^')))
      ++length;
    const Exact one = term(line, text.substr(0, length));
    // -0 is a value of its own, which a sum with +0 would lose.
    total = first ? (negative ? -one : one) : total + (negative ? -one : one);
    text.remove_prefix(length);
    first = false;
  }
  if (first) line.fail("a value is missing.");
  return total;
}

DotValue value(const Line& line, std::string_view text) {
  DotValue v;
  if (text == "max" || text == "-max") {
    v.kind = DotValue::Kind::largest;
    v.bits = text.front() == '-' ? 1 : 0;
  } else if (text == "NaN") {
    v.kind = DotValue::Kind::nan;
  } else if (text == "Inf" || text == "-Inf") {
    v.value = Exact::infinity(text.front() == '-');
  } else if (text.starts_with("0x")) {
    const auto bits = parse_hex_code(formats::int64, text);
    if (!bits) line.fail(quoted(text) + " is not a hexadecimal code.");
    v.kind = DotValue::Kind::code;
    v.bits = *bits;
  } else {
    v.value = sum(line, text);
  }
  return v;
}

/// "A*B", "A*B@K", "A*B@all"; `next` is the k of one without '@'.
DotProduct product(const Line& line, std::string_view text, int next) {
  DotProduct p;
  p.k = next;
  const std::size_t star = text.find('*'), at = text.find('@');
  if (star == std::string_view::npos)
    line.fail(quoted(text) + " is not a product like 1.5*2^-3, and '->' did not come yet.");
  p.everywhere = at != std::string_view::npos && text.substr(at + 1) == "all";
  if (at != std::string_view::npos && !p.everywhere) p.k = integer(line, text.substr(at + 1));
  if (p.k < 0 || p.k >= 4096) line.fail("k must be from 0 to 4095.");
  p.a = value(line, text.substr(0, star));
  p.b = value(line, text.substr(star + 1, at == std::string_view::npos ? at : at - star - 1));
  return p;
}

/// "sm_80,sm_86/mma.fp16.fp32,mma.bf16.fp32": every combination.
void add_entries(const Line& line, std::string_view text, std::vector<EntryName>& out) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos)
    line.fail(quoted(text) + " is neither a group nor ARCHITECTURES/ENTRIES.");
  for (const std::string_view architecture : split(text.substr(0, slash), ",")) {
    for (const std::string_view entry : split(text.substr(slash + 1), ","))
      out.push_back({std::string(architecture), std::string(entry)});
  }
}

/// Accumulator and products from word `at` on, to the line's end or "->".
void parse_input(const Line& line, std::size_t& at, DotVector& v) {
  const std::string_view c = line.word(at++, "the accumulator, c=VALUE,");
  if (!c.starts_with("c=")) line.fail("the accumulator, c=VALUE, should stand instead of " + quoted(c) + ".");
  v.accumulator = value(line, c.substr(2));
  for (; at < line.words.size() && line.words[at] != "->"; ++at) {
    const std::string_view word = line.words[at];
    if (word.starts_with("repeat=")) {
      v.repeat = integer(line, word.substr(7));
    } else if (word.starts_with("in=")) {
      v.input = find_format(word.substr(3));
      if (v.input == nullptr) line.fail("there is no format " + quoted(word.substr(3)) + ".");
    } else {
      v.products.push_back(product(line, word, v.products.empty() ? 0 : v.products.back().k + 1));
    }
  }
}

DotVector parse(const Line& line, const EntryGroups& groups) {
  DotVector v;
  v.place = line.place;
  v.id = line.word(0, "an id");
  std::size_t at = 1;
  parse_input(line, at, v);
  line.word(at, "'->'");
  v.expected = value(line, line.word(++at, "the expected value"));
  if (line.word(++at, "'for'") != "for") line.fail("'for' should stand after the expected value.");
  for (++at; at < line.words.size(); ++at) {
    const auto group = groups.find(line.words[at]);
    if (group != groups.end()) {
      v.entries.insert(v.entries.end(), group->second.begin(), group->second.end());
    } else {
      add_entries(line, line.words[at], v.entries);
    }
  }
  if (v.entries.empty()) line.fail("the line ends where entries should be.");
  if (v.repeat < 1) line.fail("an instruction is issued at least once.");
  return v;
}

}  // namespace

std::optional<std::uint64_t> DotValue::code_in(const Format& format) const {
  switch (kind) {
    case Kind::code:
      return (bits & ~Format::ones(format.storage_bits)) == 0 ? std::optional(bits) : std::nullopt;
    case Kind::largest:
      return max_finite_magnitude(format) | (bits != 0 ? format.sign_mask() : 0);
    case Kind::nan:
      if (!format.has_nan()) return std::nullopt;
      return encode(format, Exact::nan(), Rule{}).code;
    case Kind::exact:
      break;
  }
  const bool infinite = !value.is_finite();
  if (infinite && !format.has_infinity) return std::nullopt;
  Rule rule;
  if (!format.has_infinity) rule.overflow = Overflow::saturate;
  const std::uint64_t code = encode(format, value, rule).code;
  const Exact back = Exact::from_code(format, code);
  return back == value ? std::optional(code) : std::nullopt;
}

int DotVector::needed_k() const {
  int k = 1;
  for (const DotProduct& p : products) k = std::max(k, p.everywhere ? 1 : p.k + 1);
  return k;
}

EntryGroups read_entry_groups(std::string_view text, const std::string& file) {
  EntryGroups groups;
  for (const Line& line : lines_of(text, file)) {
    if (line.words[0] != "group") line.fail("a line starts with group, not " + quoted(line.words[0]) + ".");
    std::vector<EntryName>& entries = groups[std::string(line.word(1, "a name"))];
    line.word(2, "entries");
    for (std::size_t i = 2; i < line.words.size(); ++i) add_entries(line, line.words[i], entries);
  }
  return groups;
}

DotVector read_dot_input(std::string_view text, const std::string& place) {
  const Line line{place, split(text, " \t\r")};
  DotVector v;
  v.place = place;
  std::size_t at = 0;
  parse_input(line, at, v);
  if (at < line.words.size()) line.fail("'->' has no meaning here.");
  return v;
}

DotValue read_dot_value(std::string_view text, const std::string& place) {
  return value(Line{place, {}}, text);
}

std::vector<DotVector> read_dot_vectors(std::string_view text, const std::string& file,
                                        const EntryGroups& groups) {
  std::vector<DotVector> vectors;
  for (const Line& line : lines_of(text, file)) vectors.push_back(parse(line, groups));
  return vectors;
}

}  // namespace ulpgate
