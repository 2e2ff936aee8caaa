// ulpgate experiment: open questions of matrix instructions and GEMMs, asked of an implementation.
#include "suites/probe/experiment.h"

#include <algorithm>
#include <cstdio>

#include "reports/record/error.h"
#include "reports/record/report.h"
#include "suites/command/commands.h"
#include "suites/framework/call_trace.h"
#include "suites/framework/text.h"

namespace ulpgate {

int experiment_command(const ExperimentOptions& o) {
  const auto& all = probe::all_experiments();
  for (const std::string& name : o.names) {
    if (std::none_of(all.begin(), all.end(), [&](const auto& e) { return e.name == name; }))
      throw report::InputError("no experiment is called '" + excerpt(name) +
                               "'; see ulpgate list experiments");
  }
  const auto implementation = load_watched(o.implementation);
  if (const auto reason = implementation->not_run()) {
    std::printf("%s: not run: %s: %s\n", excerpt(o.implementation).c_str(), reason->category.c_str(),
                reason->text.c_str());
    return 1;
  }
  report::Json json = report::Json::array();
  std::string tables;
  for (const probe::Experiment& e : all) {
    if (!o.names.empty() && std::find(o.names.begin(), o.names.end(), e.name) == o.names.end()) continue;
    const ScopedSubject subject([&] { return Subject{"experiment " + e.name, {}, {}}; });
    const auto answers = probe::run_experiment(*implementation, e, o.variant);
    json.push_back(probe::experiment_json(e, answers));
    const std::string table = probe::experiment_table(e, answers);
    if (!table.empty()) tables += table + "\n";
    if (o.json || !o.out.empty() || table.empty()) continue;
    std::fputs((table + "\n").c_str(), stdout);
    std::fflush(stdout);
  }
  if (tables.empty()) {
    const std::string nothing = excerpt(o.implementation) + " offers nothing that an experiment asks";
    if (!o.variant.empty() || !o.names.empty()) throw report::InputError(nothing + " and that was named");
    tables = nothing + "\n";
    if (!o.json && o.out.empty()) std::fputs(tables.c_str(), stdout);
  }
  const std::string text = o.json ? json.dump(2) + "\n" : tables;
  if (!o.out.empty()) {
    report::write_file(text, o.out);
  } else if (o.json) {
    std::fputs(text.c_str(), stdout);
  }
  return 0;
}

}  // namespace ulpgate
