// Our conversion kernels are held to suite convert and the executor: every planted fault is found, and the
// control is accused of nothing.
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <sys/mman.h>

#include "fixtures/mutants/cuda/convert/mutants.h"
#include "kernels/api/implementation.h"
#include "kernels/cuda/convert/offers.h"
#include "kernels/executor/executor.h"
#include "suites/framework/row_judge.h"
#include "suites/framework/suite.h"

namespace ulpgate {
namespace {

using cuda::ConvertProblem;
using cuda::ConvertVariant;
using mutants::ConvertKernelMutant;

class Converter : public Implementation {
 public:
  explicit Converter(const ConvertKernelMutant& mutant) : mutant_(mutant) {
    for (ConvertVariant& v : cuda::convert_variants(cuda::ConvertPairs::training, {})) {
      const bool has_kernel = (v.problem.from == &formats::fp32 && v.problem.to == &formats::e4m3) ||
                              (v.problem.from == &formats::e4m3 && v.problem.to == &formats::e5m2);
      if (has_kernel && v.offer.variant == "vector") variants_.push_back(std::move(v));
    }
  }

  std::string name() const override { return std::string(mutant_.id); }
  std::string version() const override { return "1"; }
  std::string description() const override { return std::string(mutant_.fault); }
  bool concurrent() const override { return true; }
  std::vector<Offer> offers() const override {
    std::vector<Offer> all;
    for (const ConvertVariant& v : variants_) all.push_back(v.offer);
    return all;
  }
  Reply call(const Call& call) override {
    for (const ConvertVariant& v : variants_) {
      if (!serves(v.offer, call)) continue;
      simt::Executor executor({.workers = 1});
      const simt::UseExecutor use(executor);
      const int error = mutant_.launch(problem_of(v, call), nullptr);
      if (!executor.faults().empty()) return {Status::failed, executor.faults().front().kind};
      return error == 0 ? Reply{} : Reply{Status::failed, "an error without a fault"};
    }
    return {Status::unsupported, ""};
  }

 private:
  const ConvertKernelMutant& mutant_;
  std::vector<ConvertVariant> variants_;
};

std::vector<report::Row> judge(Implementation& implementation, Tier tier, std::string_view requirement) {
  const SuiteContext context{.implementation = implementation,
                             .spec = "mutant",
                             .tier = tier,
                             .seed = 1,
                             .threads = 1,
                             .failures = {}};
  std::vector<report::Row> rows;
  for (const PlannedRow& planned : find_suite("convert")->plan(context)) {
    if (requirement.empty() || planned.identity.requirement == requirement)
      rows.push_back(judge_row(planned, context, {}));
  }
  return rows;
}

TEST(ConvertKernels, TheControlIsNotAccused) {
  Converter control(mutants::convert_kernel_mutants().front());
  const std::vector<report::Row> rows = judge(control, Tier::smoke, "");
  EXPECT_GT(rows.size(), 30U);
  for (const report::Row& row : rows) EXPECT_EQ(row.verdict, report::Verdict::pass) << row.id << row.message;
}

TEST(ConvertKernels, EachMutantIsConvictedByItsRequirement) {
  for (const ConvertKernelMutant& mutant : mutants::convert_kernel_mutants()) {
    if (mutant.convicted_by.empty()) continue;
    Converter faulty(mutant);
    bool convicted = false, named = false;
    for (const report::Row& row : judge(faulty, Tier::smoke, mutant.convicted_by)) {
      convicted = convicted || row.verdict == report::Verdict::fail;
      named = named || row.message.find(mutant.executor) != std::string::npos;
    }
    EXPECT_TRUE(convicted) << mutant.id << ": " << mutant.fault << ", by " << mutant.convicted_by;
    EXPECT_TRUE(named) << mutant.id << ": no " << mutant.executor;
  }
}

/// Address space for elements that lie further apart than 32 bits can say. The pages that are used are few.
class FarApart {
 public:
  static constexpr std::int64_t stride = (std::int64_t{1} << 31) + 4096;

  FarApart() {
    memory_ =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  }
  ~FarApart() {
    if (exists()) munmap(memory_, bytes);
  }
  FarApart(const FarApart&) = delete;
  FarApart& operator=(const FarApart&) = delete;

  bool exists() const { return memory_ != MAP_FAILED; }
  /// Where a stride that has become negative stays inside, too.
  std::uint8_t* middle() const { return static_cast<std::uint8_t*>(memory_) + bytes / 2; }

 private:
  static constexpr std::size_t bytes = std::size_t{5} << 30;
  void* memory_;
};

/// Whether both elements of a conversion from e4m3 to e5m2 arrive.
bool converts_far_apart(const ConvertKernelMutant& mutant, bool& possible) {
  const FarApart source, target;
  possible = source.exists() && target.exists();
  if (!possible) return false;
  source.middle()[0] = source.middle()[FarApart::stride] = 0x38;  // 1
  ConvertProblem p;
  p.from = &formats::e4m3;
  p.to = &formats::e5m2;
  p.source = source.middle();
  p.target = target.middle();
  p.count = 2;
  p.source_stride = p.target_stride = FarApart::stride;
  simt::Executor executor({.workers = 1});
  const simt::UseExecutor use(executor);
  EXPECT_EQ(mutant.launch(p, nullptr), 0) << mutant.id;
  return target.middle()[0] == 0x3C && target.middle()[FarApart::stride] == 0x3C;
}

TEST(ConvertKernels, PlacesNeedMoreThan32Bits) {
  for (const ConvertKernelMutant& mutant : mutants::convert_kernel_mutants()) {
    bool possible = false;
    const bool arrived = converts_far_apart(mutant, possible);
    if (!possible) GTEST_SKIP() << "no address space: the process may not have 10 GiB";
    EXPECT_EQ(arrived, mutant.id != "CK05") << mutant.id;
  }
}

}  // namespace
}  // namespace ulpgate
