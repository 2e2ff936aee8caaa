#include "suites/rows/rows_case.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "suites/framework/codes.h"
#include "suites/rows/rows_values.h"

namespace ulpgate::rows {
namespace {

constexpr std::array<std::string_view, 16> family_names{
    "uniform", "normal",      "offset",  "near_equal", "equal", "one_hot", "spread", "tails",
    "steps",   "alternating", "outlier", "chunks",     "large", "tiny",    "quiet",  "codes"};

/// Visits the elements of a shape as visit(place in dense order, outer, i, inner).
template <typename Visit>
void for_each_element(const std::array<std::int64_t, 3>& shape, Visit visit) {
  std::size_t next = 0;
  for (std::int64_t a = 0; a < shape[0]; ++a)
    for (std::int64_t b = 0; b < shape[1]; ++b)
      for (std::int64_t c = 0; c < shape[2]; ++c) visit(next++, a, b, c);
}

std::size_t dense(const std::array<std::int64_t, 3>& shape, std::int64_t a, std::int64_t b, std::int64_t c) {
  return static_cast<std::size_t>((a * shape[1] + b) * shape[2] + c);
}

/// Rows again and again, from those of one period.
std::vector<std::uint64_t> repeated(const std::vector<std::uint64_t>& one,
                                    const std::array<std::int64_t, 3>& from,
                                    const std::array<std::int64_t, 3>& to) {
  if (from == to || one.empty()) return one;
  std::vector<std::uint64_t> out;
  out.reserve(static_cast<std::size_t>(to[0] * to[1] * to[2]));
  const std::int64_t row = from[1] * from[2];
  for (std::int64_t a = 0; a < to[0]; ++a) {
    const auto first = one.begin() + a % from[0] * row;
    out.insert(out.end(), first, first + row);
  }
  return out;
}

/// Elements that share one place in memory are one.
void share(const std::array<std::int64_t, 3>& shape, unsigned shared, std::vector<std::uint64_t>& codes) {
  if (shared == 0) return;
  const auto kept = [&](int axis, std::int64_t at) { return (shared >> axis & 1) != 0 ? 0 : at; };
  for_each_element(shape, [&](std::size_t at, std::int64_t a, std::int64_t b, std::int64_t c) {
    codes[at] = codes[dense(shape, kept(0, a), kept(1, b), kept(2, c))];
  });
}

}  // namespace

std::string_view name(Family family) { return family_names.at(static_cast<std::size_t>(family)); }

bool parse_family(std::string_view text, Family& family) {
  const auto* found = std::find(family_names.begin(), family_names.end(), text);
  if (found == family_names.end()) return false;
  family = static_cast<Family>(found - family_names.begin());
  return true;
}

std::array<std::int64_t, 3> shape_of(const RowsOffer& o, const RowsCase& c, std::size_t tensor) {
  switch (o.operation->tensors[tensor].extents) {
    case Extents::lines:
    case Extents::grouped:
      return {c.outer, c.n, c.inner};
    case Extents::groups:
      return {c.outer, groups_of(o, c), 1};
    case Extents::matrix:
      return {c.outer, c.n, 1};
    case Extents::row:
      return {1, c.n, 1};
    case Extents::column:
      return {c.outer, 1, 1};
    case Extents::reduced:
      return {o.arithmetic.reduction == Reduction::none ? c.outer : 1, 1, 1};
    case Extents::values:
      return {c.n, c.d, 1};
    case Extents::outputs:
      return {c.outer, c.d, 1};
    case Extents::single:
      return {1, 1, 1};
  }
  return {};
}

bool has_groups(const RowsOffer& o) { return o.operation->tensors[0].extents == Extents::grouped; }

std::int64_t groups_of(const RowsOffer& o, const RowsCase& c) {
  return has_groups(o) ? static_cast<std::int64_t>(scalar_of(o, c, "groups")) : 1;
}

std::int64_t row_count(const RowsOffer& o, const RowsCase& c) {
  return c.outer * (has_groups(o) ? groups_of(o, c) : c.inner);
}

std::int64_t row_length(const RowsOffer& o, const RowsCase& c) {
  return has_groups(o) ? c.n / groups_of(o, c) * c.inner : c.n;
}

void set_groups(const RowsOffer& o, RowsCase& c) {
  if (!has_groups(o)) return;
  std::int64_t groups = 1;
  for (const std::int64_t some : {7, 5, 3, 2}) {
    if (c.n % some == 0 && c.n / some * c.inner > 1) groups = some;
  }
  set_scalar(o, c, "groups", static_cast<double>(groups));
}

void refit_groups(const RowsOffer& o, RowsCase& c) {
  if (!has_groups(o) || c.n == 0) return;
  set_scalar(o, c, "groups", static_cast<double>(std::gcd(groups_of(o, c), c.n)));
}

RowsCase in_groups(const RowsOffer& o, RowsCase c) {
  if (!has_groups(o)) return c;
  constexpr std::array<std::int64_t, 6> lengths{4, 1, 3, 16, 2, 5};
  constexpr std::array<std::int64_t, 4> counts{3, 1, 2, 4};
  std::uint64_t choice = c.seed;
  while (c.n % lengths[choice % lengths.size()] != 0) ++choice;
  c.inner = lengths[choice % lengths.size()];
  const std::int64_t groups = c.n < 4000 ? counts[c.seed / lengths.size() % counts.size()] : 1;
  c.n = c.n / c.inner * groups;
  set_scalar(o, c, "groups", static_cast<double>(groups));
  return c;
}

StridedPlan plan_layout(const std::array<std::int64_t, 3>& shape, const Layout& layout) {
  constexpr std::array<std::array<std::size_t, 3>, 6> orders{
      {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};
  StridedPlan p;
  p.shape = shape;
  p.first = buffer_margin;
  const bool empty = shape[0] == 0 || shape[1] == 0 || shape[2] == 0;
  std::int64_t stride = layout.step, last = 0;
  const auto& order = orders.at(static_cast<std::size_t>(layout.order));
  for (std::size_t k = 3; k-- > 0;) {
    const std::size_t axis = order[k];
    if ((layout.shared >> axis & 1) != 0) continue;
    p.strides[axis] = stride;
    const std::int64_t reach = empty ? 0 : (shape[axis] - 1) * stride;
    last += reach;
    if ((layout.reversed >> axis & 1) != 0) {
      p.first += reach;
      p.strides[axis] = -stride;
    }
    stride = stride * std::max<std::int64_t>(shape[axis], 1) + layout.pad;
  }
  p.extent = (empty ? 0 : last + 1) + 2 * buffer_margin;
  return p;
}

bool is_target(const RowsCase& c, std::uint64_t code) {
  const auto target = static_cast<std::int64_t>(code);
  return target == c.ignore_index || (target >= 0 && target < c.n);
}

RowsCase repeating_rows(const RowsCase& c) {
  if (c.period <= 0) return c;
  RowsCase some = c;
  const std::int64_t masks = std::max<std::int64_t>(c.causal, 1);
  some.outer = std::min(c.outer, c.period / std::gcd(c.period, masks) * masks);
  return some;
}

Inputs expand(const RowsOffer& o, const RowsCase& c) {
  RowsCase one = c;
  one.period = 0;
  if (c.period > 0) one.outer = std::min(c.outer, c.period);
  const RowsValues values(o, one);
  Inputs in(o.formats.size());
  for (std::size_t t = 0; t < in.size(); ++t) {
    if (o.formats[t] == nullptr || o.operation->tensors[t].output) continue;
    const auto shape = shape_of(o, one, t);
    std::vector<std::uint64_t>& codes = in[t];
    if (one.family == Family::codes) {
      codes = c.codes.at(t);
    } else {
      codes = values.all(t, shape);
    }
    const bool targets = o.operation->tensors[t].name == "target";
    for (const Planted& p : one.planted) {
      if (p.tensor != t || p.outer >= shape[0] || p.i >= shape[1] || p.inner >= shape[2]) continue;
      // A class of a longer row is none of this one.
      const bool gone = targets && !is_target(one, p.code);
      codes[dense(shape, p.outer, p.i, p.inner)] = gone ? static_cast<std::uint64_t>(c.ignore_index) : p.code;
    }
    codes = repeated(codes, shape, shape_of(o, c, t));
    share(shape_of(o, c, t), c.layouts[t].shared, codes);
  }
  return in;
}

RowsCase spelled_out(const RowsOffer& offer, const RowsCase& c) {
  RowsCase out = c;
  out.codes = expand(offer, c);
  out.family = Family::codes;
  out.period = 0;
  out.planted.clear();
  return out;
}

std::vector<std::uint64_t> usual_scalars(const RowsOffer& o) {
  std::vector<std::uint64_t> codes;
  for (const RowScalar& s : o.operation->scalars) codes.push_back(nearest_code(*s.format, s.usual));
  return codes;
}

double scalar_of(const RowsOffer& o, const RowsCase& c, std::string_view name) {
  std::size_t i = 0;
  while (o.operation->scalars.at(i).name != name) ++i;
  return to_double(*o.operation->scalars[i].format, c.scalars.at(i));
}

void set_scalar(const RowsOffer& o, RowsCase& c, std::string_view name, double value) {
  std::size_t i = 0;
  while (o.operation->scalars.at(i).name != name) ++i;
  c.scalars.at(i) = nearest_code(*o.operation->scalars[i].format, value);
}

RowsCase plain_case(const RowsOffer& o, std::int64_t outer, std::int64_t n, Family family,
                    std::uint64_t seed) {
  RowsCase c;
  c.outer = outer;
  c.n = n;
  c.family = family;
  c.seed = seed;
  if (o.has("v")) c.d = 3;
  c.layouts.resize(o.formats.size());
  c.scalars = usual_scalars(o);
  c.scale = nearest_code(o.scale_format(), 1);
  if (o.scale_y) c.scale_y = nearest_code(formats::fp32, 24);
  c.eps = nearest_code(o.eps_format(), 1e-5);
  if (o.smoothing) c.smoothing = nearest_code(formats::fp32, 0.1);
  if (o.causal) c.causal = static_cast<std::int32_t>(std::max<std::int64_t>(outer, 1));
  return c;
}

}  // namespace ulpgate::rows
