#include "suites/probe/report.h"

#include <algorithm>

#include "reference/formats/text.h"
#include "suites/probe/parameters.h"
#include "suites/probe/words.h"

namespace ulpgate::probe {
namespace {

using nlohmann::ordered_json;

std::string contradiction(const Findings& f) {
  const Contradiction& c = *f.contradiction;
  if (!f.repeatable)
    return to_text(f.signature, c.dot) + " gave " + to_hex(*f.signature.output, c.expected) + " and then " +
           to_hex(*f.signature.output, c.got);
  return to_text(f.signature, c.dot) + " gives " + to_hex(*f.signature.output, c.got) +
         ", and the nearest model (" + std::string(to_text(f.entry.arithmetic.algorithm)) + ") " +
         to_hex(*f.signature.output, c.expected);
}

/// What is searched for, of the model that explains most.
std::vector<std::pair<std::string, std::string>> nearest_parameters(const Findings& f) {
  const Arithmetic& nearest = f.entry.arithmetic;
  std::vector<std::pair<std::string, std::string>> all{
      {"algorithm", std::string(to_text(nearest.algorithm))}};
  for (const Searched* p : searched_parameters(nearest.algorithm))
    all.emplace_back(p->name, to_text(*p, p->get(nearest)));
  return all;
}

std::string shown(const Format& format, std::uint64_t code) {
  return to_hex(format, code) + " (" + to_decimal(format, code) + ")";
}

/// Every product of the dot that contradicts, one a line.
std::string products(const Findings& f) {
  const Signature& s = f.signature;
  const Dot& dot = f.contradiction->dot;
  std::string out = "  c = " + shown(*s.accumulator, dot.c) + "\n";
  for (std::size_t k = 0; k < dot.a.size(); ++k)
    out += "  k " + std::to_string(k) + ": " + shown(*s.a, dot.a[k]) + " * " + shown(*s.b, dot.b[k]) + "\n";
  out += "  expected " + shown(*s.output, f.contradiction->expected) + ", got " +
         shown(*s.output, f.contradiction->got) + "\n";
  return out;
}

ordered_json contradicting_dot(const Findings& f) {
  const Signature& s = f.signature;
  const Contradiction& c = *f.contradiction;
  const auto codes = [](const Format& format, const std::vector<std::uint64_t>& all) {
    ordered_json list = ordered_json::array();
    for (const std::uint64_t code : all) list.push_back(to_hex(format, code));
    return list;
  };
  ordered_json out;
  out["a"] = codes(*s.a, c.dot.a);
  out["b"] = codes(*s.b, c.dot.b);
  if (s.scale_format != nullptr) {
    out["a_scales"] = codes(*s.scale_format, c.dot.a_scales);
    out["b_scales"] = codes(*s.scale_format, c.dot.b_scales);
  }
  out["c"] = to_hex(*s.accumulator, c.dot.c);
  out["expected"] = to_hex(*s.output, c.expected);
  out["got"] = to_hex(*s.output, c.got);
  return out;
}

/// Columns as wide as their longest cell; the last one is left as it is.
std::string columns(const std::vector<std::vector<std::string>>& rows) {
  std::string out;
  for (const auto& row : rows) {
    out += "  ";
    for (std::size_t i = 0; i < row.size(); ++i) {
      std::string text = row[i];
      std::size_t width = 0;
      for (const auto& other : rows) width = std::max(width, other[i].size());
      if (i + 1 < row.size()) text.resize(width + 2, ' ');
      out += text;
    }
    out += '\n';
  }
  return out;
}

std::string_view kind_name(Finding::Kind kind) {
  switch (kind) {
    case Finding::Kind::found:
      return "yes";
    case Finding::Kind::alike:
      return "partly";
    case Finding::Kind::not_observable:
      break;
  }
  return "no";
}

}  // namespace

std::string to_table(const Findings& f, const std::vector<Comparison>& comparisons) {
  std::string out = "  " + to_text(f.signature) + "\n  ";
  if (f.fits()) {
    out += "one model explains all " + std::to_string(f.dots) + " dots, " + std::to_string(f.random) +
           " of them random\n";
  } else if (!f.repeatable) {
    out += "does not repeat its results: " + contradiction(f) + "\n";
  } else {
    out += "fits no model: " + std::to_string(f.dots - f.agreeing) + " of " + std::to_string(f.dots) +
           " dots contradict the nearest one; " + contradiction(f) + "\n\n";
    out += "  the dot that contradicts\n" + products(f) + "\n";
    std::vector<std::vector<std::string>> rows{{"parameter", "of the nearest model, which does not hold"}};
    for (const auto& [name, value] : nearest_parameters(f)) rows.push_back({name, value});
    out += columns(rows);
  }
  if (f.several_nans) out += "  results that are NaN have several codes; any two count as equal\n";
  if (!f.parameters.empty()) {
    std::vector<std::vector<std::string>> rows{{"parameter", "found", "decided by"}};
    for (const Finding& p : f.parameters) rows.push_back({p.name, p.text, p.evidence});
    out += "\n" + columns(rows);
  }
  if (comparisons.empty()) return out + "\n  no profile has an entry with these formats\n";
  std::vector<std::vector<std::string>> rows{{"profile entry", "is"}};
  for (const Comparison& c : comparisons) rows.push_back({c.profile + "/" + c.entry, to_text(c)});
  return out + "\n" + columns(rows);
}

ordered_json to_json(const Findings& f, const std::vector<Comparison>& comparisons) {
  const Signature& s = f.signature;
  ordered_json out;
  out["a"] = s.a->name;
  out["b"] = s.b->name;
  out["accumulator"] = s.accumulator->name;
  out["output"] = s.output->name;
  out["k"] = s.k;
  out["scale_format"] =
      s.scale_format == nullptr ? ordered_json(nullptr) : ordered_json(s.scale_format->name);
  out["scale_block"] = s.scale_block;
  out["fits"] = f.fits();
  out["repeatable"] = f.repeatable;
  out["dots"] = f.dots;
  out["random"] = f.random;
  out["agreeing"] = f.agreeing;
  out["algorithms"] = ordered_json::array();
  for (const Algorithm a : f.algorithms) out["algorithms"].push_back(to_text(a));
  out["parameters"] = ordered_json::array();
  for (const Finding& p : f.parameters) {
    ordered_json one;
    one["name"] = p.name;
    one["observable"] = kind_name(p.kind);
    one["found"] = p.text;
    one["evidence"] = p.evidence;
    if (!p.witnesses.empty()) {
      one["values"] = ordered_json::array();
      for (const Value v : p.values) one["values"].push_back(to_text(searched(p.name), v));
      one["range"] = p.is_range;
    }
    out["parameters"].push_back(std::move(one));
  }
  out["contradiction"] = f.contradiction ? ordered_json(contradiction(f)) : ordered_json(nullptr);
  out["contradicting_dot"] = f.contradiction ? contradicting_dot(f) : ordered_json(nullptr);
  // Of a model that does not hold: never to be taken for findings.
  out["nearest"] = nullptr;
  if (!f.fits()) {
    out["nearest"] = ordered_json::object();
    for (const auto& [name, value] : nearest_parameters(f)) out["nearest"][name] = value;
  }
  out["profiles"] = ordered_json::array();
  for (const Comparison& c : comparisons) {
    ordered_json one;
    one["profile"] = c.profile;
    one["entry"] = c.entry;
    one["equal"] = c.equal();
    one["dots"] = c.dots;
    one["agreeing"] = c.agreeing;
    one["differences"] = ordered_json::array();
    for (const Difference& d : c.differences)
      one["differences"].push_back({{"parameter", d.parameter}, {"found", d.found}, {"profile", d.profile}});
    out["profiles"].push_back(std::move(one));
  }
  return out;
}

}  // namespace ulpgate::probe
