// The commands that ask, and those that make and compare reports.
#include "suites/command/command_line.h"

namespace ulpgate {

void CommandLine::add_lookups() {
  {
    CLI::App* command = app.add_subcommand(
        "list", "list devices, experiments, implementations, requirements, suites or formats");
    command
        ->add_option("WHAT", list.what,
                     "devices, experiments, implementations, requirements, suites or formats")
        ->required();
    command->add_flag("--json", list.json, "as JSON");
    command->add_option("--filter", list.filter, "only names or ids that match this pattern (* and ?)")
        ->type_name("PATTERN");
    command
        ->add_option("--suite", list.operation,
                     "of implementations, requirements and suites: those of this operation")
        ->type_name("OPERATION");
    command->add_option("--level", list.level, "of requirements: sound, faithful or quality")
        ->type_name("LEVEL");
    command
        ->add_option("--ctest", list.ctest,
                     "of devices: write a resource file for ctest --resource-spec-file; - is standard output")
        ->type_name("FILE");
    command->footer(
        "examples:\n  ulpgate list implementations --json\n"
        "  ulpgate list requirements --suite gemm --level sound --filter '*TIGHT*'\n  ulpgate list devices "
        "--ctest devices.json");
  }
  {
    CLI::App* command =
        app.add_subcommand("explain", "say what a requirement demands, or what a row of a report found");
    command->add_option("ID", explained, "a requirement's or a row's id")->required();
    command->add_option("--report", explained_report, "report.json, or its folder")->capture_default_str();
    command->footer(
        "examples:\n  ulpgate explain CONVERT-ROUND-1\n"
        "  ulpgate explain convert/eigen/fp64_to_bf16/bfloat16/CONVERT-DOUBLE-1 --report report");
  }
  {
    CLI::App* command = app.add_subcommand("replay", "run a shrunk failure again");
    command->add_option("FILE", replayed, "a file of DIR/failures")->required();
    CLI::Option* other =
        command->add_option("--impl", replayed_by, "another implementation than the one that failed")
            ->type_name("NAME");
    command
        ->add_option("--variant", replayed_variant,
                     "its entry point (the one of the same name, or the only one with these formats)")
        ->type_name("NAME")
        ->needs(other);
    add_device(command);
    add_isolation(command);
    command->footer(
        "example:\n  ulpgate replay report/failures/CONVERT-ROUND-1-0123456789abcdef.json\n"
        "exit status: 0 it holds now, 1 it still fails, crashes or gives no answer, 2 bad use");
  }
}

void CommandLine::add_questions() {
  {
    CLI::App* command = app.add_subcommand(
        "hardware", "hold the architectures' models against outputs recorded on real Tensor Cores");
    command->add_option("DIR", recorded, "the recorded outputs: a clone, or its folder model_validation")
        ->required();
    command->footer(
        "the outputs are public: github.com/north-numerical-computing/MATLAB-tensor-core\n"
        "example:\n  ulpgate hardware MATLAB-tensor-core\n"
        "exit status: 0 every row is equal, 1 some differ, 2 bad use or a file that cannot be read");
  }
  {
    CLI::App* command = app.add_subcommand(
        "probe", "infer how matrix instructions and GEMMs compute, from their outputs alone");
    command->add_option("--impl", probe.implementation, "implementation: a name, or plugin:PATH.so")
        ->required()
        ->type_name("NAME");
    command->add_option("--suite", probe.operation, "mma or gemm (both)")->type_name("OPERATION");
    command->add_option("--variant", probe.variant, "only variants that match this pattern (* and ?)")
        ->type_name("PATTERN");
    command->add_option("--profile", probe.profile, "compare with this architecture alone")
        ->type_name("NAME");
    command->add_flag("--json", probe.json, "as JSON");
    command->add_option("--out", probe.out, "write to this file")->type_name("FILE");
    command
        ->add_option("--facts", probe.facts,
                     "write the JSON to this file, too: DIR/probe.NAME.json is shown with the report in DIR")
        ->type_name("FILE");
    add_device(command);
    add_isolation(command);
    command->footer(
        "examples:\n"
        "  ulpgate probe --impl model-sm_90 --suite mma --variant 'wgmma*'\n"
        "  ulpgate probe --impl openblas --json --out facts.json\n"
        "  ulpgate probe --impl cublaslt --facts report/probe.cublaslt.json && ulpgate report report\n"
        "exit status: 0 done, 1 it crashed, gave no answer or cannot run here, 2 bad use");
  }
  {
    CLI::App* command =
        app.add_subcommand("experiment", "ask an implementation what is not known of matrix instructions");
    command->add_option("NAME", experiment.names, "experiments (all); see ulpgate list experiments");
    command->add_option("--impl", experiment.implementation, "implementation: a name, or plugin:PATH.so")
        ->required()
        ->type_name("NAME");
    command->add_option("--variant", experiment.variant, "only variants that match this pattern (* and ?)")
        ->type_name("PATTERN");
    command->add_flag("--json", experiment.json, "as JSON");
    command->add_option("--out", experiment.out, "write to this file")->type_name("FILE");
    add_device(command);
    add_isolation(command);
    command->footer(
        "examples:\n"
        "  ulpgate experiment --impl model-sm_90\n"
        "  ulpgate experiment fp8-sets fp8-datapath --impl model-sm_90 --variant 'mma*'\n"
        "exit status: 0 done, 1 it crashed, gave no answer or cannot run here, 2 bad use");
  }
}

void CommandLine::add_reports() {
  {
    CLI::App* command = app.add_subcommand(
        "report", "make the report of a folder of records again, also of a run that was cut off");
    command->add_option("DIR", reported, "folder of a run, with records/ in it")->capture_default_str();
    command->footer("example:\n  ulpgate report report");
  }
  {
    CLI::App* command = app.add_subcommand(
        "merge", "make one report of the parts of a run: shards, or operations or implementations run apart");
    command->add_option("REPORT", merging.parts, "folders of runs, or their report.json")->required();
    command->add_option("-o,--out", merging.out, "folder of the report, or FILE.json for the report alone")
        ->capture_default_str()
        ->type_name("DIR");
    command->footer(
        "examples:\n  ulpgate merge part-1 part-2 part-3 -o report\n"
        "  ulpgate merge a/report.json b/report.json -o whole.json\n"
        "parts of different runs, or that overlap, and parts that are missing or not complete are refused\n"
        "exit status: 0 pass, 1 fail, 2 bad use or no parts of one run");
  }
  {
    CLI::App* command = app.add_subcommand(
        "agreement",
        "how many results of each matrix instruction have the bits of its profile, from a report");
    command->add_option("REPORT", agreeing, "report.json, or its folder")->capture_default_str();
    command->footer(
        "example:\n  ulpgate agreement report\n"
        "exit status: 0 all that were judged, 1 some differ or none was judged, 2 bad use");
  }
  {
    CLI::App* command = app.add_subcommand("site", "publish many reports as a site of static files");
    command->add_option("REPORT", site.reports, "report.json, or their folders")->required();
    command->add_option("-o,--out", site.out, "folder of the site")->capture_default_str()->type_name("DIR");
    command->add_option("--threads", site.threads, "reports at once (as many as the machine has threads)")
        ->check(CLI::Range(1U, 1024U));
    command->footer(
        "examples:\n  ulpgate site reports/* -o public\n"
        "a report is refused, and why is said, where its run is not complete, its suite not clean, or "
        "nothing "
        "was judged\n"
        "exit status: 0 all are published, 1 some were refused, 2 bad use or none can be published");
  }
}

void CommandLine::add_comparisons() {
  {
    CLI::App* command = app.add_subcommand("diff", "what changed between two reports, row by row");
    command->add_option("OLD", diff.old_report, "report.json, its folder, or a baseline file")->required();
    command->add_option("NEW", diff.new_report, "report.json or its folder")->required();
    command->add_option("--filter", diff.filter, "only rows whose id matches this pattern (* and ?)")
        ->type_name("PATTERN");
    command->add_option("--json", diff.json, "write it as JSON; - is standard output")->type_name("FILE");
    command->add_option("--html", diff.html, "write it as a page; - is standard output")->type_name("FILE");
    command->add_flag("--all", diff.all, "every row, not the first ten of each group");
    command->footer(
        "examples:\n  ulpgate diff before after --html diff.html\n"
        "  ulpgate diff before after --filter 'gemm/cublas*' --all\n"
        "exit status: 0 compared, 2 bad use or a file that cannot be read, 3 not comparable");
  }
  {
    CLI::App* command =
        app.add_subcommand("gate", "for CI: whether a report may follow on an older one or a baseline");
    command->add_option("BASELINE", gate.baseline, "a baseline file, or an older report")->required();
    command->add_option("REPORT", gate.new_report, "report.json or its folder")->required();
    CLI::Option* update = command->add_flag("--update", gate.update,
                                            "make BASELINE of REPORT: a text with a line for each row");
    // Nothing is compared then.
    command
        ->add_flag("--strict", gate.strict,
                   "stop also for failures that got worse, newly waived rows, drift within the bound and "
                   "ambiguous rows")
        ->excludes(update);
    command->add_flag("--github", gate.github, "print annotations (::error ...) instead of a table")
        ->excludes(update);
    command->add_option("--junit", gate.junit, "write JUnit XML; - is standard output")
        ->type_name("FILE")
        ->excludes(update);
    command->add_option("--html", gate.html, "write the comparison as a page; - is standard output")
        ->type_name("FILE")
        ->excludes(update);
    command->footer(
        "examples:\n  ulpgate gate --update conformance.baseline report\n"
        "  ulpgate gate conformance.baseline report --strict --github --junit gate.xml\n"
        "exit status: 0 go on, 1 a row fails anew, is gone or was not run, 2 bad use, 3 not comparable");
  }
}

void CommandLine::add_documents() {
  {
    CLI::App* command = app.add_subcommand("completion", "print a script that completes commands in a shell");
    command->add_option("SHELL", shell, "bash or zsh")->required();
    command->footer(
        "examples:\n  source <(ulpgate completion bash)\n"
        "  ulpgate completion zsh > ~/.zfunc/_ulpgate");
  }
  {
    CLI::App* command = app.add_subcommand("manual", "print the manual page, as troff");
    command->footer("example:\n  ulpgate manual | man -l -");
  }
}

}  // namespace ulpgate
