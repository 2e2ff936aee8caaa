#pragma once
// One pass over all inputs of an offer, which decides eight requirements at once.
#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "reference/oracles/convert.h"
#include "suites/convert/inputs.h"
#include "suites/convert/runner.h"

namespace ulpgate::convert {

/// What a sweep found for one outcome.
struct OutcomeSweep {
  std::uint64_t judged = 0;
  std::uint64_t failed = 0;
  std::map<int, std::uint64_t> distances;  ///< ulp_bin() of wrong elements
  std::vector<std::uint64_t> context;      ///< the inputs of the call that held the first wrong element
  std::optional<Mismatch> first;           ///< index counts from the sweep's beginning
  std::optional<Mismatch> worst;           ///< farthest from right, NaN beyond all numbers
};

struct Sweep {
  std::optional<Reply> refusal;  ///< the first call that did not answer ok; nothing was judged then
  std::string damage;            ///< the first call that touched memory that it must not: what it did
  std::array<OutcomeSweep, outcome_count> outcomes;
  ErrorSums errors;
  std::string fingerprint;  ///< of all output bits, in order
  std::string recipe;
  report::Coverage coverage = report::Coverage::none;
};

/// Elements [first, first + count) of the inputs, as far as there are that many.
struct SweepRange {
  std::uint64_t first = 0;
  std::uint64_t count = std::numeric_limits<std::uint64_t>::max();
};

Sweep run_sweep(const Runner& runner, const Inputs& inputs, unsigned threads, SweepRange range = {});

/// Whether some input of `from` leads to that outcome at all.
bool outcome_possible(const ConvertOffer& offer, Outcome outcome);

}  // namespace ulpgate::convert
