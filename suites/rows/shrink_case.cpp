#include "suites/rows/shrink_case.h"

#include <algorithm>
#include <set>

#include "suites/framework/codes.h"
#include "suites/framework/shrink.h"

namespace ulpgate::rows {
namespace {

/// Inputs with at most this many elements are spelled out, so that single elements can shrink.
constexpr std::int64_t most_spelled_out = 192;

/// Consecutive indices of an axis.
struct Range {
  std::int64_t first = 0;
  std::int64_t count = 0;
};

/// Part of a case; explicit codes are cut to it.
RowsCase part_of(const RowsOffer& o, const RowsCase& c, Range outer, Range n, Range inner, Range d) {
  RowsCase out = c;
  out.d = d.count;
  out.outer = outer.count;
  out.n = n.count;
  out.inner = inner.count;
  refit_groups(o, out);
  if (c.family != Family::codes) return out;
  for (std::size_t t = 0; t < c.codes.size(); ++t) {
    if (c.codes[t].empty()) continue;
    const auto from = shape_of(o, c, t), to = shape_of(o, out, t);
    // What does not shrink keeps all that it has.
    const Extents extents = o.operation->tensors[t].extents;
    const auto start = [&](std::size_t axis, const Range& r) {
      const bool keeps_first = from[axis] == to[axis] || (extents == Extents::groups && axis == 1);
      return keeps_first ? 0 : r.first;
    };
    // Of values, n comes first.
    const Range first = extents == Extents::row      ? Range{}
                        : extents == Extents::values ? n
                                                     : outer,
                second = extents == Extents::values ? d : n;
    std::vector<std::uint64_t> codes;
    for (std::int64_t a = 0; a < to[0]; ++a) {
      for (std::int64_t b = 0; b < to[1]; ++b) {
        for (std::int64_t k = 0; k < to[2]; ++k) {
          const std::int64_t x = a + start(0, first), y = b + start(1, second), z = k + start(2, inner);
          codes.push_back(c.codes[t][static_cast<std::size_t>((x * from[1] + y) * from[2] + z)]);
        }
      }
    }
    if (o.operation->tensors[t].name == "target") {
      for (std::uint64_t& code : codes)
        code = is_target(out, code) ? code : static_cast<std::uint64_t>(c.ignore_index);
    }
    out.codes[t] = std::move(codes);
  }
  return out;
}

/// Extents that end behind something planted: what lies between counts for nothing in a quiet case, which may
/// be too long to be tried again and again.
std::vector<std::size_t> planted_ends(const RowsCase& c, std::int64_t Planted::*along, std::int64_t extent) {
  std::set<std::size_t> ends{0, 1};
  for (const Planted& p : c.planted) ends.insert(static_cast<std::size_t>(p.*along + 1));
  ends.erase(ends.lower_bound(static_cast<std::size_t>(extent)), ends.end());
  return {ends.begin(), ends.end()};
}

/// The case with one of its places alone, each once: of long and of tall ones, those along the longest axis.
std::vector<RowsCase> single_places(const RowsCase& c) {
  const auto along = c.inner > std::max(c.n, c.outer) ? &Planted::inner
                     : c.n > c.outer                  ? &Planted::i
                                                      : &Planted::outer;
  std::set<std::int64_t> places;
  for (const Planted& p : c.planted) places.insert(p.*along);
  std::vector<RowsCase> out;
  for (const std::int64_t place : places) {
    if (place == 0 || places.size() < 3) continue;
    RowsCase one = c;
    std::erase_if(one.planted, [&](const Planted& p) { return p.*along != place && p.*along != 0; });
    out.push_back(std::move(one));
  }
  return out;
}

std::vector<Layout> simpler_layouts(const Layout& l) {
  std::vector<Layout> out;
  if (l == Layout{}) return out;
  out.emplace_back();
  const auto variant = [&](auto change) {
    Layout simpler = l;
    change(simpler);
    if (!(simpler == l) && !(simpler == Layout{})) out.push_back(simpler);
  };
  variant([](Layout& s) { s.lead = 0; });
  variant([](Layout& s) { s.shared = 0; });
  variant([](Layout& s) { s.reversed = 0; });
  variant([](Layout& s) { s.step = 1; });
  variant([](Layout& s) { s.pad = 0; });
  variant([](Layout& s) { s.order = 0; });
  return out;
}

}  // namespace

std::int64_t input_elements(const RowsOffer& o, const RowsCase& c) {
  std::int64_t sum = 0;
  for (std::size_t t = 0; t < o.formats.size(); ++t) {
    const auto s = shape_of(o, c, t);
    if (o.formats[t] != nullptr && !o.operation->tensors[t].output) sum += s[0] * s[1] * s[2];
  }
  return sum;
}

std::vector<RowsCase> simpler_cases(const RowsOffer& o, const RowsCase& c) {
  std::vector<RowsCase> out;
  const auto variant = [&](auto change) {
    RowsCase simpler = c;
    change(simpler);
    out.push_back(std::move(simpler));
  };
  const bool quiet = c.family == Family::quiet;
  if (quiet) out = single_places(c);
  const Range outer{0, c.outer}, n{0, c.n}, inner{0, c.inner}, d{0, c.d};
  const auto shorter = [&](std::int64_t extent, std::int64_t Planted::*along, auto make) {
    for (const std::size_t length :
         quiet ? planted_ends(c, along, extent) : simpler_lengths(static_cast<std::size_t>(extent)))
      out.push_back(make(Range{0, static_cast<std::int64_t>(length)}));
    if (c.family != Family::codes) return;
    if (extent > 3) out.push_back(make(Range{extent / 2, extent - extent / 2}));
    if (extent > 1) out.push_back(make(Range{1, extent - 1}));
  };
  shorter(c.outer, &Planted::outer, [&](Range r) { return part_of(o, c, r, n, inner, d); });
  if (c.inner > 1) shorter(c.inner, &Planted::inner, [&](Range r) { return part_of(o, c, outer, n, r, d); });
  shorter(c.n, &Planted::i, [&](Range r) { return part_of(o, c, outer, r, inner, d); });
  if (c.d > 1) shorter(c.d, &Planted::i, [&](Range r) { return part_of(o, c, outer, n, inner, r); });
  for (std::size_t t = 0; t < c.layouts.size(); ++t) {
    for (const Layout& l : simpler_layouts(c.layouts[t])) variant([&](RowsCase& s) { s.layouts[t] = l; });
  }
  if (c.in_place) variant([](RowsCase& s) { s.in_place = false; });
  const std::uint64_t one = nearest_code(o.scale_format(), 1);
  if (o.has_scale && c.scale != one) variant([&](RowsCase& s) { s.scale = one; });
  const std::uint64_t unscaled = nearest_code(formats::fp32, 1);
  if (o.scale_y && c.scale_y != unscaled) variant([&](RowsCase& s) { s.scale_y = unscaled; });
  const std::vector<std::uint64_t> usual = usual_scalars(o);
  // Codes of statistics are of as many groups.
  const bool fixed = has_groups(o) && c.family == Family::codes;
  for (std::size_t i = 0; i < usual.size() && !fixed; ++i) {
    if (c.scalars[i] != usual[i]) variant([&](RowsCase& s) { s.scalars[i] = usual[i]; });
  }
  if (c.smoothing != 0) variant([](RowsCase& s) { s.smoothing = 0; });
  for (std::size_t i = 0; i < c.planted.size(); ++i)
    variant([&](RowsCase& s) { s.planted.erase(s.planted.begin() + static_cast<std::ptrdiff_t>(i)); });
  if (c.family != Family::codes) {
    if (!c.plain_parameters) variant([](RowsCase& s) { s.plain_parameters = true; });
    // What is quiet is cheap to judge.
    const bool steps_cost = quiet && input_elements(o, c) > most_spelled_out;
    if (c.family != Family::steps && !steps_cost) variant([](RowsCase& s) { s.family = Family::steps; });
    if (c.exponent != 0) variant([](RowsCase& s) { s.exponent = 0; });
    if (c.period != 0) variant([](RowsCase& s) { s.period = 0; });
    if (c.period == 0 && input_elements(o, c) <= most_spelled_out) out.push_back(spelled_out(o, c));
    return out;
  }
  if (input_elements(o, c) > most_spelled_out) return out;
  for (std::size_t t = 0; t < c.codes.size(); ++t) {
    if (c.codes[t].empty() || !o.formats[t]->is_floating()) continue;
    for (std::size_t i = 0; i < c.codes[t].size(); ++i) {
      for (const std::uint64_t code : simpler_codes(*o.formats[t], c.codes[t][i]))
        variant([&](RowsCase& s) { s.codes[t][i] = code; });
    }
  }
  return out;
}

RowsCase reduce_around(const RowsOffer& o, const RowsCase& whole, const Finding& f,
                       const std::function<CaseJudgement(const RowsCase&)>& judge) {
  const bool rows = shape_of(o, whole, f.at.tensor)[0] == whole.outer;
  RowsCase one = whole;
  one.outer = 1;
  // Groups go with all of the inner axis.
  const Range inner = has_groups(o) ? Range{0, whole.inner} : Range{f.at.inner, 1};
  one.inner = inner.count;
  if (rows && whole.period == 0 && input_elements(o, one) <= most_spelled_out &&
      input_elements(o, whole) <= 1 << 16) {
    RowsCase row = part_of(o, spelled_out(o, whole), {f.at.outer, 1}, {0, whole.n}, inner, {0, whole.d});
    if (judge(row).fails()) return row;
  }
  if (!rows) return whole;
  const RowsCase first = part_of(o, whole, {0, f.at.outer + 1}, {0, whole.n}, {0, whole.inner}, {0, whole.d});
  return judge(first).fails() ? first : whole;
}

}  // namespace ulpgate::rows
