#include "suites/probe/compare.h"

#include <algorithm>

#include "reference/formats/text.h"
#include "suites/probe/words.h"

namespace ulpgate::probe {
namespace {

bool same_signature(const Signature& s, const ProfileEntry& e) {
  const Arithmetic& r = e.arithmetic;
  const bool scaled = r.scale_format != nullptr;
  return e.takes(*s.a, *s.b) && e.accumulator == s.accumulator && e.output == s.output &&
         std::any_of(e.shapes.begin(), e.shapes.end(),
                     [&](const MmaShape& shape) { return shape.k == s.k; }) &&
         scaled == (s.scale_format != nullptr) &&
         (!scaled || (r.scale_format == s.scale_format && r.scale_block == s.scale_block));
}

Comparison compare_with(const Findings& findings, const std::string& id, const ProfileEntry& entry) {
  Comparison c{id, {}};
  const auto differ = [&](std::string_view name, const std::string& found, const std::string& profile) {
    c.differences.push_back({std::string(name), found, profile});
  };
  if (!findings.fits()) {
    differ("algorithm", "fits no model", std::string(to_text(entry.arithmetic.algorithm)));
    return c;
  }
  const auto& algorithms = findings.algorithms;
  if (std::find(algorithms.begin(), algorithms.end(), entry.arithmetic.algorithm) == algorithms.end()) {
    differ("algorithm", std::string(to_text(findings.entry.arithmetic.algorithm)),
           std::string(to_text(entry.arithmetic.algorithm)));
    return c;
  }
  if (entry.arithmetic.algorithm == findings.entry.arithmetic.algorithm) {
    for (const Searched* parameter : searched_parameters(entry.arithmetic.algorithm)) {
      const Finding* f = find(findings, parameter->name);
      if (f == nullptr || f->kind == Finding::Kind::not_observable) continue;
      const Value value = parameter->get(entry.arithmetic);
      // A step longer than the instruction is the whole instruction.
      const bool whole =
          parameter->name == "products" && f->allows(std::min<Value>(value, findings.signature.k));
      if (!f->allows(value) && !whole) differ(parameter->name, f->text, to_text(*parameter, value));
    }
  }
  const bool nan_matters = !findings.several_nans && !findings.signature.is_integer();
  const auto evidence = entry.evidence.find("nan_code");
  const bool any_nan = evidence != entry.evidence.end() && evidence->second.kind == EvidenceKind::uncertain;
  if (nan_matters && !any_nan && entry.arithmetic.nan_code != findings.entry.arithmetic.nan_code)
    differ("nan_code", to_hex(*entry.output, findings.entry.arithmetic.nan_code),
           to_hex(*entry.output, entry.arithmetic.nan_code));
  return c;
}

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.resize(width, ' ');
  return text;
}

std::string kind_text(Finding::Kind kind) {
  return kind == Finding::Kind::found ? "found" : kind == Finding::Kind::alike ? "alike" : "not observable";
}

std::string contradiction_text(const Findings& f) {
  const Format& out = *f.signature.output;
  return to_text(f.signature, f.contradiction->dot) + " gives " + to_hex(out, f.contradiction->got) + " (" +
         to_decimal(out, f.contradiction->got) + "), and the arithmetic that explains most says " +
         to_hex(out, f.contradiction->expected);
}

}  // namespace

std::vector<Comparison> compare(const Findings& findings, const std::string& architecture) {
  std::vector<Comparison> all;
  for (const Profile& profile : built_in_profiles()) {
    if (!architecture.empty() && profile.architecture != architecture) continue;
    for (const ProfileEntry& entry : profile.entries) {
      if (same_signature(findings.signature, entry))
        all.push_back(compare_with(findings, profile.architecture + "/" + entry.id, entry));
    }
  }
  return all;
}

std::string findings_table(const Findings& f, const std::vector<Comparison>& comparisons) {
  std::string text = to_text(f.signature) + ": " + std::to_string(f.agreeing) + " of " +
                     std::to_string(f.dots) + " dots explained, " + std::to_string(f.random) +
                     " of them random\n";
  if (!f.fits()) {
    text += "  fits no model";
    if (f.contradiction) text += ": " + contradiction_text(f);
    text += "\n";
  }
  for (const Finding& p : f.parameters) {
    text += "  " + padded(p.name, 26) + padded(p.text, 22) + " " + p.evidence + "\n";
  }
  std::string equal;
  for (const Comparison& c : comparisons) {
    if (c.equal()) equal += (equal.empty() ? "" : ", ") + c.entry;
  }
  text += equal.empty() ? "  equals no profile's entry\n" : "  equals " + equal + "\n";
  for (const Comparison& c : comparisons) {
    if (c.equal()) continue;
    text += "  differs from " + c.entry + ":";
    for (const Difference& d : c.differences)
      text += " " + d.parameter + " is " + d.found + ", there " + d.profile + ";";
    text.back() = '\n';
  }
  return text;
}

report::Json findings_json(const Findings& f, const std::vector<Comparison>& comparisons) {
  report::Json json;
  json["signature"] = to_text(f.signature);
  json["fits"] = f.fits();
  json["dots"] = f.dots;
  json["random"] = f.random;
  json["explained"] = f.agreeing;
  if (f.contradiction) json["contradiction"] = contradiction_text(f);
  auto& parameters = json["parameters"] = report::Json::array();
  for (const Finding& p : f.parameters)
    parameters.push_back(
        {{"name", p.name}, {"kind", kind_text(p.kind)}, {"value", p.text}, {"evidence", p.evidence}});
  auto& entries = json["profiles"] = report::Json::array();
  for (const Comparison& c : comparisons) {
    report::Json differences = report::Json::array();
    for (const Difference& d : c.differences)
      differences.push_back({{"parameter", d.parameter}, {"found", d.found}, {"profile", d.profile}});
    entries.push_back({{"entry", c.entry}, {"equal", c.equal()}, {"differences", differences}});
  }
  return json;
}

}  // namespace ulpgate::probe
