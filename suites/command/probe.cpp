// ulpgate probe: what matrix instructions and whole GEMMs do, from their outputs alone.
#include <cstdio>
#include <stdexcept>

#include "reference/tensor_core/profile.h"
#include "reports/record/error.h"
#include "reports/record/report.h"
#include "suites/command/commands.h"
#include "suites/framework/call_trace.h"
#include "suites/framework/expectation.h"
#include "suites/framework/text.h"
#include "suites/probe/gemm_probe.h"
#include "suites/probe/report.h"

namespace ulpgate {
namespace {

using report::Json;

/// One offer's table; its JSON goes into `json`.
std::string probe_offer(Implementation& implementation, const Offer& offer, const ProbeOptions& o,
                        Json& json) {
  const ScopedSubject subject([&] {
    return Subject{"probing " + offer.operation + " " + offer.variant, {}, {}};
  });
  json["operation"] = offer.operation;
  json["variant"] = offer.variant;
  const std::string title =
      offer.operation + "  " + excerpt(implementation.name()) + "  " + offer.variant + "  ";
  try {
    if (offer.operation == "mma") {
      const probe::Findings findings = probe::probe(probe::from_offer(implementation, offer));
      const auto comparisons =
          probe::compare(findings, o.profile.empty() ? nullptr : find_profile(o.profile));
      json["findings"] = probe::to_json(findings, comparisons);
      return title + "\n" + probe::to_table(findings, comparisons);
    }
    const probe::GemmFacts facts = probe::probe_gemm(probe::gemm_box(implementation, offer));
    json["facts"] = probe::facts_json(facts);
    return title + probe::facts_table(facts);
  } catch (const std::exception& e) {
    json["not_run"] = excerpt(e.what());
    return title + "not run: " + excerpt(e.what()) + "\n";
  }
}

bool wanted(const Offer& offer, const ProbeOptions& o) {
  if (offer.operation != "mma" && offer.operation != "gemm") return false;
  if (!o.operation.empty() && offer.operation != o.operation) return false;
  return o.variant.empty() || glob_matches(o.variant, offer.variant);
}

}  // namespace

int probe_command(const ProbeOptions& o) {
  if (!o.operation.empty() && o.operation != "mma" && o.operation != "gemm")
    throw report::InputError("nothing probes '" + o.operation + "'; there are mma and gemm");
  if (!o.profile.empty() && find_profile(o.profile) == nullptr)
    throw report::InputError("no profile is called '" + o.profile + "'");
  const auto implementation = load_watched(o.implementation);
  if (const auto reason = implementation->not_run()) {
    std::printf("%s: not run: %s: %s\n", o.implementation.c_str(), reason->category.c_str(),
                reason->text.c_str());
    return 1;
  }
  Json all = Json::array();
  std::string tables;
  for (const Offer& offer : implementation->offers()) {
    if (!wanted(offer, o)) continue;
    Json json;
    const std::string table = probe_offer(*implementation, offer, o, json);
    all.push_back(std::move(json));
    tables += table;
    if (!o.json && o.out.empty()) {
      std::fputs((table + "\n").c_str(), stdout);
      std::fflush(stdout);
    }
  }
  if (all.empty())
    throw report::InputError(
        o.implementation + " offers no mma and no gemm" +
        (o.variant.empty() ? std::string() : " whose variant matches '" + o.variant + "'"));
  if (!o.facts.empty()) report::write_file(all.dump(2) + "\n", o.facts);
  const std::string text = o.json ? all.dump(2) + "\n" : tables;
  if (!o.out.empty()) {
    report::write_file(text, o.out);
  } else if (o.json) {
    std::fputs(text.c_str(), stdout);
  }
  return 0;
}

}  // namespace ulpgate
