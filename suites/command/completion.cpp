// Completion for shells, made of the parser's own commands and options.
#include <algorithm>

#include "kernels/api/registry.h"
#include "reports/record/error.h"
#include "suites/command/command_line.h"
#include "suites/framework/suite.h"
#include "suites/framework/text.h"

namespace ulpgate {
namespace {

/// What an option or an argument takes.
struct Values {
  enum class Kind { none, words, files, folders, anything } kind = Kind::anything;
  std::string words;
};

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::string operations() {
  std::vector<std::string> all;
  for (const Suite* suite : all_suites()) all.emplace_back(suite->operation);
  return joined(all);
}

std::string implementations() {
  std::vector<std::string> all;
  for (const AdapterEntry& entry : all_adapters()) all.emplace_back(entry.name);
  return joined(all);
}

Values values_of(const CLI::App& command, const CLI::Option& option) {
  using Kind = Values::Kind;
  if (option.get_items_expected_max() == 0) return {Kind::none, {}};
  const std::string name = option.get_single_name();
  if (name == "tier") return {Kind::words, "smoke standard full exhaustive"};
  if (name == "level") return {Kind::words, "sound faithful quality"};
  if (name == "suite") return {Kind::words, command.get_name() == "probe" ? "mma gemm" : operations()};
  if (name == "impl") return {Kind::words, implementations()};
  if (name == "WHAT") return {Kind::words, "devices experiments implementations requirements suites formats"};
  if (name == "SHELL") return {Kind::words, "bash zsh"};
  if (name == "DIR" || option.get_type_name() == "DIR") return {Kind::folders, {}};
  const bool file = option.get_type_name() == "FILE" || name == "FILE" || name == "OLD" || name == "NEW" ||
                    name == "BASELINE" || name == "REPORT" || name == "report";
  return {file ? Kind::files : Kind::anything, {}};
}

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

std::vector<const CLI::Option*> options_of(const CLI::App& command, bool positional) {
  return command.get_options(
      [positional](const CLI::Option* o) { return o->get_positional() == positional; });
}

/// "--out", "-o": all names of an option.
std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  return names;
}

/// A word in single quotes, as shells read it.
std::string shell_word(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string compgen(const Values& values) {
  switch (values.kind) {
    case Values::Kind::words:
      return "COMPREPLY=($(compgen -W " + shell_word(values.words) + " -- \"$word\"))";
    case Values::Kind::folders:
      return "COMPREPLY=($(compgen -d -- \"$word\"))";
    case Values::Kind::files:
      return "COMPREPLY=($(compgen -f -- \"$word\"))";
    default:
      return "COMPREPLY=()";
  }
}

std::string bash(const CLI::App& app) {
  std::string out =
      "# Completion of ulpgate for bash, made by: ulpgate completion bash\n"
      "_ulpgate() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n";
  std::vector<std::string> names;
  for (const CLI::App* command : commands_of(app)) names.push_back(command->get_name());
  out +=
      "    COMPREPLY=($(compgen -W " + shell_word(joined(names) + " --help --version") + " -- \"$word\"))\n";
  out += "    return\n  fi\n  case $command in\n";
  for (const CLI::App* command : commands_of(app)) {
    out += "    " + command->get_name() + ")\n      case $before in\n";
    std::vector<std::string> flags;
    for (const CLI::Option* option : options_of(*command, false)) {
      const std::vector<std::string> all = names_of(*option);
      flags.insert(flags.end(), all.begin(), all.end());
      const Values values = values_of(*command, *option);
      if (values.kind == Values::Kind::none) continue;
      std::string pattern;
      for (const std::string& name : all) pattern += (pattern.empty() ? "" : "|") + name;
      out += "        " + pattern + ") " + compgen(values) + "; return ;;\n";
    }
    out += "      esac\n      if [[ $word == -* ]]; then COMPREPLY=($(compgen -W " +
           shell_word(joined(flags)) + " -- \"$word\")); return; fi\n";
    const auto arguments = options_of(*command, true);
    out += "      " +
           (arguments.empty() ? compgen({Values::Kind::words, joined(flags)})
                              : compgen(values_of(*command, *arguments.front()))) +
           " ;;\n";
  }
  return out + "  esac\n}\ncomplete -o filenames -F _ulpgate ulpgate\n";
}

/// A description in an argument of _arguments: no bracket, colon or quote ends it.
std::string described(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string action(const Values& values) {
  switch (values.kind) {
    case Values::Kind::words:
      return "(" + values.words + ")";
    case Values::Kind::folders:
      return "_files -/";
    case Values::Kind::files:
      return "_files";
    default:
      return "";
  }
}

std::string zsh(const CLI::App& app) {
  std::string out =
      "#compdef ulpgate\n# Completion of ulpgate for zsh, made by: ulpgate completion zsh\n"
      "_ulpgate() {\n  local -a commands\n  commands=(\n";
  for (const CLI::App* command : commands_of(app))
    out += "    " + shell_word(command->get_name() + ":" + command->get_description()) + "\n";
  out += "  )\n  if (( CURRENT == 2 )); then\n    _describe command commands\n    return\n  fi\n";
  out += "  local command=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $command in\n";
  for (const CLI::App* command : commands_of(app)) {
    out += "    " + command->get_name() + ") _arguments";
    for (const CLI::Option* option : options_of(*command, false)) {
      const Values values = values_of(*command, *option);
      // What takes several values may stand several times.
      const std::string several = option->get_items_expected_max() > 1 ? "*" : "";
      for (const std::string& name : names_of(*option)) {
        std::string spec = several + name + "[" + described(option->get_description()) + "]";
        if (values.kind != Values::Kind::none)
          spec += ":" + described(option->get_type_name()) + ":" + action(values);
        out += " \\\n      " + shell_word(spec);
      }
    }
    for (const CLI::Option* argument : options_of(*command, true)) {
      const std::string several = argument->get_items_expected_max() > 1 ? "*" : "";
      out += " \\\n      " + shell_word(several + ":" + described(argument->get_single_name()) + ":" +
                                        action(values_of(*command, *argument)));
    }
    out += " ;;\n";
  }
  return out + "  esac\n}\n_ulpgate \"$@\"\n";
}

}  // namespace

std::string completion(const CLI::App& app, const std::string& shell) {
  if (shell == "bash") return bash(app);
  if (shell == "zsh") return zsh(app);
  throw report::InputError("there is no completion for '" + excerpt(shell) + "'; there are bash and zsh");
}

}  // namespace ulpgate
