// Facts about parts of long sums: which of them are there at every K, which are shares of K, and what they
// are kept in.
#include <algorithm>

#include "suites/probe/gemm_context.h"
#include "suites/probe/gemm_part_sums.h"
#include "suites/probe/gemm_parts.h"

namespace ulpgate::probe::box {
namespace {

std::string list(const std::vector<std::int64_t>& starts) {
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(starts.size(), 33); ++i)
    text += (i == 0 ? "" : ", ") + std::to_string(starts[i]);
  return starts.size() > 33 ? text + ", ..." : text;
}

bool added_one_by_one(const Parts& parts) {
  return parts.join && parts.outer_starts.empty() && !parts.join_shape->pairwise;
}

/// Whether parts have this length, but for the last two, which may share what is left.
bool has_length(const Parts& parts, std::int64_t length) {
  const auto& starts = parts.starts;
  if ((starts.size() == 1) != (parts.k <= length)) return false;
  if (starts.size() == 1) return true;
  for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
    if (starts[i] != static_cast<std::int64_t>(i) * length) return false;
  }
  const std::int64_t before_last = starts.back() - starts[starts.size() - 2];
  return before_last <= length && (parts.finer_end || parts.k - starts.back() <= length);
}

/// A length that parts have at every K that is long enough; 0 where there is none. One K alone cannot tell
/// it from a share of K.
std::int64_t constant_length(const std::vector<Parts>& all) {
  std::int64_t length = 0;
  for (const Parts& parts : all) {
    if (parts.count() > 1) length = std::max(length, parts.starts[1]);
  }
  int seen = 0;
  bool one_by_one = false;
  for (const Parts& parts : all) {
    if (parts.count() == 0) continue;
    if (!has_length(parts, length)) return 0;
    if (parts.count() > 1 && parts.starts[1] == length) ++seen;
    // Shares of K that happen to have one length are told by how they are added.
    one_by_one = one_by_one || (parts.count() > 1 &&
                                (!parts.join || added_one_by_one(parts) || !parts.outer_starts.empty()));
  }
  return seen >= 2 && one_by_one ? length : 0;
}

struct Share {
  std::vector<std::int64_t> starts;
  std::string joined;
};

/// Parts that are shares of K.
Share share_of(const Parts& parts, std::int64_t promotion) {
  if (parts.count() == 1 || (promotion > 0 && parts.outer_starts.empty())) return {{0}, {}};
  if (promotion > 0) return {parts.outer_starts, parts.outer_join};
  return {parts.starts, parts.join ? parts.join_shape->name : "not observable"};
}

void add_shares(Context& c, const std::vector<Parts>& all, std::int64_t promotion) {
  for (const Parts& parts : all) {
    const std::string at = "@" + std::to_string(parts.k);
    if (!parts.trouble.empty()) {
      c.facts.not_observed("split_k" + at, parts.trouble);
      continue;
    }
    if (promotion > 0 && parts.count() > 1 && !parts.join) {
      c.facts.not_observed("split_k" + at, "the order in which parts are added is not known");
      continue;
    }
    const Share share = share_of(parts, promotion);
    const std::string evidence = "where pairs of large products cancel apart from the rest";
    c.facts.add("split_k" + at, std::to_string(share.starts.size()), evidence);
    if (share.starts.size() < 2) continue;
    c.facts.add("parts" + at, list(share.starts), evidence);
    if (share.joined == "not observable")
      c.facts.not_observed("joined" + at, "masks of pairs of parts fit no tree of sums");
    else
      c.facts.add("joined" + at, share.joined, "masks of all pairs of parts");
  }
}

void add_promotion(Context& c, const std::vector<Parts>& all, std::int64_t promotion) {
  if (promotion > 0) {
    c.facts.add("promotion", std::to_string(promotion), "the sum restarts so often at every K");
    return;
  }
  std::int64_t whole = 0;
  int in_parts = 0;
  for (const Parts& parts : all) {
    if (parts.trouble.empty() && parts.count() == 1) whole = std::max(whole, parts.k);
    if (parts.count() > 1) ++in_parts;
  }
  if (whole == 0 && in_parts == 0) return c.facts.not_observed("promotion", "no K shows its parts");
  if (in_parts == 1)
    return c.facts.not_observed("promotion", "only one K has parts, which may be shares of it");
  c.facts.add(
      "promotion", "none",
      in_parts > 1 ? "parts have no length in common" : "one chain up to K = " + std::to_string(whole));
}

/// Short sums may have parts too: what these are kept in is no accumulator.
void look_within_parts(Context& c, const std::vector<Parts>& all, std::int64_t unit) {
  const Parts* longest = nullptr;
  for (const Parts& parts : all) {
    if (parts.count() > 1 && (longest == nullptr || parts.starts[1] > longest->starts[1])) longest = &parts;
  }
  const std::int64_t apart = longest == nullptr ? 0 : longest->starts[1] / 3 / unit * unit;
  if (apart == 0) return;
  const Width width = width_at(c, longest->k, {{0, apart, 2 * apart}, {2 * apart, apart, 0}});
  if (!width.kept.limited && width.kept.bits >= c.accumulator->bits)
    name_accumulator(c, longest->k, width.place, width.kept);
}

void probe_promotion_sum(Context& c, const std::vector<Parts>& all, std::int64_t promotion) {
  if (promotion == 0) return;
  for (const Parts& parts : all) {
    const std::int64_t length = parts.outer_starts.empty() ? parts.k : parts.outer_starts[1];
    if (parts.count() < 3 || length < 3 * promotion) continue;
    return add_addition(c, parts.k, around(0, promotion, 2 * promotion), "promotion_sum");
  }
  c.facts.not_observed("promotion_sum", "no K has three parts");
}

void probe_shares(Context& c, const std::vector<Parts>& all, std::int64_t promotion) {
  const Parts* most = nullptr;
  std::vector<std::int64_t> starts;
  for (const Parts& parts : all) {
    if (!parts.trouble.empty() || (promotion > 0 && !parts.join)) continue;
    const Share share = share_of(parts, promotion);
    if (share.starts.size() < 2) continue;
    // Three parts say what they are added in; long ones have room for promotions.
    if (most == nullptr ||
        std::min<std::size_t>(share.starts.size(), 3) >= std::min<std::size_t>(starts.size(), 3)) {
      most = &parts;
      starts = share.starts;
    }
  }
  if (most == nullptr) return;
  const std::int64_t apart = promotion > 0 ? promotion : starts[1] / 3;
  if (apart * 2 < starts[1]) {
    add_partials(c, most->k, {0, apart, 2 * apart, starts[1]});
  } else {
    c.facts.not_observed("partials", "parts are too short");
  }
  if (starts.size() >= 3) {
    add_addition(c, most->k, around(0, starts[1], starts[2]), "joining");
  } else {
    c.facts.not_observed("joining", "two parts are added once, and what D keeps of that is D's rounding");
    c.facts.not_observed("joining_rounding", "as joining");
  }
}

bool same(const Parts& x, const Parts& y) {
  return x.trouble == y.trouble && x.starts == y.starts && x.join.has_value() == y.join.has_value() &&
         (!x.join || text_of(*x.join) == text_of(*y.join));
}

}  // namespace

void probe_parts(Context& c) {
  if (!c.shape || c.shape->pairwise) {
    const char* why =
        c.shape ? "a pairwise sum halves K anyway" : "the order of the first products is not observable";
    c.facts.not_observed("promotion", why);
    for (const std::int64_t k : c.options.part_ks) c.facts.not_observed("split_k@" + std::to_string(k), why);
    return;
  }
  const auto survivors = make_survivors(c);
  const Rhythm rhythm{c.shape->lanes, std::max(c.shape->block, 1), c.shape->descending};
  std::vector<Parts> all;
  for (const std::int64_t k : c.options.part_ks) {
    Parts parts;
    parts.k = k;
    try {
      parts = find_parts(*survivors, k, c.dots.at_once(), rhythm);
      if (!c.repeats && !same(parts, find_parts(*survivors, k, c.dots.at_once(), rhythm)))
        parts.trouble = "parts change from call to call";
    } catch (const Refused& refused) {
      parts.trouble = refused.what();
    }
    if (!parts.trouble.empty()) parts.starts.clear();
    all.push_back(std::move(parts));
  }
  look_within_parts(c, all, rhythm.step * rhythm.block);
  const std::int64_t promotion = constant_length(all);
  add_promotion(c, all, promotion);
  probe_promotion_sum(c, all, promotion);
  add_shares(c, all, promotion);
  probe_shares(c, all, promotion);
}

}  // namespace ulpgate::probe::box
