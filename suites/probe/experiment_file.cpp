#include <algorithm>
#include <stdexcept>

#include "suites/framework/embedded.h"
#include "suites/probe/experiment.h"

namespace ulpgate::probe {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") + 1 - first);
}

/// The first word, which is taken away.
std::string_view take_word(std::string_view& text) {
  text = trimmed(text);
  const std::string_view word = text.substr(0, text.find_first_of(" \t"));
  text = trimmed(text.substr(word.size()));
  return word;
}

class Reader {
 public:
  std::vector<Experiment> read(std::string_view text, const std::string& file) {
    place_ = file + ":1";
    for (int number = 1; !text.empty(); ++number) {
      const std::string_view line = text.substr(0, text.find('\n'));
      text.remove_prefix(std::min(line.size() + 1, text.size()));
      place_ = file + ":" + std::to_string(number);
      std::string_view rest = trimmed(line.substr(0, line.find('#')));
      if (!rest.empty()) take(take_word(rest), rest);
    }
    if (all_.empty()) fail("there is no experiment in this file");
    end_block();
    return std::move(all_);
  }

 private:
  [[noreturn]] void fail(const std::string& problem) const {
    throw std::runtime_error(place_ + ": " + problem + ".");
  }

  void take(std::string_view word, std::string_view rest) {
    if (word == "experiment") {
      if (!all_.empty()) end_block();
      all_.push_back({.name = std::string(rest), .item = {}, .question = {}, .dots = {}, .gemms = {}});
      operands_.clear();
      return;
    }
    if (all_.empty()) fail("a file begins with a line 'experiment NAME'");
    Experiment& e = all_.back();
    if (word == "item") {
      e.item = rest;
    } else if (word == "question") {
      e.question = rest;
    } else if (word == "formats") {
      operands_ = formats(take_word(rest));
      result_ = formats(rest).front();
    } else if (word == "ask") {
      ask(e, rest);
    } else if (word == "=") {
      if (e.dots.empty()) fail("a meaning stands before any 'ask'");
      const std::string_view value = take_word(rest);
      if (rest.empty()) fail("the meaning is missing");
      e.dots.back().meanings.push_back({read_dot_value(value, place_), std::string(rest)});
    } else if (word == "gemm") {
      GemmQuestion& q = e.gemms.emplace_back();
      q.operands = formats(take_word(rest));
      q.results = formats(take_word(rest));
      q.variant = rest;
    } else if (word == "fact") {
      if (e.gemms.empty()) fail("a fact stands before any 'gemm'");
      e.gemms.back().facts.emplace_back(rest);
    } else {
      fail("a line cannot begin with '" + std::string(word) + "'");
    }
  }

  void ask(Experiment& e, std::string_view text) {
    if (operands_.empty()) fail("'formats' must come before 'ask'");
    end_question();
    e.dots.push_back({.operands = operands_,
                      .result = result_,
                      .text = std::string(text),
                      .input = read_dot_input(text, place_),
                      .meanings = {}});
  }

  std::vector<const Format*> formats(std::string_view list) const {
    std::vector<const Format*> all;
    while (!list.empty()) {
      const std::string_view name = list.substr(0, list.find(','));
      list.remove_prefix(std::min(name.size() + 1, list.size()));
      all.push_back(find_format(name));
      if (all.back() == nullptr) fail("there is no format '" + std::string(name) + "'");
    }
    if (all.empty()) fail("a list of formats is missing");
    return all;
  }

  void end_question() const {
    const Experiment& e = all_.back();
    if (!e.dots.empty() && e.dots.back().meanings.empty()) fail("the 'ask' above has no meaning");
  }

  void end_block() const {
    end_question();
    const Experiment& e = all_.back();
    if (e.question.empty()) fail(e.name + " has no question");
    if (e.dots.empty() && e.gemms.empty()) fail(e.name + " asks nothing");
  }

  std::string place_;
  std::vector<Experiment> all_;
  std::vector<const Format*> operands_;
  const Format* result_ = nullptr;
};

}  // namespace

std::vector<Experiment> read_experiments(std::string_view text, const std::string& file) {
  return Reader().read(text, file);
}

const std::vector<Experiment>& all_experiments() {
  static const std::vector<Experiment> all = [] {
    std::vector<Experiment> read;
    for (const EmbeddedFile& file : embedded_files()) {
      if (!file.name.starts_with("experiments/")) continue;
      for (Experiment& e : read_experiments(file.text, std::string(file.name))) read.push_back(std::move(e));
    }
    std::stable_sort(read.begin(), read.end(),
                     [](const Experiment& x, const Experiment& y) { return x.item < y.item; });
    return read;
  }();
  return all;
}

}  // namespace ulpgate::probe
