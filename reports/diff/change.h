#pragma once

#include <array>
#include <string_view>

namespace ulpgate::report {

/// What became of one row between two reports. "Fails" is fails_a_run(): fail, crashed, timed out, not
/// claimed.
enum class Change {
  new_fail,    ///< fails, and did not before: it held, was not run, or was not there
  removed,     ///< the row is gone
  not_run,     ///< was judged before, and is not any more
  still_fail,  ///< failed before and does not hold now, be it waived by now
  fixed,       ///< failed or was waived before, and does neither now
  drift,       ///< accepted in both, on the same inputs: bits, statistics or verdict moved
  ambiguous,   ///< accepted in both, but what was judged is not the same: nothing follows from what moved
  added,       ///< was not judged before, or not there; does not fail
  same         ///< nothing that is recorded moved
};

/// In the order in which people read them: what needs attention first.
inline constexpr std::array all_changes{Change::new_fail,   Change::removed, Change::not_run,
                                        Change::still_fail, Change::fixed,   Change::drift,
                                        Change::ambiguous,  Change::added,   Change::same};

/// "new-fail", "drift-within-bound", ...
std::string_view name(Change change);

/// For a reader who sees it for the first time.
std::string_view meaning(Change change);

/// A sign that can be told apart without colour, and the name of its style in the page's style sheet.
std::string_view sign(Change change);
std::string_view style_class(Change change);

/// Changes that a gate does not let through: new-fail, removed, not-run; strictly also drift-within-bound and
/// ambiguous.
bool stops_a_gate(Change change, bool strict);

}  // namespace ulpgate::report
