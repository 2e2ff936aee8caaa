// The engine against outputs of real Tensor Cores, bit for bit.
#include <gtest/gtest.h>
#include <set>

#include "reference/formats/text.h"
#include "reference/tensor_core/recorded_check.h"
#include "reference/tests/tensor_core/recorded_data.h"

namespace ulpgate {
namespace {

TEST(Recorded, ThePlanHas48SetsAndEveryEntryExists) {
  std::set<std::string> names;
  for (const RecordedPlan& plan : recorded_plans()) {
    names.insert(plan.name());
    const Profile* profile = find_profile(plan.architecture);
    ASSERT_NE(profile, nullptr) << plan.architecture;
    const ProfileEntry* entry = profile->find(plan.entry);
    ASSERT_NE(entry, nullptr) << plan.name();
    EXPECT_TRUE(entry->takes(*plan.format, *plan.format)) << plan.name();
    EXPECT_EQ(entry->output->name, plan.accumulator->name) << plan.name();
  }
  EXPECT_EQ(names.size(), 48U);
}

TEST(Recorded, EveryRowOf48SetsIsEqual) {
  std::string why;
  const std::filesystem::path folder = recorded_data(why);
  if (folder.empty()) GTEST_SKIP() << why;
  const std::filesystem::path root = recorded_root(folder);
  int sets = 0;
  std::size_t rows = 0;
  for (const RecordedPlan& plan : recorded_plans()) {
    const ProfileEntry& entry = *find_profile(plan.architecture)->find(plan.entry);
    const RecordedResult result = check_recorded(read_recorded_set(root, plan), plan, entry);
    ASSERT_GE(result.rows, 200U) << plan.name();
    const RecordedDifference first = result.first.value_or(RecordedDifference{});
    EXPECT_EQ(result.equal, result.rows) << plan.name() << ": row " << first.row + 1 << " recorded "
                                         << to_hex(*plan.accumulator, first.recorded) << " computed "
                                         << to_hex(*plan.accumulator, first.computed);
    sets += result.all_equal() ? 1 : 0;
    rows += result.rows;
  }
  EXPECT_EQ(sets, 48);
  RecordProperty("rows", static_cast<int>(rows));
}

/// The change of one parameter that recorded outputs must convict, and in which sets.
struct Mutation {
  const char* name;
  void (*apply)(Arithmetic&);
  bool (*shows)(const RecordedPlan&, const ProfileEntry&);
};

bool in_fp32(const RecordedPlan& plan, const ProfileEntry&) { return plan.accumulator->storage_bits == 32; }
bool in_fp16(const RecordedPlan& plan, const ProfileEntry&) { return plan.accumulator->storage_bits == 16; }
bool is_fp8(const RecordedPlan& plan) { return plan.format->storage_bits == 8; }
/// fp32 results of products that are kept whole: fp8 operands need more bits than are there only where 13
/// are.
bool cuts(const RecordedPlan& plan, const ProfileEntry& entry) {
  return in_fp32(plan, entry) && (!is_fp8(plan) || entry.arithmetic.fraction_bits == 13);
}
bool is_lowered(const RecordedPlan&, const ProfileEntry& e) {
  return e.arithmetic.accumulator_use == AccumulatorUse::added_last;
}
bool is_lowered_half(const RecordedPlan& plan, const ProfileEntry& e) {
  return is_lowered(plan, e) && in_fp16(plan, e);
}
/// Everywhere but where fp8 products, whose sums are short, are rounded before the accumulator joins.
bool in_all_but_lowered(const RecordedPlan& plan, const ProfileEntry& e) {
  return in_fp16(plan, e) || !is_lowered(plan, e);
}
bool keeps_13(const RecordedPlan&, const ProfileEntry& e) { return e.arithmetic.output_fraction_bits == 13; }
bool has_many(const RecordedPlan& plan, const ProfileEntry& e) {
  // Sets of tf32 have 4 products, as many as half a step of Hopper.
  return cuts(plan, e) && !(plan.format->name == "tf32" && e.arithmetic.products == 8);
}

const Mutation mutations[] = {
    {"one fraction bit less", [](Arithmetic& r) { --r.fraction_bits; }, cuts},
    {"one fraction bit more", [](Arithmetic& r) { ++r.fraction_bits; }, cuts},
    {"half as many products in a step", [](Arithmetic& r) { r.products /= 2; }, has_many},
    {"results to nearest", [](Arithmetic& r) { r.output_rounding = OutputRounding::nearest_even; }, cuts},
    {"results cut", [](Arithmetic& r) { r.output_rounding = OutputRounding::toward_zero; }, in_fp16},
    {"terms cut down", [](Arithmetic& r) { r.alignment = Alignment::down; }, cuts},
    {"terms to nearest", [](Arithmetic& r) { r.alignment = Alignment::nearest_even; }, cuts},
    {"products normalised", [](Arithmetic& r) { r.products_normalised = true; }, cuts},
    {"ascending k", [](Arithmetic& r) { r.k_order = KOrder::ascending; }, is_lowered_half},
    {"accumulator in the sum", [](Arithmetic& r) { r.accumulator_use = AccumulatorUse::fused; },
     is_lowered_half},
    {"one result bit less", [](Arithmetic& r) { --r.output_fraction_bits; }, in_all_but_lowered},
    {"one result bit more", [](Arithmetic& r) { ++r.output_fraction_bits; }, keeps_13},
};

TEST(Recorded, WrongParametersAreConvicted) {
  std::string why;
  const std::filesystem::path folder = recorded_data(why);
  if (folder.empty()) GTEST_SKIP() << why;
  const std::filesystem::path root = recorded_root(folder);
  int convicted = 0;
  for (const RecordedPlan& plan : recorded_plans()) {
    const ProfileEntry& entry = *find_profile(plan.architecture)->find(plan.entry);
    const RecordedSet set = read_recorded_set(root, plan);
    for (const Mutation& m : mutations) {
      if (!m.shows(plan, entry)) continue;
      ProfileEntry wrong = entry;
      m.apply(wrong.arithmetic);
      const RecordedResult result = check_recorded(set, plan, wrong);
      EXPECT_FALSE(result.all_equal()) << plan.name() << ": " << m.name << " does not show";
      convicted += result.all_equal() ? 0 : 1;
    }
  }
  EXPECT_GE(convicted, 250);
  RecordProperty("convicted", convicted);
}

}  // namespace
}  // namespace ulpgate
