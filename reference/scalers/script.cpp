#include "reference/scalers/script.h"

#include <array>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

namespace ulpgate {
namespace {

constexpr std::array<std::string_view, 6> contents{"absent", "finite", "inf", "-inf", "nan", "large"};
constexpr std::array<std::string_view, 4> gradient_formats{"fp32", "fp16", "bf16", "fp64"};
constexpr std::array<std::string_view, 9> calls{"scale",  "backward", "zero",   "unscale", "step",
                                                "update", "load",     "pickle", "schedule"};

template <std::size_t n>
std::size_t place(const std::array<std::string_view, n>& names, std::string_view word) {
  for (std::size_t i = 0; i < n; ++i) {
    if (names[i] == word) return i;
  }
  throw std::invalid_argument("'" + std::string(word) + "' is no word of a script here.");
}

double number(const std::string& word) {
  char* end = nullptr;
  const double value = std::strtod(word.c_str(), &end);
  if (word.empty() || *end != '\0') throw std::invalid_argument("'" + word + "' is not a number.");
  return value;
}

std::int64_t whole(const std::string& word, std::int64_t below) {
  const double value = number(word);
  if (!(value >= 0 && value < static_cast<double>(below)) ||
      value != static_cast<double>(static_cast<std::int64_t>(value)))
    throw std::invalid_argument("'" + word + "' is not a whole number from 0 to " +
                                std::to_string(below - 1) + ".");
  return static_cast<std::int64_t>(value);
}

std::string hex_float(double value) {
  std::ostringstream out;
  out << std::hexfloat << value;
  return out.str();
}

DeviceGradients read_gradients(std::string word) {
  DeviceGradients g;
  constexpr std::int64_t most_elements = std::int64_t{1} << 24;
  if (const std::size_t colon = word.find(':'); colon != std::string::npos) {
    g.place = whole(word.substr(colon + 1), most_elements);
    word.resize(colon);
  }
  if (const std::size_t star = word.find('*'); star != std::string::npos) {
    g.size = whole(word.substr(star + 1), most_elements);
    word.resize(star);
  }
  if (const std::size_t hash = word.find('#'); hash != std::string::npos) {
    g.shard = static_cast<int>(whole(word.substr(hash + 1), most_shards));
    word.resize(hash);
  }
  if (const std::size_t at = word.find('@'); at != std::string::npos) {
    g.device = static_cast<int>(whole(word.substr(at + 1), most_devices));
    word.resize(at);
  }
  if (const std::size_t slash = word.find('/'); slash != std::string::npos) {
    g.format = static_cast<GradientFormat>(place(gradient_formats, word.substr(slash + 1)));
    word.resize(slash);
  }
  g.content = static_cast<GradientContent>(place(contents, word));
  return g;
}

std::string gradients_text(const DeviceGradients& g) {
  std::string text(contents[static_cast<std::size_t>(g.content)]);
  if (g.format != GradientFormat::fp32)
    text += "/" + std::string(gradient_formats[static_cast<std::size_t>(g.format)]);
  if (g.device != 0) text += "@" + std::to_string(g.device);
  if (g.shard != 0) text += "#" + std::to_string(g.shard);
  if (g.size != 1) text += "*" + std::to_string(g.size);
  if (g.place != 0) text += ":" + std::to_string(g.place);
  return text;
}

std::string command_text(const ScalerCommand& c) {
  std::string text(calls[static_cast<std::size_t>(c.call)]);
  switch (c.call) {
    case ScalerCall::scale:
    case ScalerCall::pickle:
      break;
    case ScalerCall::backward:
      text += " " + std::to_string(c.optimizer);
      for (const DeviceGradients& g : c.gradients) text += " " + gradients_text(g);
      break;
    case ScalerCall::zero_grad:
    case ScalerCall::unscale:
    case ScalerCall::step:
    case ScalerCall::schedule:
      text += " " + std::to_string(c.optimizer) + (c.closure ? " closure" : "");
      break;
    case ScalerCall::update:
      if (c.new_scale) text += " " + hex_float(*c.new_scale);
      break;
    case ScalerCall::load:
      text += c.loaded ? " " + hex_float(c.loaded->scale) + " " + std::to_string(c.loaded->clean) : " empty";
      break;
  }
  return text;
}

ScalerCommand read_command(const std::vector<std::string>& words) {
  const auto word = [&](std::size_t i) {
    if (i >= words.size()) throw std::invalid_argument("'" + words[0] + "' lacks a word.");
    return words[i];
  };
  ScalerCommand c;
  c.call = static_cast<ScalerCall>(place(calls, words[0]));
  std::size_t used = 1;
  switch (c.call) {
    case ScalerCall::scale:
    case ScalerCall::pickle:
      break;
    case ScalerCall::backward:
    case ScalerCall::zero_grad:
    case ScalerCall::unscale:
    case ScalerCall::step:
    case ScalerCall::schedule:
      c.optimizer = static_cast<int>(whole(word(used++), most_optimizers));
      while (c.call == ScalerCall::backward && used < words.size())
        c.gradients.push_back(read_gradients(words[used++]));
      if (c.call == ScalerCall::step && used < words.size() && words[used] == "closure") {
        c.closure = true;
        ++used;
      }
      break;
    case ScalerCall::update:
      if (used < words.size()) c.new_scale = static_cast<float>(number(words[used++]));
      break;
    case ScalerCall::load:
      if (word(used) == "empty") {
        ++used;
        break;
      }
      c.loaded.emplace();
      c.loaded->scale = number(word(used++));
      c.loaded->clean = whole(word(used++), std::int64_t{1} << 31);
      break;
  }
  if (used != words.size()) throw std::invalid_argument("'" + words[used] + "' is a word too many.");
  return c;
}

}  // namespace

std::string script_text(const ScalerScript& script) {
  std::string text;
  for (const ScalerCommand& c : script) text += (text.empty() ? "" : "; ") + command_text(c);
  return text;
}

ScalerScript read_script(std::string_view text) {
  ScalerScript script;
  std::istringstream commands{std::string(text)};
  for (std::string command; std::getline(commands, command, ';');) {
    std::istringstream in(command);
    std::vector<std::string> words;
    for (std::string word; in >> word;) words.push_back(word);
    if (words.empty()) throw std::invalid_argument("A command is missing between two ';'.");
    script.push_back(read_command(words));
  }
  return script;
}

}  // namespace ulpgate
