#pragma once
// Shrinking: from a failing case to one that a person can read. Candidates are always simpler than what they
// come from, so shrinking ends.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "reference/formats/format.h"

namespace ulpgate {

/// Simpler codes, simplest first: zero, one, without sign, fewer significand bits, an exponent nearer to 0.
/// Never `code` itself, and never one that could lead back to it.
std::vector<std::uint64_t> simpler_codes(const Format& format, std::uint64_t code);

/// Shorter lengths, shortest first: 0, 1, halves, one less.
std::vector<std::size_t> simpler_lengths(std::size_t length);

/// Vectors with a part left out (halves, quarters, ..., single elements), then with one element simpler.
std::vector<std::vector<std::uint64_t>> simpler_vectors(const Format& format,
                                                        const std::vector<std::uint64_t>& codes);

/// Greedy descent: takes the first candidate that still fails, until none does or `budget` candidates were
/// tried.
template <typename Case>
Case shrink(Case failing, const std::function<std::vector<Case>(const Case&)>& candidates,
            const std::function<bool(const Case&)>& still_fails, std::size_t budget) {
  bool progress = true;
  while (progress) {
    progress = false;
    for (Case& candidate : candidates(failing)) {
      if (budget == 0) return failing;
      --budget;
      if (!still_fails(candidate)) continue;
      failing = std::move(candidate);
      progress = true;
      break;
    }
  }
  return failing;
}

}  // namespace ulpgate
