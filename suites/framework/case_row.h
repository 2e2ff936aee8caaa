#pragma once
// A row whose property judges explicit cases: fixed ones first, then some that RapidCheck draws. The first
// failing case is shrunk, described and written to a file that `ulpgate replay` runs again.
#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "reference/threads/parallel.h"
#include "suites/framework/call_trace.h"
#include "suites/framework/failure_file.h"
#include "suites/framework/fingerprint.h"
#include "suites/framework/property.h"
#include "suites/framework/row_notes.h"
#include "suites/framework/share.h"
#include "suites/framework/shrink.h"
#include "suites/framework/suite.h"

namespace ulpgate {

/// What a suite says of its cases. `Judgement` has `judged`, `failed`, `reply` (an optional Reply, set when a
/// call did not answer ok) and `fails()`.
template <typename Case, typename Judgement>
struct CaseRow {
  std::function<Judgement(const Case&)> judge;
  std::vector<Case> fixed;
  int drawn = 0;
  std::function<Case(std::uint64_t seed, int size)> draw;
  std::function<std::vector<Case>(const Case&)> simpler;
  /// A first cut around what failed; may be null.
  std::function<Case(const Case&, const Judgement&)> reduce;
  std::function<std::string(const Case&, const Judgement&)> describe;
  /// The worst element that a judgement found; nothing where it found none.
  std::function<std::optional<report::Worst>(const Case&, const Judgement&)> worst;
  std::function<nlohmann::ordered_json(const Case&)> to_json;
  /// Sees every judgement of the run itself, none of shrinking; may be null.
  std::function<void(const Case&, const Judgement&)> take;
  /// Calls that answer "unsupported" are left out and counted; otherwise the first of them ends the row.
  bool leaves_out_unsupported = false;
  std::size_t shrink_budget = 3000;
  /// What shrinking may cost, so that large cases end it sooner: elements, by `cost` of a case, or those
  /// judged where it is null. Work is counted and not time: every machine ends at the same case.
  std::uint64_t shrink_elements = 20'000'000;
  std::function<std::uint64_t(const Case&)> cost;
};

/// Whether a case still fails, and false once shrink_elements are spent. `cases` outlives it.
template <typename Case, typename Judgement>
std::function<bool(const Case&)> still_fails(const CaseRow<Case, Judgement>& cases) {
  return [&cases, left = cases.shrink_elements](const Case& c) mutable {
    if (left == 0) return false;
    const Judgement j = cases.judge(c);
    left -= std::min<std::uint64_t>(left, cases.cost ? cases.cost(c) : 1 + j.judged);
    return j.fails();
  };
}

/// `judge`, that tells whoever watches this process which case it is at.
template <typename Case, typename Judgement>
std::function<Judgement(const Case&)> traced(std::function<Judgement(const Case&)> judge,
                                             std::function<Subject(const Case&)> subject) {
  return [judge = std::move(judge), subject = std::move(subject)](const Case& c) {
    const ScopedSubject named([&] { return subject(c); });
    return judge(c);
  };
}

template <typename Case, typename Judgement>
void take_share(const Share& s, CaseRow<Case, Judgement>& cases) {
  const std::size_t share = std::min(s.share, std::max<std::size_t>(cases.fixed.size(), 1));
  std::vector<Case> own;
  for (std::size_t i = s.turn % share; i < cases.fixed.size(); i += share)
    own.push_back(std::move(cases.fixed[i]));
  cases.fixed = std::move(own);
  const auto of_drawn = static_cast<int>(s.share);
  cases.drawn = (cases.drawn + of_drawn - 1) / of_drawn;
}

/// How many cases a tier draws of what `standard` draws.
inline int drawn_cases(int standard, Tier tier) {
  switch (tier) {
    case Tier::smoke:
      return standard / 5;
    case Tier::standard:
      return standard;
    default:
      return standard * 10;
  }
}

/// Keeps the worst element of all failing cases, with the case that it is of.
template <typename Case, typename Judgement>
void keep_worst(const CaseRow<Case, Judgement>& cases, const Case& c, const Judgement& j, Row& row) {
  std::optional<report::Worst> worst = cases.worst(c, j);
  if (!worst || (row.worst && !is_worse(*worst, *row.worst))) return;
  worst->note = cases.describe(c, j);
  row.worst = std::move(worst);
}

/// Shrinks `failing` and reports it in the row, which keeps its counts.
template <typename Case, typename Judgement>
void report_failing_case(const CaseRow<Case, Judgement>& cases, const Case& failing,
                         const SuiteContext& context, Row& row) {
  row.verdict = Verdict::fail;
  const Judgement whole = cases.judge(failing);
  if (!row.worst) keep_worst(cases, failing, whole, row);
  Case small = cases.reduce ? cases.reduce(failing, whole) : failing;
  small = shrink<Case>(small, cases.simpler, still_fails(cases), cases.shrink_budget);
  const Judgement j = cases.judge(small);
  if (!j.fails()) {
    row.message =
        std::to_string(row.failed) + " of " + std::to_string(row.judged) +
        " wrong in the run, and right when the same inputs were tried again: what they give depends on "
        "earlier calls, or on chance";
    return;
  }
  row.message = std::to_string(row.failed) + " of " + std::to_string(row.judged) +
                " wrong; smallest case: " + cases.describe(small, j);
  row.shrunk = cases.worst(small, j);
  if (context.failures.empty()) return;
  const Failure failure{
      .spec = context.spec, .row = row, .the_case = cases.to_json(small), .message = row.message};
  row.replay = "ulpgate replay failures/" + write_failure(context.failures, failure).filename().string();
}

/// A judgement, and the fingerprint of what was judged.
template <typename Judgement>
struct Judged {
  Judgement judgement;
  std::optional<std::uint64_t> outputs;
};

template <typename Case, typename Judgement>
Judged<Judgement> judge_watched(const CaseRow<Case, Judgement>& cases, const Case& c) {
  const ScopedOutputs outputs;
  Judgement judgement = cases.judge(c);
  return {std::move(judgement), outputs.value()};
}

template <typename Case, typename Judgement>
void judge_case_row(const CaseRow<Case, Judgement>& cases, const SuiteContext& context, std::uint64_t seed,
                    Row& row) {
  row.coverage = report::Coverage::sampled;
  std::optional<Case> failing;
  std::optional<Reply> refusal;
  std::size_t refused = 0;
  Fingerprint fingerprint;
  const auto take = [&](const Case& c, const Judged<Judgement>& of) {
    const Judgement& j = of.judgement;
    row.judged += j.judged;
    if (of.outputs) fingerprint.add({&*of.outputs, 1});
    row.failed += j.failed;
    if (cases.take) cases.take(c, j);
    const bool unsupported = j.reply && j.reply->status == Status::unsupported;
    if (unsupported) ++refused;
    if (j.reply && (!refusal || !unsupported)) refusal = j.reply;
    if (!j.fails() || j.reply) return;
    keep_worst(cases, c, j, row);
    if (!failing) failing = c;
  };
  const auto ended = [&] {
    return refusal && !(cases.leaves_out_unsupported && refusal->status == Status::unsupported);
  };
  // Cases are independent, so they are judged side by side and taken in order.
  std::vector<std::optional<Judged<Judgement>>> judged(cases.fixed.size());
  for_each_block(cases.fixed.size(), context.threads,
                 [&](std::uint64_t i, unsigned) { judged[i] = judge_watched(cases, cases.fixed[i]); });
  std::size_t fixed = 0;
  for (const Case& c : cases.fixed) {
    take(c, *judged[fixed]);
    ++fixed;
    if (ended()) break;
  }
  if (cases.drawn > 0 && !failing && !ended()) {
    const auto shrunk_fails = still_fails(cases);
    const auto fails = [&](const Case& c) {
      if (failing) return shrunk_fails(c);
      const Judged<Judgement> j = judge_watched(cases, c);
      take(c, j);
      return j.judgement.fails();
    };
    const Property<Case> drawn{.generate = cases.draw, .shrink = cases.simpler, .judge = [&](const Case& c) {
                                 return std::string(fails(c) ? "fails" : "");
                               }};
    const auto result = check_property(drawn, seed, cases.drawn);
    if (result.counterexample && failing) failing = result.counterexample;
  }
  row.recipe =
      std::to_string(fixed) + " fixed case(s), " + std::to_string(cases.drawn) + " drawn by RapidCheck";
  if (refused > 0 && row.judged > 0)
    row.recipe += "; " + std::to_string(refused) + " refused as unsupported: " + refusal_text(*refusal);
  if (row.judged > 0) set_fingerprint(fingerprint, row);
  // What was seen to be wrong stays wrong, whatever a later call answered.
  if (failing) {
    row.failed = std::max<std::uint64_t>(row.failed, 1);
    row.judged = std::max(row.judged, row.failed);
    return report_failing_case(cases, *failing, context, row);
  }
  if (refusal && refusal->status != Status::unsupported) return mark_refused(*refusal, row);
  if (refusal && (row.judged == 0 || !cases.leaves_out_unsupported)) return mark_unsupported(*refusal, row);
  if (row.judged == 0) {
    row.verdict = Verdict::fail;
    row.message = "the property judged nothing";
    return;
  }
  row.verdict = Verdict::pass;
}

}  // namespace ulpgate
