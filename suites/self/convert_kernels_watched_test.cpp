// What the executor says of our conversion kernels with planted faults when it watches each access.
#include <array>
#include <gtest/gtest.h>
#include <set>

#include "fixtures/mutants/cuda/convert/mutants.h"
#include "kernels/executor/executor.h"

namespace ulpgate {
namespace {

using mutants::ConvertKernelMutant;

/// Kinds of faults over all places in a vector.
std::set<std::string> faults_of(const ConvertKernelMutant& mutant) {
  constexpr std::size_t count = 100, room = 16;
  alignas(16) static std::array<float, count + 2 * room> source;
  alignas(16) static std::array<std::uint8_t, count + 2 * room> target;
  std::set<std::string> kinds;
  for (std::size_t source_lead = 0; source_lead < 4; ++source_lead) {
    for (std::size_t target_lead = 0; target_lead < room; ++target_lead) {
      simt::Executor executor({.workers = 1});
      executor.know_global(source.data() + source_lead, count * sizeof(float), 64);
      executor.know_global(target.data() + target_lead, count, 16);
      const simt::UseExecutor use(executor);
      cuda::ConvertProblem p;
      p.from = &formats::fp32;
      p.to = &formats::e4m3;
      p.rule.overflow = Overflow::saturate;
      p.rule.infinity = InfinityRule::saturate;
      p.source = source.data() + source_lead;
      p.target = target.data() + target_lead;
      p.count = count;
      p.vectors = true;
      const int error = mutant.launch(p, nullptr);
      EXPECT_EQ(error != 0, !executor.faults().empty()) << mutant.id;
      for (const simt::Fault& fault : executor.faults()) kinds.insert(fault.kind);
    }
  }
  return kinds;
}

TEST(ConvertKernelsWatched, FaultsAreNamed) {
  for (const ConvertKernelMutant& mutant : mutants::convert_kernel_mutants()) {
    const std::set<std::string> expected =
        mutant.watched.empty() ? std::set<std::string>{} : std::set{std::string(mutant.watched)};
    EXPECT_EQ(faults_of(mutant), expected) << mutant.id << ": " << mutant.fault;
  }
}

}  // namespace
}  // namespace ulpgate
