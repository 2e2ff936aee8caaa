#pragma once
// Inputs of a conversion, as a recipe: any element can be made from its index alone.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "reference/formats/format.h"
#include "reports/record/verdict.h"
#include "suites/framework/random.h"
#include "suites/framework/tier.h"

namespace ulpgate::convert {

using Codes = std::shared_ptr<const std::vector<std::uint64_t>>;

/// Exponents x significand patterns x signs of `from` (zeros, infinities and NaN payloads among them), and
/// around the target's values: each value, each midpoint, one source ulp to both sides, and hair's breadths
/// beside midpoints. Sorted, without repeats. Targets of more than 16 bits are sampled by pattern.
Codes conversion_grid(const Format& from, const Format& to);

/// Source codes beside midpoints of the target that a first rounding to some intermediate format would move
/// onto the midpoint. Empty where no format lies between the two.
Codes double_rounding_traps(const Format& from, const Format& to);

/// One code drawn for a property: special values, subnormals, small integers, values in `to`'s range, random
/// bits.
std::uint64_t draw_code(const Format& from, const Format& to, const CounterRandom& random,
                        std::uint64_t index);

/// Something for the bits that carry nothing (tf32's low ones): readers must ignore them.
inline std::uint64_t padding_noise(const Format& from, std::uint64_t index) {
  return (index * 0x9E3779B97F4A7C15u >> 40) & Format::ones(from.padding_bits);
}

class Inputs {
 public:
  /// What a tier judges: all codes where the source has at most 20 bits (or 32, from `full` on), else the
  /// grid, then values spread over the target's range, then random bits.
  Inputs(const Format& from, const Format& to, Tier tier, std::uint64_t seed);

  std::uint64_t size() const { return size_; }
  report::Coverage coverage() const { return coverage_; }
  std::string recipe() const { return recipe_; }
  Tier tier() const { return tier_; }
  std::uint64_t seed() const { return seed_; }
  /// Writes elements [first, first + count) into a packed array.
  void fill(std::uint64_t first, std::size_t count, void* elements) const;
  /// The same as codes, without what padding bits hold.
  std::vector<std::uint64_t> codes(std::uint64_t first, std::size_t count) const;

 private:
  void fill_random(std::uint64_t first, std::size_t count, void* elements, std::size_t at) const;
  std::uint64_t code_in_range(std::uint64_t word) const;

  const Format* from_;
  const Format* to_;
  Tier tier_;
  std::uint64_t seed_;
  CounterRandom random_;
  Codes grid_;  ///< null when exhaustive
  std::uint64_t in_range_ = 0;
  std::uint64_t random_bits_ = 0;
  std::uint64_t size_ = 0;
  report::Coverage coverage_ = report::Coverage::sampled;
  std::string recipe_;
};

}  // namespace ulpgate::convert
