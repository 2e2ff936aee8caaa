#include "suites/probe/compare.h"

#include <algorithm>

#include "reference/formats/decode.h"
#include "reference/formats/text.h"
#include "reference/tensor_core/mma.h"

namespace ulpgate::probe {
namespace {

bool same(const Format* left, const Format* right) {
  return left == nullptr || right == nullptr ? left == right : left->name == right->name;
}

bool comparable(const ProfileEntry& e, const Signature& s) {
  if (!e.takes(*s.a, *s.b) || !same(e.accumulator, s.accumulator) || !same(e.output, s.output)) return false;
  if (e.arithmetic.k_order == KOrder::mod4 && s.k % 4 != 0) return false;
  return same(e.arithmetic.scale_format, s.scale_format) && e.arithmetic.scale_block == s.scale_block;
}

bool nan_is_uncertain(const ProfileEntry& e) {
  const auto evidence = e.evidence.find("nan_code");
  return evidence != e.evidence.end() && evidence->second.kind == EvidenceKind::uncertain;
}

std::vector<Difference> differences(const Findings& findings, const ProfileEntry& e) {
  std::vector<Difference> all;
  const Signature& s = findings.signature;
  for (const Finding& f : findings.parameters) {
    if (f.name == "algorithm") {
      if (!f.allows(static_cast<Value>(e.arithmetic.algorithm)))
        return {{f.name, f.text, std::string(to_text(e.arithmetic.algorithm))}};
      if (findings.entry.arithmetic.algorithm != e.arithmetic.algorithm) return {};
    } else if (f.name == "nan_code") {
      if (!f.values.empty() && !nan_is_uncertain(e) && !f.allows(static_cast<Value>(e.arithmetic.nan_code)))
        all.push_back({f.name, f.text, to_hex(*s.output, e.arithmetic.nan_code)});
    } else if (!f.witnesses.empty()) {
      const Searched& p = searched(f.name);
      const Value value = p.get(e.arithmetic);
      const bool whole = f.name == "products" && value > s.k;
      if (!f.allows(whole ? s.k : value)) all.push_back({f.name, f.text, to_text(p, value)});
    }
  }
  return all;
}

}  // namespace

std::vector<Comparison> compare(const Findings& findings, const Profile* only) {
  std::vector<Comparison> all;
  const Signature& s = findings.signature;
  for (const Profile& profile : built_in_profiles()) {
    if (only != nullptr && only->architecture != profile.architecture) continue;
    for (const ProfileEntry& e : profile.entries) {
      if (!comparable(e, s)) continue;
      Comparison made{profile.architecture, e.id, findings.observed.size(), 0, differences(findings, e)};
      const Mma mma(e, *s.a, *s.b);
      for (std::size_t i = 0; i < findings.observed.size(); ++i) {
        const Dot& d = findings.observed.dots[i];
        const std::uint64_t expected = mma.dot(d.a, d.b, d.c, d.a_scales, d.b_scales);
        made.agreeing += mma.meets(expected, findings.observed.outputs[i]) ? 1 : 0;
      }
      all.push_back(std::move(made));
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const Comparison& x, const Comparison& y) {
    return x.equal() != y.equal() ? x.equal() : x.agreeing > y.agreeing;
  });
  return all;
}

std::string to_text(const Comparison& c) {
  if (c.equal()) return "equal";
  std::string text = "differs in ";
  for (const Difference& d : c.differences) {
    if (&d != &c.differences.front()) text += ", ";
    text += d.parameter + " (" + d.found + ", profile " + d.profile + ")";
  }
  if (c.differences.empty()) text = "differs";
  return text + "; " + std::to_string(c.agreeing) + " of " + std::to_string(c.dots) + " dots agree";
}

}  // namespace ulpgate::probe
