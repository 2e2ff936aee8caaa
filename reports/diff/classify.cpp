#include "reports/diff/classify.h"

#include <algorithm>

namespace ulpgate::report {
namespace {

bool judged(const Entry* entry) { return entry != nullptr && entry->verdict != Verdict::not_run; }
bool fails(const Entry* entry) { return entry != nullptr && fails_a_run(entry->verdict); }
bool waived(const Entry* entry) { return entry != nullptr && entry->verdict == Verdict::waived; }

/// Equal as far as both sides say.
bool same_outcome(const Entry& a, const Entry& b) {
  const auto agree = [](const auto& x, const auto& y) { return x.empty() || y.empty() || x == y; };
  return a.verdict == b.verdict && a.judged == b.judged && a.failed == b.failed && a.coverage == b.coverage &&
         a.max_error_over_bound == b.max_error_over_bound && a.max_ulp_error == b.max_ulp_error &&
         a.rms_ulp_error == b.rms_ulp_error && a.mean_ulp_error == b.mean_ulp_error &&
         agree(a.histogram, b.histogram) && agree(a.fingerprint, b.fingerprint);
}

std::string sample(const Entry& entry) {
  return std::to_string(entry.judged) + " " + std::string(name(entry.coverage));
}

/// Nothing was computed that could be held against anything: the row has neither inputs nor claims.
bool unjudged_failure(const Entry& entry) {
  return entry.judged == 0 && (entry.verdict == Verdict::crashed || entry.verdict == Verdict::timed_out ||
                               entry.verdict == Verdict::not_claimed);
}

/// Why the two cannot be held against each other. What they were held to comes first: it is what a change can
/// hide behind.
struct Reasons {
  std::vector<Difference> rule;    ///< claims, bound
  std::vector<Difference> inputs;  ///< seed, inputs, sample
  std::vector<Difference> ran;
  std::vector<Difference> suite;

  std::vector<Difference> all() const {
    std::vector<Difference> found = rule;
    for (const auto* more : {&inputs, &ran, &suite}) found.insert(found.end(), more->begin(), more->end());
    return found;
  }
};

void compare(std::vector<Difference>& found, const char* what, const std::string& x, const std::string& y) {
  if (x != y) found.push_back({what, x, y});
}

/// By their texts where both sides hold them, else by what stands for the texts.
void compare(std::vector<Difference>& found, const char* what, const Digested& x, const Digested& y) {
  if (x.digest == y.digest) return;
  const bool texts = x.has_text() && y.has_text();
  found.push_back({what, texts ? x.text : x.digest, texts ? y.text : y.digest});
}

void compare_claims(std::vector<Difference>& found, const Entry& a, const Entry& b) {
  if (a.claims == b.claims) return;
  const bool texts = a.has_claim_texts() && b.has_claim_texts();
  if (!texts) found.push_back({"claims", a.claims, b.claims});
  for (const Difference& claim : differences(a.claim_texts, b.claim_texts))
    if (texts) found.push_back({"claims." + claim.path, claim.old_value, claim.new_value});
}

Reasons reasons(const Entry& a, const Entry& b, const std::vector<Difference>& suite) {
  Reasons found;
  found.suite = suite;
  if (unjudged_failure(a) || unjudged_failure(b)) return found;
  compare_claims(found.rule, a, b);
  compare(found.rule, "bound", a.bound, b.bound);
  // Every input is every input, whatever the seed.
  const bool every_input =
      a.coverage == Coverage::exhaustive && b.coverage == Coverage::exhaustive && a.judged == b.judged;
  if (!every_input) {
    compare(found.inputs, "seed", a.seed, b.seed);
    compare(found.inputs, "inputs", a.inputs, b.inputs);
    compare(found.inputs, "sample", sample(a), sample(b));
  }
  for (const Difference& ran : differences(a.ran, b.ran))
    found.ran.push_back({"ran." + ran.path, ran.old_value, ran.new_value});
  return found;
}

/// Whether a row that did not hold and does now was judged as it was before. A failure may end a row early,
/// so a sample may grow.
bool judged_alike(const Entry& a, const Entry& b, const Reasons& why) {
  const bool fewer = b.judged < a.judged || (a.coverage == Coverage::exhaustive && b.coverage != a.coverage);
  return why.rule.empty() &&
         std::all_of(why.inputs.begin(), why.inputs.end(),
                     [fewer](const Difference& input) { return input.path == "sample" && !fewer; });
}

Change both_accepted(const Entry& a, const Entry& b, const Reasons& why) {
  const bool same = same_outcome(a, b);
  // The same bits are the same whatever they were made of, but not whatever they were held to.
  const bool same_bits = !a.fingerprint.empty() && a.fingerprint == b.fingerprint;
  if (same && why.rule.empty() && (same_bits || (why.inputs.empty() && why.ran.empty()))) return Change::same;
  return why.all().empty() ? Change::drift : Change::ambiguous;
}

/// Of two failures that were judged alike: a larger share of the elements, or a larger error over its bound.
bool is_worse(const Entry& a, const Entry& b, const Reasons& why) {
  if (!judged_alike(a, b, why) || a.judged == 0 || b.judged == 0) return false;
  const double before = static_cast<double>(a.failed) / static_cast<double>(a.judged);
  const double now = static_cast<double>(b.failed) / static_cast<double>(b.judged);
  return now > before || (a.max_error_over_bound && b.max_error_over_bound &&
                          *b.max_error_over_bound > *a.max_error_over_bound);
}

Change both_judged(const Entry& a, const Entry& b, const Reasons& why) {
  if (fails(&b) && !fails(&a)) return Change::new_fail;
  if (fails(&b)) return is_worse(a, b, why) ? Change::fails_worse : Change::still_fail;
  if (waived(&b) && !waived(&a)) return Change::newly_waived;
  if (fails(&a) && b.verdict == Verdict::deviation) return Change::newly_waived;
  const bool holds_now = b.verdict == Verdict::pass && (fails(&a) || waived(&a));
  if (holds_now) return judged_alike(a, b, why) ? Change::fixed : Change::ambiguous;
  return both_accepted(a, b, why);
}

}  // namespace

Pair classify(const Entry* old_entry, const Entry* new_entry, const std::vector<Difference>& suite) {
  Pair pair{old_entry, new_entry, Change::same, {}, {}};
  if (new_entry == nullptr) {
    pair.change = Change::removed;
  } else if (judged(old_entry) && judged(new_entry)) {
    const Reasons why = reasons(*old_entry, *new_entry, suite);
    pair.change = both_judged(*old_entry, *new_entry, why);
    if (pair.change != Change::same) pair.reasons = why.all();
    if (pair.change == Change::ambiguous) pair.statistics = statistics(*old_entry, *new_entry);
  } else if (fails(new_entry)) {
    pair.change = Change::new_fail;
  } else if (!judged(new_entry)) {
    // A row that was not run before either is no news, and neither is a new one.
    pair.change = judged(old_entry) ? Change::not_run : old_entry == nullptr ? Change::added : Change::same;
  } else {
    pair.change = Change::added;
  }
  return pair;
}

}  // namespace ulpgate::report
