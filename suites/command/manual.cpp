// The manual page, made of the parser's own commands, options and examples.
#include "suites/command/command_line.h"

namespace ulpgate {
namespace {

/// Text as troff prints it: no escape, no hyphen that is none, no control line.
std::string troff(const std::string& text) {
  std::string out;
  bool line_begins = true;
  for (const char c : text) {
    if (line_begins && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else if (c == '\'') {
      out += "\\(aq";
    } else {
      out += c;
    }
    line_begins = c == '\n';
  }
  return out;
}

std::string names_of(const CLI::Option& option) {
  if (option.get_positional()) return "\\fI" + troff(option.get_single_name()) + "\\fR";
  std::string text;
  for (const std::string& name : option.get_snames()) text += "\\fB" + troff("-" + name) + "\\fR, ";
  for (const std::string& name : option.get_lnames()) text += "\\fB" + troff("--" + name) + "\\fR, ";
  text.resize(text.size() - 2);
  if (option.get_items_expected_max() > 0) text += " \\fI" + troff(option.get_type_name()) + "\\fR";
  return text;
}

void option_entry(std::string& out, const CLI::Option& option) {
  out += ".TP\n" + names_of(option) + "\n" + troff(option.get_description());
  if (const std::string usual = option.get_default_str(); !usual.empty()) out += " [" + troff(usual) + "]";
  out += "\n";
}

void command_entry(std::string& out, const CLI::App& command) {
  out += ".SS \"" + troff("ulpgate " + command.get_name());
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_positional())
      out += " " + troff(option->get_single_name()) + (option->get_items_expected_max() > 1 ? " ..." : "");
  }
  out += "\"\n" + troff(command.get_description()) + ".\n";
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_single_name() != "help") option_entry(out, *option);
  }
  if (!command.get_footer().empty()) out += ".PP\n.nf\n" + troff(command.get_footer()) + "\n.fi\n";
}

}  // namespace

std::string manual(const CLI::App& app, const std::string& version) {
  std::string out =
      ".\\\" Made by: ulpgate manual\n.TH ULPGATE 1 \"\" \"" + troff(version) + "\" \"User Commands\"\n";
  out += ".SH NAME\nulpgate \\- judge the numerics of mixed precision on GPUs\n.SH SYNOPSIS\n";
  out += ".B ulpgate\n.I COMMAND\n[\\fIOPTIONS\\fR]\n.SH DESCRIPTION\n" + troff(app.get_description()) + "\n";
  out += ".SH COMMANDS\n";
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    command_entry(out, *command);
  out += ".SH EXIT STATUS\n0 pass, 1 fail, 2 bad use; diff and gate also 3, not comparable.\n";
  out += ".SH ENVIRONMENT\n.TP\n\\fBCUDA_VISIBLE_DEVICES\\fR, \\fBCUDA_DEVICE_ORDER\\fR\n";
  return out + "which GPUs there are, and how they are counted\n";
}

}  // namespace ulpgate
