#include "reports/record/row.h"

#include "reports/record/error.h"

namespace ulpgate::report {

Row unjudged_row(const RowIdentity& identity, Verdict verdict, std::optional<Reason> reason,
                 std::string message) {
  Row row;
  static_cast<RowIdentity&>(row) = identity;
  row.verdict = verdict;
  row.reason = std::move(reason);
  row.message = std::move(message);
  return row;
}

void check(const Row& row) {
  const auto refuse = [&row](const std::string& why) { throw InputError("row " + row.id + ": " + why); };
  if (row.id.empty()) refuse("the id is empty");
  if (row.failed > row.judged) refuse("more elements failed than were judged");
  if (row.verdict == Verdict::pass && row.judged == 0) refuse("verdict pass, but it judged nothing");
  if (row.verdict == Verdict::pass && row.failed != 0) refuse("verdict pass, but elements failed");
  if (row.verdict == Verdict::waived && !row.expectation)
    refuse("verdict waived, but no expectation is named");
  if (row.verdict == Verdict::not_run &&
      (!row.reason || row.reason->category.empty() || row.reason->text.empty())) {
    refuse("verdict not run, but the reason has no category and text");
  }
}

}  // namespace ulpgate::report
