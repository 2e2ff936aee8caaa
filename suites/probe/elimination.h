#pragma once
// Which of many arithmetics explain what was observed.
#include <cstddef>
#include <string_view>
#include <vector>

#include "suites/probe/evidence.h"

namespace ulpgate::probe {

using Candidates = std::vector<Arithmetic>;

/// Values of a parameter to go through.
struct Group {
  const Searched* parameter;
  std::vector<Value> values;  ///< empty: every value
};
Group every(std::string_view parameter, std::vector<Value> values = {});

/// Candidates with every combination of the groups' values.
Candidates expand(const Signature& signature, const Candidates& from, const std::vector<Group>& groups);

/// At most `most` of them, evenly, with both ends.
Candidates spread(const Candidates& all, std::size_t most);

/// Those that explain most of `observed`, at most `most` of them, spread over what they are. None where the
/// best gets more than `bearable` wrong.
Candidates best(const Signature& signature, const Candidates& candidates, const Observed& observed,
                const Equality& equal, std::size_t most, std::size_t bearable);

/// What an arithmetic does not explain, counted up to just above `limit`; more than there are where a profile
/// cannot have it.
std::size_t wrong_in(const Signature& signature, const Arithmetic& arithmetic, const Observed& observed,
                     const Equality& equal, std::size_t limit);

}  // namespace ulpgate::probe
