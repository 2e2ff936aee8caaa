// The probe of matrix instructions, on the reference engine: it recovers what a profile says from outputs
// alone.
#include "suites/probe/probe.h"

#include <gtest/gtest.h>
#include <set>

#include "reference/formats/text.h"
#include "reference/tensor_core/mma.h"
#include "reference/tensor_core/parameter.h"
#include "suites/probe/draw.h"

namespace ulpgate::probe {
namespace {

std::string name_of(const ProfileEntry& e, const Format& a, const Format& b) {
  return e.id + " " + std::string(a.name) + " x " + std::string(b.name);
}

/// Dots of another seed than those that the probe asked, near the borders of this arithmetic.
Dots fresh_dots(const Signature& s, const Arithmetic& r) {
  Dots dots = random_dots(s, 300, 1001);
  if (s.is_integer()) return dots;
  for (const Dots& more : {focused_dots(s, r, 300, 1002), scale_dots(s, 100, 1003)})
    dots.insert(dots.end(), more.begin(), more.end());
  return dots;
}

/// That the findings allow the values that are true, and that every other value they allow computes the same.
void expect_recovered(const ProfileEntry& truth, const Format& a, const Format& b, const std::string& name) {
  const Instruction instruction = from_model(truth, a, b);
  const Findings found = probe(instruction);
  ASSERT_TRUE(found.fits()) << name << ": " << found.agreeing << " of " << found.dots;
  EXPECT_GE(found.random, 2000U);
  const Finding* algorithm = find(found, "algorithm");
  ASSERT_NE(algorithm, nullptr);
  EXPECT_TRUE(algorithm->allows(static_cast<Value>(truth.arithmetic.algorithm)))
      << name << ": " << algorithm->text;
  const Finding* nan = find(found, "nan_code");
  if (nan != nullptr) {
    EXPECT_TRUE(nan->allows(static_cast<Value>(truth.arithmetic.nan_code))) << name << ": " << nan->text;
  }
  const Dots dots = fresh_dots(instruction, truth.arithmetic);
  const std::vector<std::uint64_t> expected = instruction.evaluate(dots);
  std::set<const void*> seen;
  for (const Finding& f : found.parameters) {
    if (f.witnesses.empty()) continue;
    EXPECT_FALSE(f.evidence.empty()) << name << ": " << f.name;
    if (found.entry.arithmetic.algorithm == truth.arithmetic.algorithm) {
      const Searched& p = searched(f.name);
      // A step of more than k products is the whole instruction too.
      const Value value = f.name == "products" && truth.arithmetic.algorithm != Algorithm::pairwise_sum
                              ? std::min<Value>(p.get(truth.arithmetic), instruction.k)
                              : p.get(truth.arithmetic);
      EXPECT_TRUE(f.allows(value)) << name << ": " << f.name << " is " << to_text(p, value) << ", found "
                                   << f.text;
    }
    for (const Arithmetic& witness : f.witnesses) {
      const Mma mma(entry_of(instruction, witness), a, b);
      for (std::size_t i = 0; i < dots.size(); ++i) {
        const Dot& d = dots[i];
        ASSERT_EQ(mma.dot(d.a, d.b, d.c, d.a_scales, d.b_scales), expected[i])
            << name << ": " << f.name << ", of which " << f.text << ", shows on other dots";
      }
    }
  }
}

/// Architectures share most of their instructions: one of each kind.
std::string kind_of(const ProfileEntry& e, const Format& a, const Format& b) {
  std::string kind = to_text(static_cast<const Signature&>(from_model(e, a, b)));
  for (const Searched& p : searched_parameters()) kind += " " + std::to_string(p.get(e.arithmetic));
  return kind + " " + std::to_string(e.arithmetic.nan_code) + std::string(to_text(e.arithmetic.algorithm));
}

class EveryProfile : public testing::TestWithParam<std::size_t> {};

TEST_P(EveryProfile, ItsEntriesAreRecovered) {
  std::set<std::string> known;
  for (std::size_t i = 0; i <= GetParam(); ++i) {
    const Profile& profile = built_in_profiles()[i];
    for (const ProfileEntry& e : profile.entries) {
      for (const auto& [a, b] : e.input_pairs()) {
        if (known.insert(kind_of(e, *a, *b)).second && i == GetParam())
          expect_recovered(e, *a, *b, profile.architecture + "/" + name_of(e, *a, *b));
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Profiles, EveryProfile, testing::Range(std::size_t{0}, std::size_t{11}),
                         [](const auto& row) { return built_in_profiles()[row.param].architecture; });

TEST(Perturbations, AreRecovered) {
  struct Case {
    const Profile* profile;
    const ProfileEntry* entry;
  };
  std::vector<Case> cases;
  for (const Profile& profile : built_in_profiles()) {
    for (const ProfileEntry& e : profile.entries) {
      if (searched_parameters(e.arithmetic.algorithm).size() > 1) cases.push_back({&profile, &e});
    }
  }
  for (unsigned i = 0; i < 200; ++i) {
    Draw draw(77, i);
    const Case& chosen = cases[static_cast<std::size_t>(draw.below(static_cast<int>(cases.size())))];
    ProfileEntry truth = *chosen.entry;
    const auto pairs = truth.input_pairs();
    const auto& [a, b] = pairs[static_cast<std::size_t>(draw.below(static_cast<int>(pairs.size())))];
    const Signature signature = from_model(truth, *a, *b);
    const std::vector<const Searched*> parameters = searched_parameters(truth.arithmetic.algorithm);
    std::string name =
        chosen.profile->architecture + "/" + name_of(truth, *a, *b) + ", case " + std::to_string(i);
    for (int changes = draw.between(1, 3); changes > 0; --changes) {
      const Searched& p =
          *parameters[static_cast<std::size_t>(draw.below(static_cast<int>(parameters.size())))];
      const std::vector<Value> values = values_of(p, signature, truth.arithmetic);
      const Value value = values[static_cast<std::size_t>(draw.below(static_cast<int>(values.size())))];
      p.set(truth.arithmetic, value);
      name += ", " + std::string(p.name) + " = " + to_text(p, value);
    }
    ASSERT_EQ(check_entry(truth), "") << name;
    expect_recovered(truth, *a, *b, name);
  }
}

TEST(Parameters, NamesAndWordsAreThoseOfProfiles) {
  for (const Searched& p : searched_parameters()) {
    const Parameter* known = find_parameter(p.name);
    ASSERT_NE(known, nullptr) << p.name;
    for (std::size_t i = 0; i < p.words.size(); ++i) {
      Arithmetic r;
      if (known->kind == Parameter::Kind::word) {
        EXPECT_TRUE(known->set(r, 0, p.words[i])) << p.name << " " << p.words[i];
        EXPECT_EQ(p.get(r), static_cast<Value>(i)) << p.name << " " << p.words[i];
      }
    }
  }
}

}  // namespace
}  // namespace ulpgate::probe
