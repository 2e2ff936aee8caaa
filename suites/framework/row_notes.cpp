#include "suites/framework/row_notes.h"

#include <charconv>
#include <cmath>
#include <cstdint>

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

namespace {

/// |codes|; infinite where the text is no number.
double codes_of(const std::string& ulps) {
  std::int64_t codes = 0;
  const char* begin = ulps.data() + (ulps.starts_with('+') ? 1 : 0);
  const auto [end, error] = std::from_chars(begin, ulps.data() + ulps.size(), codes);
  const bool whole = error == std::errc() && end == ulps.data() + ulps.size();
  return whole ? std::fabs(static_cast<double>(codes)) : HUGE_VAL;
}

}  // namespace

bool is_worse(const std::optional<double>& error_over_bound, const std::optional<double>& than) {
  return error_over_bound.value_or(HUGE_VAL) > than.value_or(HUGE_VAL);
}

bool is_worse(const report::Worst& one, const report::Worst& than) {
  if (is_worse(one.error_over_bound, than.error_over_bound)) return true;
  return !is_worse(than.error_over_bound, one.error_over_bound) && codes_of(one.ulps) > codes_of(than.ulps);
}

}  // namespace ulpgate
