#include "reports/diff/classify.h"

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

std::vector<Difference> reasons(const Entry& a, const Entry& b, const std::vector<Difference>& suite) {
  std::vector<Difference> found;
  const auto compare = [&found](const char* what, const std::string& x, const std::string& y) {
    if (x != y) found.push_back({what, x, y});
  };
  // Every input is every input, whatever the seed.
  const bool every_input =
      a.coverage == Coverage::exhaustive && b.coverage == Coverage::exhaustive && a.judged == b.judged;
  if (!every_input) {
    compare("seed", a.seed, b.seed);
    compare("inputs", a.inputs, b.inputs);
    compare("sample", sample(a), sample(b));
  }
  compare("claims", a.claims, b.claims);
  compare("bound", a.bound, b.bound);
  for (const Difference& ran : differences(a.ran, b.ran))
    found.push_back({"ran." + ran.path, ran.old_value, ran.new_value});
  found.insert(found.end(), suite.begin(), suite.end());
  return found;
}

Change both_accepted(Pair& pair, const std::vector<Difference>& suite) {
  const Entry& a = *pair.old_entry;
  const Entry& b = *pair.new_entry;
  pair.reasons = reasons(a, b, suite);
  const bool same = same_outcome(a, b);
  // The same bits are the same whatever they were made of.
  const bool same_bits = !a.fingerprint.empty() && a.fingerprint == b.fingerprint;
  if (same && (pair.reasons.empty() || same_bits || pair.reasons == suite)) {
    pair.reasons.clear();
    return Change::same;
  }
  if (pair.reasons.empty()) return Change::drift;
  pair.statistics = statistics(a, b);
  return Change::ambiguous;
}

}  // namespace

Pair classify(const Entry* old_entry, const Entry* new_entry, const std::vector<Difference>& suite) {
  Pair pair{old_entry, new_entry, Change::same, {}, {}};
  if (new_entry == nullptr) {
    pair.change = Change::removed;
  } else if (fails(new_entry)) {
    pair.change = fails(old_entry) ? Change::still_fail : Change::new_fail;
  } else if (!judged(new_entry)) {
    // A row that was not run before either is no news, and neither is a new one.
    pair.change = judged(old_entry) ? Change::not_run : old_entry == nullptr ? Change::added : Change::same;
  } else if (!judged(old_entry)) {
    pair.change = Change::added;
  } else if (fails(old_entry)) {
    pair.change = waived(new_entry) ? Change::still_fail : Change::fixed;
  } else if (waived(old_entry) && !waived(new_entry)) {
    pair.change = Change::fixed;
  } else {
    pair.change = both_accepted(pair, suite);
  }
  if (pair.change == Change::new_fail && judged(old_entry))
    pair.reasons = reasons(*old_entry, *new_entry, suite);
  return pair;
}

}  // namespace ulpgate::report
