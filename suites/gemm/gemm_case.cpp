#include "suites/gemm/gemm_case.h"

#include <algorithm>
#include <array>

#include "suites/gemm/values.h"

namespace ulpgate::gemm {
namespace {

constexpr std::array<std::string_view, 11> family_names{
    "integers", "ones",      "uniform",       "wide",      "cancelling", "order_revealing",
    "positive", "subnormal", "near_overflow", "near_ties", "codes"};

std::size_t dense(std::int64_t batch, std::int64_t row, std::int64_t column, std::int64_t rows,
                  std::int64_t columns) {
  return static_cast<std::size_t>((batch * rows + row) * columns + column);
}

/// One dense matrix for each problem; `shared` repeats the first.
template <typename Element>
std::vector<std::uint64_t> fill(const GemmCase& c, const Layout& layout, std::int64_t rows,
                                std::int64_t columns, Element element) {
  std::vector<std::uint64_t> codes(static_cast<std::size_t>(c.batch * rows * columns));
  for (std::int64_t b = 0; b < c.batch; ++b) {
    const std::int64_t of = layout.batching == Batching::shared ? 0 : b;
    for (std::int64_t i = 0; i < rows; ++i) {
      for (std::int64_t j = 0; j < columns; ++j) {
        // With inner = 0 a row (a column, if transposed) is one element again and again.
        const std::int64_t row = layout.inner == 0 && layout.transposed ? 0 : i;
        const std::int64_t column = layout.inner == 0 && !layout.transposed ? 0 : j;
        codes[dense(b, i, j, rows, columns)] = element(of, row, column);
      }
    }
  }
  return codes;
}

void plant(const GemmCase& c, char tensor, std::int64_t rows, std::int64_t columns, const Layout& layout,
           std::vector<std::uint64_t>& codes) {
  for (const Planted& p : c.planted) {
    if (p.tensor != tensor || p.batch >= c.batch || p.row >= rows || p.column >= columns) continue;
    for (std::int64_t b = 0; b < c.batch; ++b) {
      if (layout.batching != Batching::shared && b != p.batch) continue;
      for (std::int64_t i = 0; i < rows; ++i) {
        for (std::int64_t j = 0; j < columns; ++j) {
          const bool same_row = i == p.row || (layout.inner == 0 && layout.transposed);
          const bool same_column = j == p.column || (layout.inner == 0 && !layout.transposed);
          if (same_row && same_column) codes[dense(b, i, j, rows, columns)] = p.code;
        }
      }
    }
  }
}

/// B as A transposed.
std::vector<std::uint64_t> transposed(const std::vector<std::uint64_t>& a, const GemmCase& c) {
  std::vector<std::uint64_t> b(a.size());
  for (std::int64_t p = 0; p < c.batch; ++p)
    for (std::int64_t i = 0; i < c.m; ++i)
      for (std::int64_t k = 0; k < c.k; ++k) b[dense(p, k, i, c.k, c.m)] = a[dense(p, i, k, c.m, c.k)];
  return b;
}

/// Quiet and signalling NaN, infinities and the largest values in turn; what a format lacks is its largest.
std::uint64_t alarm(const Format& f, std::size_t i) {
  if (f.kind == FormatKind::integer) return i % 2 == 0 ? f.magnitude_mask() : f.sign_mask();
  const std::uint64_t sign = i % 2 == 0 ? 0 : f.sign_mask();
  const std::uint64_t quiet = f.nans == NanCodes::negative_zero ? f.sign_mask() : f.magnitude_mask() | sign;
  switch (i / 2 % 4) {
    case 0:
      return f.has_nan() ? quiet : max_finite_magnitude(f) | sign;
    case 1:
      return f.has_infinity ? infinity_magnitude(f) | f.code_step() | sign : max_finite_magnitude(f) | sign;
    case 2:
      return f.has_infinity ? infinity_magnitude(f) | sign : max_finite_magnitude(f) | sign;
    default:
      return max_finite_magnitude(f) | sign;
  }
}

}  // namespace

std::string_view name(Family family) { return family_names.at(static_cast<std::size_t>(family)); }

bool parse_family(std::string_view text, Family& family) {
  const auto* found = std::find(family_names.begin(), family_names.end(), text);
  if (found == family_names.end()) return false;
  family = static_cast<Family>(found - family_names.begin());
  return true;
}

ScaleShape scale_shape(const ScaleBlock& block, std::int64_t rows, std::int64_t columns) {
  const auto blocks = [](std::int64_t extent, std::int64_t of) {
    return of == 0 ? 1 : (extent + of - 1) / of;
  };
  return {blocks(rows, block.rows), blocks(columns, block.columns)};
}

GemmCase one_period(const GemmCase& c) {
  GemmCase one = c;
  one.period = 0;
  if (c.period > 0) {
    one.m = std::min(c.m, c.period);
    one.batch = std::min(c.batch, c.period);
  }
  return one;
}

namespace {

/// Rows and problems again and again.
std::vector<std::uint64_t> repeated(const std::vector<std::uint64_t>& codes, const GemmCase& one,
                                    const GemmCase& c, std::int64_t one_rows, std::int64_t rows,
                                    std::int64_t columns) {
  if (codes.empty()) return codes;
  std::vector<std::uint64_t> out;
  out.reserve(static_cast<std::size_t>(c.batch * rows * columns));
  for (std::int64_t b = 0; b < c.batch; ++b) {
    for (std::int64_t i = 0; i < rows; ++i) {
      const auto first = codes.begin() + (b % one.batch * one_rows + i % one_rows) * columns;
      out.insert(out.end(), first, first + columns);
    }
  }
  return out;
}

GemmInputs repeated(const GemmOffer& offer, const GemmCase& c) {
  const GemmCase one = one_period(c);
  GemmInputs in = expand(offer, one);
  in.a = repeated(in.a, one, c, one.m, c.m, c.k);
  in.b = repeated(in.b, one, c, c.k, c.k, c.n);
  in.c = repeated(in.c, one, c, one.m, c.m, c.n);
  const auto scales = [&](const std::vector<std::uint64_t>& codes, const ScaleBlock& block,
                          std::int64_t one_rows, std::int64_t rows, std::int64_t columns) {
    const ScaleShape from = scale_shape(block, one_rows, columns), to = scale_shape(block, rows, columns);
    return repeated(codes, one, c, from.rows, to.rows, to.columns);
  };
  in.a_scale = scales(in.a_scale, offer.a_block, one.m, c.m, c.k);
  in.b_scale = scales(in.b_scale, offer.b_block, c.k, c.k, c.n);
  return in;
}

}  // namespace

GemmInputs expand(const GemmOffer& offer, const GemmCase& c) {
  if (c.period > 0 && c.batch > 0 && c.m > 0) return repeated(offer, c);
  const Values values(offer, c);
  GemmInputs in;
  if (c.family == Family::codes) {
    in.a = c.a_codes;
    in.b = c.b_codes;
    in.c = c.c_codes;
  } else {
    in.a = fill(c, c.a, c.m, c.k, [&](auto b, auto i, auto k) { return values.a(b, i, k); });
    in.b = fill(c, c.b, c.k, c.n, [&](auto b, auto k, auto j) { return values.b(b, k, j); });
    in.c = fill(c, c.c, c.m, c.n, [&](auto b, auto i, auto j) { return values.c(b, i, j); });
  }
  if (c.alarming_c) {
    for (std::size_t i = 0; i < in.c.size(); ++i) in.c[i] = alarm(*offer.c, i);
  }
  plant(c, 'a', c.m, c.k, c.a, in.a);
  plant(c, 'b', c.k, c.n, c.b, in.b);
  if (c.self) in.b = transposed(in.a, c);
  plant(c, 'c', c.m, c.n, c.c, in.c);
  for (std::int64_t j = 0; offer.bias != nullptr && j < c.n; ++j) in.bias.push_back(values.bias(j));
  const auto scales = [&](const Format* format, const ScaleBlock& block, int which, std::int64_t rows,
                          std::int64_t columns, std::vector<std::uint64_t>& out) {
    if (format == nullptr) return;
    const ScaleShape shape = scale_shape(block, rows, columns);
    for (std::int64_t i = 0; i < c.batch * shape.rows * shape.columns; ++i)
      out.push_back(values.scale(*format, which, i));
  };
  scales(offer.a_scale, offer.a_block, 0, c.m, c.k, in.a_scale);
  scales(offer.b_scale, offer.b_block, 1, c.k, c.n, in.b_scale);
  return in;
}

GemmCase spelled_out(const GemmOffer& offer, const GemmCase& c) {
  const GemmInputs in = expand(offer, c);
  GemmCase out = c;
  out.family = Family::codes;
  out.planted.clear();
  out.a_codes = in.a;
  out.b_codes = in.b;
  out.c_codes = in.c;
  return out;
}

}  // namespace ulpgate::gemm
