#pragma once
// Counter-based random bits: Philox4x32-10 (Salmon, Moraes, Dror, Shaw: Parallel Random Numbers: As Easy as
// 1, 2, 3, SC'11). A word is a function of (seed, stream, index), so any part of a sequence can be made
// anywhere, in any order.
#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace ulpgate {

using PhiloxCounter = std::array<std::uint32_t, 4>;
using PhiloxKey = std::array<std::uint32_t, 2>;

/// Ten rounds.
PhiloxCounter philox4x32(PhiloxCounter counter, PhiloxKey key);

class CounterRandom {
 public:
  explicit CounterRandom(std::uint64_t seed, std::uint64_t stream = 0) : seed_(seed), stream_(stream) {}

  std::uint32_t word32(std::uint64_t index) const;
  std::uint64_t word64(std::uint64_t index) const;
  /// words[i] = word32(first + i).
  void fill(std::uint64_t first, std::span<std::uint32_t> words) const;
  /// In [0, n), n > 0, by multiplication: bias below n / 2^64.
  std::uint64_t below(std::uint64_t index, std::uint64_t n) const;

 private:
  PhiloxCounter block(std::uint64_t number) const;

  std::uint64_t seed_;
  std::uint64_t stream_;
};

/// The seed of one test: a function of the run's seed and the test's stable name, so that tests never
/// influence each other.
std::uint64_t derive_seed(std::uint64_t run_seed, std::string_view name);

}  // namespace ulpgate
