#pragma once

#include <array>
#include <string_view>

namespace ulpgate::report {

/// What became of one row between two reports. "Fails" is fails_a_run(): fail, crashed, timed out, not
/// claimed.
enum class Change {
  new_fail,     ///< fails, and did not before: it held, was not run, or was not there
  removed,      ///< the row is gone
  not_run,      ///< was judged before, and is not any more
  fails_worse,  ///< failed before on the same inputs, and more elements fail now, or farther beyond the bound
  still_fail,   ///< failed before and fails now
  newly_waived,  ///< not waived before, and waived now; or failed before, and is an accepted deviation now
  fixed,         ///< failed or was waived before, and holds now, judged as it was before
  drift,         ///< accepted in both, on the same inputs: bits, statistics or verdict moved
  ambiguous,  ///< judged in both and accepted now, but not in the same way: nothing follows from what moved
  added,      ///< was not judged before, or not there; does not fail
  same        ///< nothing that is recorded moved
};

/// In the order in which people read them: what needs attention first.
inline constexpr std::array all_changes{Change::new_fail,    Change::removed,    Change::not_run,
                                        Change::fails_worse, Change::still_fail, Change::newly_waived,
                                        Change::fixed,       Change::drift,      Change::ambiguous,
                                        Change::added,       Change::same};

/// "new-fail", "drift-within-bound", ...
std::string_view name(Change change);

/// For a reader who sees it for the first time.
std::string_view meaning(Change change);

/// A sign that can be told apart without colour, and the name of its style in the page's style sheet.
std::string_view sign(Change change);
std::string_view style_class(Change change);

/// Changes that a gate does not let through: new-fail, removed, not-run; strictly also fails-worse,
/// newly-waived, drift-within-bound and ambiguous.
bool stops_a_gate(Change change, bool strict);

}  // namespace ulpgate::report
