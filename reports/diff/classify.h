#pragma once

#include "reports/diff/comparison.h"

namespace ulpgate::report {

/// What became of a row; at least one of them is there. `suite` are differences of the suite itself, under
/// which the same recipe may give other inputs.
Pair classify(const Entry* old_entry, const Entry* new_entry, const std::vector<Difference>& suite);

}  // namespace ulpgate::report
