#include <cstdio>
#include <fstream>

#include "kernels/api/registry.h"
#include "reports/record/error.h"
#include "suites/command/commands.h"
#include "suites/framework/text.h"
#include "suites/probe/report.h"

namespace ulpgate {
namespace {

using nlohmann::ordered_json;

/// Writes to a file, or to standard output where its name is empty.
void write(const std::string& file, const std::string& text) {
  if (file.empty()) {
    std::fputs(text.c_str(), stdout);
    return;
  }
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw report::InputError(file + ": cannot be written");
}

struct Probed {
  std::string table;
  ordered_json json;
  bool done = false;
};

Probed probe_offer(Implementation& implementation, const Offer& offer, const Profile* profile) {
  Probed made;
  made.table = printable(implementation.name()) + " " + printable(offer.variant) + "\n";
  made.json["implementation"] = printable(implementation.name());
  made.json["variant"] = printable(offer.variant);
  try {
    const probe::Findings findings = probe::probe(probe::from_offer(implementation, offer));
    const std::vector<probe::Comparison> comparisons = probe::compare(findings, profile);
    made.table += to_table(findings, comparisons);
    made.json.update(to_json(findings, comparisons));
    made.done = true;
  } catch (const std::exception& e) {
    made.table += "  not probed: " + printable(e.what()) + "\n";
    made.json["not_probed"] = printable(e.what());
  }
  return made;
}

}  // namespace

int probe_command(const ProbeOptions& o) {
  const Profile* profile = nullptr;
  if (!o.profile.empty()) {
    profile = find_profile(o.profile);
    if (profile == nullptr) throw report::InputError("no profile is called '" + printable(o.profile) + "'");
  }
  const auto implementation = make_implementation(o.implementation);
  const std::string name = printable(o.implementation);
  if (const auto reason = implementation->not_run())
    throw report::InputError(name + " cannot run here: " + reason->text);
  std::string table;
  ordered_json json = ordered_json::array();
  bool all_done = true;
  for (const Offer& offer : implementation->offers()) {
    if (offer.operation != "mma" || (!o.variant.empty() && offer.variant != o.variant)) continue;
    Probed probed = probe_offer(*implementation, offer, profile);
    table += (table.empty() ? "" : "\n") + probed.table;
    json.push_back(std::move(probed.json));
    all_done = all_done && probed.done;
  }
  if (json.empty())
    throw report::InputError(name + " offers no matrix instruction" +
                             (o.variant.empty() ? "" : " called '" + printable(o.variant) + "'"));
  write(o.out, o.json ? json.dump(2) + "\n" : table);
  return all_done ? 0 : 1;
}

}  // namespace ulpgate
