#include "suites/gemm/shrink_case.h"

#include <functional>

#include "suites/framework/shrink.h"
#include "suites/gemm/values.h"

namespace ulpgate::gemm {
namespace {

/// Inputs with at most this many elements are spelled out, so that single elements can shrink.
constexpr std::int64_t most_spelled_out = 256;

/// Consecutive indices of one dimension.
struct Range {
  std::int64_t first = 0;
  std::int64_t count = 0;
};

/// The rows and columns that are kept of explicit codes, of the first so many problems.
std::vector<std::uint64_t> block(const std::vector<std::uint64_t>& codes, std::int64_t batches,
                                 std::int64_t rows, std::int64_t columns, Range kept_rows,
                                 Range kept_columns) {
  std::vector<std::uint64_t> out;
  for (std::int64_t b = 0; b < batches; ++b)
    for (std::int64_t i = 0; i < kept_rows.count; ++i)
      for (std::int64_t j = 0; j < kept_columns.count; ++j)
        out.push_back(codes[static_cast<std::size_t>((b * rows + kept_rows.first + i) * columns +
                                                     kept_columns.first + j)]);
  return out;
}

void resize(GemmCase& c, std::int64_t batch, std::int64_t m, std::int64_t n, std::int64_t k) {
  if (c.family == Family::codes) {
    c.a_codes = block(c.a_codes, batch, c.m, c.k, {0, m}, {0, k});
    c.b_codes = block(c.b_codes, batch, c.k, c.n, {0, k}, {0, n});
    c.c_codes = block(c.c_codes, batch, c.m, c.n, {0, m}, {0, n});
  }
  c.batch = batch;
  c.m = m;
  c.n = n;
  c.k = k;
}

/// Some rows, columns and products of a case with explicit codes.
GemmCase block(const GemmCase& c, Range m, Range n, Range k) {
  GemmCase out = c;
  out.m = m.count;
  out.n = n.count;
  out.k = k.count;
  out.a_codes = block(c.a_codes, c.batch, c.m, c.k, m, k);
  out.b_codes = block(c.b_codes, c.batch, c.k, c.n, k, n);
  out.c_codes = block(c.c_codes, c.batch, c.m, c.n, m, n);
  return out;
}

/// What is left without the first half, or without the first.
std::vector<Range> without_the_first(std::int64_t extent) {
  std::vector<Range> all;
  if (extent > 3) all.push_back({extent / 2, extent - extent / 2});
  if (extent > 1) all.push_back({1, extent - 1});
  return all;
}

std::vector<Layout> simpler_layouts(const Layout& l) {
  std::vector<Layout> out;
  if (l == Layout{}) return out;
  out.emplace_back();
  const auto variant = [&](auto change) {
    Layout simpler = l;
    change(simpler);
    if (simpler != l && simpler != Layout{}) out.push_back(simpler);
  };
  variant([](Layout& s) { s.lead = 0; });
  variant([](Layout& s) { s.reversed = false; });
  variant([](Layout& s) { s.batching = Batching::apart; });
  variant([](Layout& s) { s.batch_pad = 0; });
  variant([](Layout& s) { s.inner = 1; });
  variant([](Layout& s) { s.pad = 0; });
  variant([](Layout& s) { s.transposed = false; });
  return out;
}

}  // namespace

std::vector<GemmCase> simpler_cases(const GemmOffer& o, const GemmCase& c) {
  std::vector<GemmCase> out;
  const auto variant = [&](auto change) {
    GemmCase simpler = c;
    change(simpler);
    out.push_back(std::move(simpler));
  };
  const auto extents = [](std::int64_t x) {
    std::vector<std::int64_t> all;
    for (const std::size_t n : simpler_lengths(static_cast<std::size_t>(x)))
      all.push_back(static_cast<std::int64_t>(n));
    return all;
  };
  for (const auto x : extents(c.batch)) variant([&](GemmCase& s) { resize(s, x, c.m, c.n, c.k); });
  for (const auto x : extents(c.m))
    variant([&](GemmCase& s) { resize(s, c.batch, x, c.self ? x : c.n, c.k); });
  if (!c.self) {
    for (const auto x : extents(c.n)) variant([&](GemmCase& s) { resize(s, c.batch, c.m, x, c.k); });
  }
  for (const auto x : extents(c.k)) variant([&](GemmCase& s) { resize(s, c.batch, c.m, c.n, x); });
  for (Layout GemmCase::*const which : {&GemmCase::a, &GemmCase::b, &GemmCase::c, &GemmCase::d}) {
    for (const Layout& l : simpler_layouts(c.*which)) variant([&](GemmCase& s) { s.*which = l; });
  }
  if (c.self) variant([](GemmCase& s) { s.self = false; });
  if (c.in_place) variant([](GemmCase& s) { s.in_place = false; });
  if (c.alarming_c) variant([](GemmCase& s) { s.alarming_c = false; });
  const std::uint64_t one = nearest_code(*o.alpha, 1);
  if (c.beta != 0) variant([](GemmCase& s) { s.beta = 0; });
  if (c.beta != 0 && c.beta != one) variant([&](GemmCase& s) { s.beta = one; });
  if (c.alpha != one) variant([&](GemmCase& s) { s.alpha = one; });
  for (std::size_t i = 0; i < c.planted.size(); ++i)
    variant([&](GemmCase& s) { s.planted.erase(s.planted.begin() + static_cast<std::ptrdiff_t>(i)); });
  if (c.family != Family::codes) {
    if (c.family != Family::ones) variant([](GemmCase& s) { s.family = Family::ones; });
    if (c.family != Family::ones && c.family != Family::integers)
      variant([](GemmCase& s) { s.family = Family::integers; });
    if (c.scale != 0) variant([](GemmCase& s) { s.scale = 0; });
    if (c.period != 0) variant([](GemmCase& s) { s.period = 0; });
    if (c.period == 0 && c.batch * (c.m * c.k + c.k * c.n + c.m * c.n) <= most_spelled_out)
      out.push_back(spelled_out(o, c));
    return out;
  }
  if (!c.self) {
    const Range m{0, c.m}, n{0, c.n}, k{0, c.k};
    for (const Range r : without_the_first(c.m)) out.push_back(block(c, r, n, k));
    for (const Range r : without_the_first(c.n)) out.push_back(block(c, m, r, k));
    for (const Range r : without_the_first(c.k)) out.push_back(block(c, m, n, r));
  }
  const auto bits = [&](const Format& f, std::vector<std::uint64_t> GemmCase::*which) {
    if ((c.*which).size() > static_cast<std::size_t>(most_spelled_out)) return;
    for (std::size_t i = 0; i < (c.*which).size(); ++i) {
      for (const std::uint64_t code : simpler_codes(f, (c.*which)[i]))
        variant([&](GemmCase& s) { (s.*which)[i] = code; });
    }
  };
  bits(*o.a, &GemmCase::a_codes);
  bits(*o.b, &GemmCase::b_codes);
  if (c.beta != 0) bits(*o.c, &GemmCase::c_codes);
  return out;
}

GemmCase reduce_around(const GemmOffer& o, const GemmCase& whole, const Finding& f,
                       const std::function<CaseJudgement(const GemmCase&)>& judge) {
  if (!whole.self && whole.period == 0 && whole.batch == 1 && 2 * whole.k + 1 <= most_spelled_out) {
    const GemmCase one = block(spelled_out(o, whole), {f.row, 1}, {f.column, 1}, {0, whole.k});
    if (judge(one).fails()) return one;
  }
  for (const auto& [batch, m, n] :
       {std::array{f.batch + 1, f.row + 1, f.column + 1}, std::array{whole.batch, f.row + 1, f.column + 1}}) {
    GemmCase part = whole;
    if (part.self) break;
    resize(part, batch, m, n, whole.k);
    if (judge(part).fails()) return part;
  }
  return whole;
}

}  // namespace ulpgate::gemm
