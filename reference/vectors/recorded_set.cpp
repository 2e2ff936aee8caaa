#include "reference/vectors/recorded_set.h"

#include <charconv>
#include <fstream>

#include "reference/formats/decode.h"
#include "reference/formats/encode.h"
#include "reference/formats/rule.h"

namespace ulpgate {
namespace {

[[noreturn]] void fail(const std::filesystem::path& file, std::size_t line, const std::string& problem) {
  throw RecordedSetError(file.string() + (line == 0 ? "" : ":" + std::to_string(line)) + ": " + problem +
                         ".");
}

std::string quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text.substr(0, 40)) out += c >= ' ' && c <= '~' ? c : '?';
  return out + (text.size() > 40 ? "...'" : "'");
}

template <class Take>
void each_line(const std::filesystem::path& file, const Take& take) {
  std::ifstream in(file);
  if (!in || std::filesystem::is_directory(file)) fail(file, 0, "the file cannot be read");
  std::string line;
  for (std::size_t number = 1; std::getline(in, line); ++number) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    if (!line.empty()) take(number, std::string_view(line));
  }
}

/// The code of an fp32 code's value, which must be a value of `to`.
std::uint64_t narrowed(const Format& to, std::uint64_t code, const std::filesystem::path& file,
                       std::size_t line) {
  const Unpacked value = unpack(formats::fp32, code);
  const Rule rule = to.has_infinity ? Rule{} : Rule{.overflow = Overflow::nan, .infinity = InfinityRule::nan};
  const std::uint64_t narrow = encode(to, value, rule).code;
  const bool same = value.number_class == NumberClass::nan
                        ? is_nan(to, narrow)
                        : to_double(to, narrow) == to_double(formats::fp32, code);
  if (!same) fail(file, line, "there is a word that is no value of " + std::string(to.name));
  return narrow;
}

std::size_t read_operands(const std::filesystem::path& file, const Format& format, std::size_t k,
                          std::vector<std::uint64_t>& out) {
  each_line(file, [&](std::size_t number, std::string_view line) {
    std::size_t words = 0;
    while (!line.empty()) {
      const std::size_t length = std::min(line.find(' '), line.size());
      const std::string_view word = line.substr(0, length);
      line.remove_prefix(std::min(length + 1, line.size()));
      if (word.empty()) continue;
      std::uint32_t code = 0;
      const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), code, 16);
      if (word.size() != 8 || error != std::errc() || end != word.data() + word.size())
        fail(file, number, quoted(word) + " is not 8 hexadecimal digits");
      out.push_back(narrowed(format, code, file, number));
      ++words;
    }
    if (k == 0) k = words;
    if (words != k)
      fail(file, number,
           "there are " + std::to_string(words) + " words where " + std::to_string(k) + " should be");
  });
  if (out.empty()) fail(file, 0, "there is nothing in this file");
  return k;
}

std::vector<std::uint64_t> read_bits(const std::filesystem::path& file, const Format& format, bool exact) {
  std::vector<std::uint64_t> out;
  each_line(file, [&](std::size_t number, std::string_view line) {
    std::uint64_t code = 0;
    for (const char c : line) {
      if (c != '0' && c != '1') fail(file, number, quoted(line) + " is not 32 characters 0 or 1");
      code = code << 1 | (c == '1' ? 1 : 0);
    }
    if (line.size() != 32) fail(file, number, quoted(line) + " is not 32 characters 0 or 1");
    if (format.storage_bits == 32)
      out.push_back(code);
    else
      out.push_back(exact ? narrowed(format, code, file, number)
                          : encode(format, unpack(formats::fp32, code), Rule{}).code);
  });
  return out;
}

std::filesystem::path file_of(const std::filesystem::path& root, const RecordedPlan& plan,
                              const std::string& matrix, const std::string& what) {
  return root / plan.gpu / plan.input / (matrix + "_" + plan.gpu + "_" + what + ".txt");
}

std::filesystem::path file_of_d(const std::filesystem::path& root, const RecordedPlan& plan) {
  return file_of(root, plan, "d", std::string(plan.accumulator->name));
}

}  // namespace

std::filesystem::path recorded_root(const std::filesystem::path& folder) {
  for (const std::filesystem::path& root : {folder, folder / "model_validation"}) {
    for (const RecordedPlan& plan : recorded_plans()) {
      if (has_recorded_set(root, plan)) return root;
    }
  }
  throw RecordedSetError(folder.string() + ": there is no recorded set, such as H100/fp16/d_H100_fp32.txt.");
}

bool has_recorded_set(const std::filesystem::path& root, const RecordedPlan& plan) {
  std::error_code ignored;
  return std::filesystem::exists(file_of_d(root, plan), ignored);
}

RecordedSet read_recorded_set(const std::filesystem::path& root, const RecordedPlan& plan) {
  RecordedSet set;
  const auto a = file_of(root, plan, "a", plan.input), b = file_of(root, plan, "b", plan.input);
  set.k = read_operands(a, *plan.format, 0, set.a);
  read_operands(b, *plan.format, set.k, set.b);
  set.d = read_bits(file_of_d(root, plan), *plan.accumulator, true);
  if (set.d.empty()) fail(file_of_d(root, plan), 0, "there is nothing in this file");
  const auto check_rows = [&](const std::filesystem::path& file, std::size_t rows) {
    if (rows != set.rows())
      fail(file, 0,
           "there are " + std::to_string(rows) + " rows, and " + std::to_string(set.rows()) + " of D");
  };
  check_rows(a, set.a.size() / set.k);
  check_rows(b, set.b.size() / set.k);
  if (plan.c_is_zero) {
    set.c.assign(set.rows(), 0);
  } else {
    const auto c = file_of(root, plan, "c", "fp32");
    set.c = read_bits(c, *plan.accumulator, false);
    check_rows(c, set.c.size());
  }
  return set;
}

}  // namespace ulpgate
