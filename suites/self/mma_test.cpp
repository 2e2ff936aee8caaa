// Suite mma is held to its purpose: every planted fault is convicted by the requirement that names it, and no
// instruction's own model is accused.
#include <filesystem>
#include <gtest/gtest.h>
#include <set>

#include "fixtures/mutants/mma/mutants.h"
#include "reports/record/error.h"
#include "suites/framework/failure_file.h"
#include "suites/framework/row_judge.h"
#include "suites/mma/case_json.h"
#include "suites/mma/property.h"

namespace ulpgate {
namespace {

using mutants::Instruction;
using mutants::InstructionModel;
using mutants::MmaMutant;

using Wanted = std::function<bool(const RowIdentity&)>;

std::vector<Row> judge(Implementation& implementation, Tier tier, const Wanted& wanted,
                       const std::filesystem::path& failures = {}) {
  const SuiteContext context{.implementation = implementation,
                             .spec = "mma_model",
                             .tier = tier,
                             .seed = 1,
                             .threads = 1,
                             .failures = failures};
  std::vector<Row> rows;
  for (const PlannedRow& planned : find_suite("mma")->plan(context)) {
    if (wanted(planned.identity)) rows.push_back(judge_row(planned, context, {}));
  }
  return rows;
}

bool every(const RowIdentity&) { return true; }

Wanted of(std::string_view requirement) {
  return [requirement](const RowIdentity& id) { return id.requirement == requirement; };
}

/// Every pair of formats of every entry with its largest shape, without tiles that take long.
std::vector<Instruction> instructions() {
  std::vector<Instruction> some;
  for (const Instruction& i : mutants::all_instructions()) {
    const bool large = i.shape.m * i.shape.n > 4096;
    const bool first =
        i.a == i.entry->input_pairs().front().first && i.b == i.entry->input_pairs().front().second;
    if (i.shape == i.entry->shapes.back() && (!large || first)) some.push_back(i);
  }
  return some;
}

std::vector<MmaMutant> all_mutants() {
  std::vector<MmaMutant> all;
  for (const auto& table : {mutants::arithmetic_mutants(), mutants::tile_mutants(), mutants::call_mutants()})
    all.insert(all.end(), table.begin(), table.end());
  return all;
}

TEST(MmaSuite, NoModelIsAccused) {
  InstructionModel models(instructions());
  const std::vector<Row> rows = judge(models, Tier::standard, every);
  EXPECT_GT(rows.size(), 1500U);
  for (const Row& row : rows) {
    EXPECT_EQ(row.verdict, Verdict::pass) << row.id << ": " << row.message;
    const bool of_calls = row.requirement == "MMA-STATE-1" || row.requirement == "API-CLAIM-1";
    EXPECT_TRUE(of_calls || row.judged >= 64) << row.id << " judged " << row.judged;
  }
}

TEST(MmaSuite, WhatIsNotClaimedIsNoFault) {
  std::vector<Instruction> some;
  for (const Instruction& i : instructions()) {
    if (i.shape.m * i.shape.n <= 4096) some.push_back(i);
  }
  InstructionModel models(some, {}, false);
  int deviations = 0;
  for (const Row& row : judge(models, Tier::standard, every)) {
    EXPECT_NE(row.requirement, "MMA-MODEL-1");
    EXPECT_NE(row.requirement, "MMA-VECTOR-1");
    EXPECT_NE(row.requirement, "MMA-PERMUTE-1");
    if (row.verdict == Verdict::deviation) ++deviations;
    const bool flushes = row.requirement == "MMA-SUBNORMAL-1" && row.variant.starts_with("cdna2");
    EXPECT_TRUE(row.verdict == Verdict::pass || (flushes && row.verdict == Verdict::deviation))
        << row.id << ": " << row.message;
  }
  // The three entries of CDNA2 that flush.
  EXPECT_EQ(deviations, 3);
}

TEST(MmaSuite, EachMutantIsConvictedByItsRequirement) {
  std::set<std::string_view> ids, requirements;
  for (const MmaMutant& mutant : all_mutants()) {
    EXPECT_TRUE(ids.insert(mutant.id).second) << mutant.id << " is there twice";
    requirements.insert(mutant.convicted_by);
    const Instruction instruction = mutants::instruction_named(std::string(mutant.instruction));
    ASSERT_NE(instruction.entry, nullptr) << mutant.id << ": no " << mutant.instruction;
    InstructionModel faulty({instruction}, mutant.change);
    const auto rows = judge(faulty, Tier::standard, of(mutant.convicted_by));
    ASSERT_EQ(rows.size(), 1U) << mutant.id;
    EXPECT_EQ(rows.front().verdict, Verdict::fail)
        << mutant.id << ": " << mutant.fault << " is not convicted by " << mutant.convicted_by;
    EXPECT_FALSE(rows.front().message.empty()) << mutant.id;
  }
  for (const Requirement& r : find_suite("mma")->requirements)
    EXPECT_TRUE(requirements.contains(r.id)) << r.id << " has no mutant that it convicts";
}

TEST(MmaSuite, AFlushWithoutAClaimIsADeviation) {
  InstructionModel flushing(
      {mutants::instruction_named("sm_90/mma.fp16.fp32")},
      {.arithmetic = [](Arithmetic& r) { r.input_subnormals = SubnormalRule::flushed; }}, false);
  for (const Row& row : judge(flushing, Tier::standard, every)) {
    const bool subnormal = row.requirement == "MMA-SUBNORMAL-1";
    EXPECT_EQ(row.verdict, subnormal ? Verdict::deviation : Verdict::pass) << row.id << ": " << row.message;
  }
}

/// An implementation that offers one thing and cannot be called.
class OneOffer : public Implementation {
 public:
  explicit OneOffer(Offer offer) : offer_(std::move(offer)) {}
  std::string name() const override { return "one_offer"; }
  std::string version() const override { return "1"; }
  std::string description() const override { return "one offer"; }
  bool concurrent() const override { return true; }
  std::vector<Offer> offers() const override { return {offer_}; }
  Reply call(const Call&) override { return {Status::unsupported, "not here"}; }

 private:
  Offer offer_;
};

std::string unclaimed(void (*change)(Offer&), std::string_view instruction = "sm_90/mma.fp16.fp32") {
  Offer offer = mutants::instruction_named(std::string(instruction)).offer();
  change(offer);
  OneOffer implementation(offer);
  const auto rows = judge(implementation, Tier::smoke, every);
  if (rows.size() != 1 || rows.front().verdict != Verdict::not_claimed) return "judged";
  return rows.front().message;
}

TEST(MmaSuite, ClaimsThatSayTooLittleAreNamed) {
  EXPECT_EQ(unclaimed([](Offer&) {}), "judged");
  EXPECT_EQ(unclaimed([](Offer& o) { o.claims.erase("shape"); }), "no claim about 'shape'");
  for (const char* shape : {"m16n8", "m16n8k16x", "m0n8k16", "16x8x16", "m16n8k513", "m-1n8k16", ""}) {
    Offer offer = mutants::instruction_named("sm_90/mma.fp16.fp32").offer();
    offer.claims["shape"] = shape;
    const auto understood = mma::understand(offer);
    ASSERT_TRUE(understood.has_value());
    EXPECT_EQ(understood->unclaimed,
              "the claim 'shape' is '" + std::string(shape) + "', and should be like m16n8k16");
  }
  EXPECT_EQ(unclaimed([](Offer& o) { o.claims["shape"] = "m16n8k32"; }),
            "the claim 'profile' names 'sm_90/mma.fp16.fp32', which has no shape with k = 32");
  EXPECT_EQ(unclaimed([](Offer& o) { o.claims["profile"] = "sm_90"; }),
            "the claim 'profile' names 'sm_90', which is no entry of a profile");
  EXPECT_EQ(unclaimed([](Offer& o) { o.claims["profile"] = "sm_90/mma.bf16.fp32"; }),
            "the claim 'profile' names 'sm_90/mma.bf16.fp32', which does not take these formats of A and B");
  EXPECT_EQ(unclaimed([](Offer& o) { o.claims["profile"] = "sm_90/mma.fp16.fp16"; }),
            "the claim 'profile' names 'sm_90/mma.fp16.fp16', which has other formats of C and D");
  EXPECT_EQ(unclaimed([](Offer& o) { o.claims["rounding"] = "nearest_even"; }),
            "the claim 'rounding' means nothing for mma");
  EXPECT_EQ(unclaimed([](Offer& o) { o.claims["scale_block"] = "16"; }),
            "the claim 'scale_block' means nothing without scales");
  EXPECT_EQ(unclaimed([](Offer& o) { o.formats.pop_back(); }), "the offer names no format for 'd'");
  EXPECT_EQ(unclaimed([](Offer& o) { o.formats[0].second = "fp17"; }),
            "the format of 'a' is 'fp17', which ulpgate does not know");
  EXPECT_EQ(unclaimed([](Offer& o) { o.formats.emplace_back("bias", "fp32"); }),
            "the offer names a format for 'bias', which mma does not have");
  EXPECT_EQ(unclaimed([](Offer& o) { o.formats[0].second = "int8"; }),
            "the formats are neither all floating-point nor integers that are added in int32");
  EXPECT_EQ(unclaimed([](Offer& o) { o.formats[3].second = "e4m3"; }),
            "the formats of C and D have no infinity or no NaN");
  constexpr std::string_view scaled = "sm_120/mma.mxf8f6f4.fp32";
  EXPECT_EQ(unclaimed([](Offer& o) { o.claims.erase("scale_block"); }, scaled),
            "no claim about 'scale_block'");
  EXPECT_EQ(unclaimed([](Offer& o) { o.claims["scale_block"] = "24"; }, scaled),
            "the claim 'scale_block' is '24', and should be a number that divides k");
  EXPECT_EQ(unclaimed([](Offer& o) { o.claims["scale_block"] = "16"; }, scaled),
            "the claim 'profile' names 'sm_120/mma.mxf8f6f4.fp32', which has other scales");
  EXPECT_EQ(unclaimed([](Offer& o) { o.formats.pop_back(); }, scaled),
            "the offer names different formats for 'a_scale' and 'b_scale', or one of them alone");
}

TEST(MmaSuite, WhatIsNotImplementedIsNotRun) {
  OneOffer refusing(mutants::instruction_named("sm_80/mma.fp16.fp32").offer());
  for (const Row& row : judge(refusing, Tier::smoke, every)) {
    EXPECT_EQ(row.verdict, row.requirement == "API-CLAIM-1" ? Verdict::pass : Verdict::not_run) << row.id;
  }
}

TEST(MmaSuite, FailuresReplay) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "mma_failures";
  std::filesystem::remove_all(folder);
  for (const char* id : {"A01", "A08", "A10", "A22", "A29", "B01", "B07", "B11", "C01"}) {
    const auto all = all_mutants();
    const auto mutant = std::find_if(all.begin(), all.end(), [&](const MmaMutant& m) { return m.id == id; });
    ASSERT_NE(mutant, all.end()) << id;
    const Instruction instruction = mutants::instruction_named(std::string(mutant->instruction));
    InstructionModel faulty({instruction}, mutant->change), right({instruction});
    judge(faulty, Tier::standard, of(mutant->convicted_by), folder);
    int files = 0;
    for (const auto& file : std::filesystem::directory_iterator(folder)) {
      const Failure failure = read_failure(file.path());
      EXPECT_NE(find_suite("mma")->replay(faulty, failure.row, failure.the_case), "") << id;
      EXPECT_EQ(find_suite("mma")->replay(right, failure.row, failure.the_case), "") << id;
      ++files;
    }
    EXPECT_EQ(files, 1) << id;
    std::filesystem::remove_all(folder);
  }
}

TEST(MmaSuite, ShrunkCasesAreSmall) {
  InstructionModel faulty({mutants::instruction_named("sm_80/mma.fp16.fp32")},
                          {.operands = [](mutants::Tile& t, const Instruction&) { t.b_at(7, 5) = 0; }});
  const auto rows = judge(faulty, Tier::standard, of("MMA-EXACT-1"));
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_NE(rows.front().message.find(
                "smallest case: m16n8k16, zeros but for A[0,7] 0x3C00 (1), B[7,5] 0x3C00 (1); "
                "D[0,5] is 0x00000000 (0), expected 0x3F800000 (1), the exact sum"),
            std::string::npos)
      << rows.front().message;
}

TEST(MmaCases, AreTheSameOperandsWhenSpelledOutAndReadAgain) {
  for (const char* claim :
       {"sm_80/mma.tf32.fp32", "sm_120/mma.mxf4nvf4.ue4m3_16.fp32", "sm_80/mma.int4.int32"}) {
    const auto offer = mma::understand(mutants::instruction_named(claim).offer());
    ASSERT_TRUE(offer && offer->unclaimed.empty()) << claim;
    for (int family = 0; family <= static_cast<int>(mma::Family::probe); ++family) {
      const mma::MmaCase drawn{
          .family = static_cast<mma::Family>(family), .seed = 0x1234567890ABCDEF, .lead = 3};
      const mma::MmaInputs in = expand(*offer, drawn);
      const mma::MmaCase spelled = spelled_out(*offer, drawn);
      for (const mma::MmaCase& c : {drawn, spelled}) {
        const mma::MmaCase read = mma::case_from_json(mma::to_json(c, *offer), *offer);
        const mma::MmaInputs again = expand(*offer, read);
        EXPECT_EQ(again.a, in.a) << claim << " " << name(drawn.family);
        EXPECT_EQ(again.b, in.b) << claim << " " << name(drawn.family);
        EXPECT_EQ(again.c, in.c) << claim << " " << name(drawn.family);
        EXPECT_EQ(again.a_scale, in.a_scale) << claim << " " << name(drawn.family);
        EXPECT_EQ(again.b_scale, in.b_scale) << claim << " " << name(drawn.family);
      }
    }
  }
}

TEST(MmaCases, MalformedOnesAreNamed) {
  const auto offer = mma::understand(mutants::instruction_named("sm_90/mma.fp16.fp32").offer());
  const auto message = [&](void (*change)(nlohmann::ordered_json&)) -> std::string {
    mma::MmaCase c;
    c.planted.push_back({mma::Matrix::a, 1, 2, 0x3C00});
    nlohmann::ordered_json json = mma::to_json(c, *offer);
    change(json);
    try {
      mma::case_from_json(json, *offer);
    } catch (const report::InputError& e) {
      return e.what();
    }
    return "read";
  };
  using Json = nlohmann::ordered_json;
  EXPECT_EQ(message([](Json&) {}), "read");
  EXPECT_EQ(message([](Json& j) { j = 3; }), "case: it is no object");
  EXPECT_EQ(message([](Json& j) { j["shape"] = "m16n8k8"; }),
            "case: 'shape' is not m16n8k16, as the offer says");
  EXPECT_EQ(message([](Json& j) { j["family"] = "odd"; }), "case: 'family' is 'odd', which is none");
  EXPECT_EQ(message([](Json& j) { j["seed"] = -1; }), "case: 'seed' is missing or no number");
  EXPECT_EQ(message([](Json& j) { j.erase("lead"); }), "case: 'lead' is missing");
  EXPECT_EQ(message([](Json& j) { j["instructions"] = 0; }), "case: 'instructions' is 0");
  EXPECT_EQ(message([](Json& j) { j["planted"] = 1; }), "case: 'planted' is missing or not a list");
  EXPECT_EQ(message([](Json& j) { j["planted"][0]["row"] = 16; }),
            "case: 'row' is not a whole number from 0 to 15");
  EXPECT_EQ(message([](Json& j) { j["planted"][0]["code"] = "0x12345"; }),
            "case: a 'code' is no code of fp16");
  EXPECT_EQ(message([](Json& j) { j["planted"][0]["matrix"] = "a_scale"; }),
            "case: a 'matrix' is 'a_scale', which the offer does not have");
  EXPECT_EQ(message([](Json& j) {
              j["family"] = "vector";
              j["line"] = "chain.txt:1";
            }),
            "case: 'line' is 'chain.txt:1', where no published input stands");
}

}  // namespace
}  // namespace ulpgate
