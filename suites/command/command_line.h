#pragma once
// What can be typed: every command with its options, once. The parser, the shells' completion and the manual
// page are made of this.
#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "suites/command/commands.h"

namespace ulpgate {

struct CommandLine {
  explicit CommandLine(const std::string& version);
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  /// Whether the command line has that command.
  bool is(const std::string& command) const { return app.got_subcommand(command); }

  CLI::App app;

  RunOptions run;
  std::string tier = "standard", out = "report", shard;
  ListOptions list;
  std::string explained, explained_report = "report";
  std::string replayed, replayed_by, replayed_variant;
  std::string reported = "report", agreeing = "report", recorded;
  ProbeOptions probe;
  ExperimentOptions experiment;
  DiffOptions diff;
  GateOptions gate;
  SiteOptions site;
  MergeOptions merging;
  std::string shell;
  std::optional<std::string> device;
  Isolation isolation;

 private:
  void add_run();
  void add_lookups();
  void add_questions();
  void add_reports();
  void add_comparisons();
  void add_documents();
  void add_device(CLI::App* command);
  void add_isolation(CLI::App* command);
};

/// A completion script for bash or zsh. Throws report::InputError for another shell.
std::string completion(const CLI::App& app, const std::string& shell);

/// The manual page, as troff.
std::string manual(const CLI::App& app, const std::string& version);

}  // namespace ulpgate
