// The probe finds what it is given: every entry of every profile, entries changed at random, and nothing
// where there is nothing to find.
#include <gtest/gtest.h>

#include "reference/tensor_core/mma.h"
#include "suites/framework/random.h"
#include "suites/probe/report.h"

namespace ulpgate::probe {
namespace {

/// What of `entry` the findings do not allow; empty where they allow all of it.
std::string missed(const Findings& findings, const ProfileEntry& entry) {
  std::string text;
  const Algorithm algorithm = entry.arithmetic.algorithm;
  if (!findings.fits()) return "fits no model; ";
  if (std::find(findings.algorithms.begin(), findings.algorithms.end(), algorithm) ==
      findings.algorithms.end())
    return "algorithm; ";
  if (findings.entry.arithmetic.algorithm != algorithm) return {};
  for (const Searched* parameter : searched_parameters(algorithm)) {
    const Value value = parameter->get(entry.arithmetic);
    const Finding* f = find(findings, parameter->name);
    if (f == nullptr || f->kind == Finding::Kind::not_observable || f->allows(value)) continue;
    // A step longer than the instruction is the whole instruction.
    if (parameter->name == "products" && f->allows(std::min<Value>(value, findings.signature.k))) continue;
    text += std::string(parameter->name) + " is " + to_text(*parameter, value) + ", found " + f->text + "; ";
  }
  return text;
}

TEST(Probe, RecoversEveryEntryOfEveryProfile) {
  int probed = 0, found = 0;
  for (const Profile& profile : built_in_profiles()) {
    for (const ProfileEntry& entry : profile.entries) {
      const auto [a, b] = entry.input_pairs().front();
      const Findings findings = probe(from_model(entry, *a, *b));
      const std::string id = profile.architecture + "/" + entry.id;
      EXPECT_EQ(missed(findings, entry), "") << id;
      bool equal = false;
      for (const Comparison& c : compare(findings, &profile))
        equal = equal || (c.entry == entry.id && c.equal());
      EXPECT_TRUE(equal) << id << "\n" << to_table(findings, compare(findings, &profile));
      for (const Finding& f : findings.parameters) found += f.kind == Finding::Kind::found ? 1 : 0;
      ++probed;
    }
  }
  EXPECT_GT(probed, 90);
  EXPECT_GT(found, 5 * probed);
}

/// An entry with one to three parameters changed within what a profile may say.
std::optional<ProfileEntry> perturbed(const ProfileEntry& entry, const Signature& signature,
                                      const CounterRandom& random) {
  ProfileEntry changed = entry;
  const auto parameters = searched_parameters(entry.arithmetic.algorithm);
  if (parameters.empty()) return std::nullopt;
  const std::uint64_t count = 1 + random.below(0, 3);
  for (std::uint64_t i = 0; i < count; ++i) {
    const Searched& p = *parameters[random.below(1 + 2 * i, parameters.size())];
    const std::vector<Value> values = values_of(p, signature, changed.arithmetic);
    if (values.empty()) continue;
    p.set(changed.arithmetic, values[random.below(2 + 2 * i, values.size())]);
  }
  if (!check_entry(changed).empty()) return std::nullopt;
  return changed;
}

std::string described(const ProfileEntry& entry) {
  std::string text;
  for (const Searched* p : searched_parameters(entry.arithmetic.algorithm))
    text += std::string(p->name) + " " + to_text(*p, p->get(entry.arithmetic)) + ", ";
  return text;
}

TEST(Probe, RecoversTwoHundredPerturbations) {
  std::vector<std::pair<std::string, const ProfileEntry*>> entries;
  for (const Profile& profile : built_in_profiles()) {
    for (const ProfileEntry& entry : profile.entries)
      entries.emplace_back(profile.architecture + "/" + entry.id, &entry);
  }
  int tried = 0;
  for (std::uint64_t i = 0; tried < 200; ++i) {
    const CounterRandom random(20, i);
    const auto& [id, entry] = entries[random.below(100, entries.size())];
    const auto pairs = entry->input_pairs();
    const auto [a, b] = pairs[random.below(101, pairs.size())];
    const Instruction model = from_model(*entry, *a, *b);
    const auto changed = perturbed(*entry, model, random);
    if (!changed) continue;
    ++tried;
    const Findings findings = probe(from_model(*changed, *a, *b));
    EXPECT_EQ(missed(findings, *changed), "") << "draw " << i << " of " << id << ": " << described(*changed);
  }
}

TEST(Probe, SaysWhatFitsNoModel) {
  const ProfileEntry& entry = *find_profile("sm_80")->find("mma.fp16.fp32");
  Instruction noise = from_model(entry, formats::fp16, formats::fp16);
  const auto model = noise.evaluate;
  noise.evaluate = [model](std::span<const Dot> dots) {
    std::vector<std::uint64_t> out = model(dots);
    for (std::size_t i = 0; i < out.size(); ++i) {
      // One answer in eight is an ulp off.
      const CounterRandom random(dots[i].c, dots[i].a[0] << 16 ^ dots[i].b[0]);
      if (random.below(dots[i].a[3], 8) == 0) out[i] ^= 1;
    }
    return out;
  };
  const Findings findings = probe(noise);
  EXPECT_FALSE(findings.fits());
  EXPECT_TRUE(findings.contradiction.has_value());
  EXPECT_NE(to_table(findings, {}).find("fits no model"), std::string::npos);
  for (const Comparison& c : compare(findings)) EXPECT_FALSE(c.equal()) << c.entry;
}

TEST(Probe, ConstantOutputsFitNothing) {
  const ProfileEntry& entry = *find_profile("sm_80")->find("mma.bf16.fp32");
  Instruction constant = from_model(entry, formats::bf16, formats::bf16);
  constant.evaluate = [](std::span<const Dot> dots) {
    return std::vector<std::uint64_t>(dots.size(), 0x3F800000);
  };
  EXPECT_FALSE(probe(constant).fits());
}

}  // namespace
}  // namespace ulpgate::probe
