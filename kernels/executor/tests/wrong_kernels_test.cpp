// Every wrong kernel is caught, by name; no right one is.
#include "kernels/executor/tests/wrong_kernels.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <string>
#include <utility>

#include "kernels/executor/tests/run.h"

namespace executor_test {
namespace {

#ifdef SIMT_CHECKED
constexpr bool watched = true;
#else
constexpr bool watched = false;
#endif

struct Outcome {
  std::vector<float> out;
  std::vector<simt::Fault> faults;
};

Outcome run(const Subject& subject, const simt::Options& options) {
  alignas(16) static float in[256 + 64];
  for (int i = 0; i < 256 + 64; ++i) in[i] = static_cast<float>(i % 37);
  Outcome outcome{std::vector<float>(256, -1), {}};
  simt::Executor executor(options);
  executor.know_global(in, 256 * sizeof(float));
  executor.know_global(outcome.out.data(), 256 * sizeof(float));
  const simt::UseExecutor use(executor);
  const simt::Error error =
      simt::launch(subject.name, subject.kernel, 1, subject.threads, subject.dynamic_bytes, nullptr,
                   outcome.out.data(), static_cast<const float*>(in), 256);
  outcome.faults = executor.faults();
  EXPECT_EQ(error != 0, !outcome.faults.empty()) << subject.name;
  return outcome;
}

/// Whether the access itself is what no build can let pass: AddressSanitizer or UndefinedBehaviorSanitizer
/// ends the process there.
bool ends_process(const Subject& subject) {
#if defined(ULPGATE_SANITIZED) && !defined(__SANITIZE_THREAD__)
  const std::string kind = subject.watched;
  return (subject.plain == nullptr || subject.plain == std::string("none")) &&
         (kind == "shared out of bounds" || kind == "misaligned access");
#else
  static_cast<void>(subject);
  return false;
#endif
}

TEST(WrongKernels, AreCaughtAndRightOnesAreNot) {
  int count = 0;
  const Subject* const all = subjects(count);
  ASSERT_GE(count, 35);
  for (int i = 0; i < count; ++i) {
    const Subject& subject = all[i];
    if (ends_process(subject)) {
      EXPECT_DEATH(run(subject, one_worker()), "runtime error|AddressSanitizer") << subject.name;
      continue;
    }
    const char* const kind = watched ? subject.watched : subject.plain;
    if (kind == nullptr) continue;
    const Outcome outcome = run(subject, one_worker());
    const std::string expected = kind;
    std::set<std::string> found;
    for (const simt::Fault& fault : outcome.faults) found.insert(fault.kind);
    // Who reads too early may also read what nobody wrote.
    if (expected == "shared race") found.erase("uninitialised shared read");
    EXPECT_EQ(found, expected == "none" ? std::set<std::string>{} : std::set{expected}) << subject.name;
    for (const simt::Fault& fault : outcome.faults) {
      EXPECT_NE(fault.text.find(std::string("kernel ") + subject.name + ", block (0,0,0), thread ("),
                std::string::npos)
          << fault.text;
      EXPECT_NE(fault.text.find("wrong_kernels.c"), std::string::npos) << fault.text;
    }
  }
}

TEST(WrongKernels, AccessOutOfBoundsNamesTheArray) {
  if (!watched) GTEST_SKIP() << "the build is not watched";
  int count = 0;
  const Subject* const all = subjects(count);
  const std::pair<std::string, std::string> expected[] = {
      {"shared_overflow", "at element 256 of tile, which has 256,"},
      {"dynamic_overflow", "at byte 1024 of dynamic shared memory, which has 1024,"}};
  for (const auto& [name, words] : expected) {
    const Subject* const subject =
        std::find_if(all, all + count, [&](const Subject& s) { return s.name == name; });
    ASSERT_NE(subject, all + count) << name;
    const std::vector<simt::Fault> faults = run(*subject, one_worker()).faults;
    ASSERT_FALSE(faults.empty()) << name;
    EXPECT_NE(faults.front().text.find(words), std::string::npos) << faults.front().text;
  }
}

/// Whether any schedule or poison changes the bits.
bool depends_on_schedule(const Subject& subject) {
  simt::Options options = one_worker();
  const Outcome first = run(subject, options);
  for (const simt::Order order : {simt::Order::ascending, simt::Order::descending, simt::Order::random}) {
    for (const std::uint8_t poison : {0xFF, 0x00, 0xA5}) {
      options.order = order;
      options.poison = poison;
      ++options.seed;
      const Outcome other = run(subject, options);
      if (std::memcmp(first.out.data(), other.out.data(), 256 * sizeof(float)) != 0) return true;
    }
  }
  return false;
}

TEST(WrongKernels, SchedulesTellRacesAndRightKernelsDoNotCare) {
  int count = 0;
  const Subject* const all = subjects(count);
  for (int i = 0; i < count; ++i) {
    const std::string kind = all[i].watched;
    const bool told =
        kind == "shared race" || kind == "uninitialised shared read" || kind == "unfinished copy";
    if (told || kind == "none") {
      EXPECT_EQ(depends_on_schedule(all[i]), told) << all[i].name;
    }
  }
}

}  // namespace
}  // namespace executor_test
