#pragma once
// What judging one case of a property comes to.
#include <cstdint>
#include <optional>
#include <string>

#include "kernels/api/implementation.h"
#include "suites/framework/text.h"

namespace ulpgate {

/// `Finding` says which element broke the property, and how.
template <typename Finding>
struct Judgement {
  std::uint64_t judged = 0;
  std::uint64_t failed = 0;
  std::optional<Finding> finding;  ///< the first
  std::string damage;              ///< a fault of the whole call: memory, state
  std::optional<Reply> reply;      ///< set when a call did not answer ok

  bool fails() const {
    return failed > 0 || !damage.empty() || (reply && reply->status != Status::unsupported);
  }
  /// Counts one more judgement; a later finding is kept only where there was none.
  void add(const Judgement& other) {
    judged += other.judged;
    failed += other.failed;
    if (!finding) finding = other.finding;
    if (damage.empty()) damage = other.damage;
    if (!reply) reply = other.reply;
  }
};

/// Set where there is nothing to judge of a call: it did not answer ok, or `damage` says what it did beside
/// its outputs.
template <typename CaseJudgement>
std::optional<CaseJudgement> judgement_of_call(const Reply& reply, const std::string& damage) {
  CaseJudgement j;
  if (reply.status != Status::ok) {
    j.reply = reply;
    return j;
  }
  if (damage.empty()) return std::nullopt;
  j.judged = j.failed = 1;
  j.damage = damage;
  return j;
}

/// "; the call answered: ...; the call wrote before y": what is said of the whole call, or nothing.
template <typename Finding>
std::string call_text(const Judgement<Finding>& j) {
  std::string text;
  if (j.reply)
    text += "; the call answered: " + excerpt(j.reply->message.empty() ? "(no message)" : j.reply->message);
  if (!j.damage.empty()) text += "; the call " + j.damage;
  return text;
}

}  // namespace ulpgate
