#include "suites/framework/row_notes.h"

#include "suites/framework/text.h"

namespace ulpgate {

std::string refusal_text(const Reply& reply) {
  return reply.message.empty() ? "(no message)" : excerpt(reply.message);
}

void mark_unsupported(const Reply& reply, report::Row& row) {
  row.verdict = report::Verdict::not_run;
  row.judged = row.failed = 0;
  row.coverage = report::Coverage::none;
  row.fingerprint.clear();
  row.reason =
      report::Reason{"unsupported", reply.message.empty() ? "the implementation answered: unsupported"
                                                          : excerpt(reply.message)};
}

void mark_refused(const Reply& reply, report::Row& row) {
  row.verdict = report::Verdict::fail;
  const char* kind = reply.status == Status::invalid ? "invalid arguments" : "failed";
  row.message = std::string("the call answered: ") + kind +
                (reply.message.empty() ? "" : ": " + excerpt(reply.message));
}

void set_fingerprint(const Fingerprint& fingerprint, report::Row& row) {
  const auto claim = row.claims.find("deterministic");
  if (claim == row.claims.end() || claim->second != "no") row.fingerprint = fingerprint.text();
}

void set_fingerprint(const ScopedOutputs& outputs, report::Row& row) {
  const auto value = outputs.value();
  if (!value) return;
  Fingerprint fingerprint;
  fingerprint.add({&*value, 1});
  set_fingerprint(fingerprint, row);
}

}  // namespace ulpgate
