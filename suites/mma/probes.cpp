#include "suites/mma/probes.h"

#include <algorithm>

#include "suites/mma/values.h"

namespace ulpgate::mma {
namespace {

int ceiling(int x, int y) { return (x + y - 1) / y; }

bool is_scale(Matrix matrix) { return matrix == Matrix::a_scale || matrix == Matrix::b_scale; }

/// Bits of a digit: whole numbers up to 2^bits are exact as elements and as results. Scales take four powers
/// of two.
int digit_bits(const MmaOffer& o, Matrix matrix) {
  if (is_scale(matrix)) return 2;
  const Format& f = format_of(o, matrix);
  const int exact =
      f.kind == FormatKind::integer ? f.significand_bits - 1 : std::min(f.precision(), largest_exponent(f));
  return std::min({exact, exact_bits(o.sum()), 16});
}

/// A probed matrix: how many identities it takes, and how many digits.
struct Plan {
  Matrix matrix;
  int slices;
  int bits;
  int digits;
};

Plan plan_of(const MmaOffer& o, Matrix matrix, int slices) {
  const Extent extent = extent_of(o, matrix);
  Plan plan{matrix, slices, digit_bits(o, matrix), 1};
  for (int bits = plan.bits; extent.rows * extent.columns > 1 << bits; bits += plan.bits) ++plan.digits;
  return plan;
}

std::vector<Plan> plans(const MmaOffer& o) {
  const auto [m, n, k] = o.shape;
  std::vector<Plan> all{plan_of(o, Matrix::a, ceiling(k, n)), plan_of(o, Matrix::b, ceiling(k, m)),
                        plan_of(o, Matrix::c, 1)};
  const int blocks = o.scale_columns();
  if (blocks == 0) return all;
  all.push_back(plan_of(o, Matrix::a_scale, blocks));
  all.push_back(plan_of(o, Matrix::b_scale, blocks));
  return all;
}

std::uint64_t small(const Format& f, int value) { return whole_code(f, value, 0); }

class Probe {
 public:
  Probe(const MmaOffer& o, MmaInputs& in) : o_(o), in_(in) {}

  void set(const Plan& plan, int slice, int digit) {
    for (const Matrix matrix : matrices_of(o_)) {
      std::vector<std::uint64_t>& codes = in_.of(matrix);
      std::fill(codes.begin(), codes.end(), plain_code(o_, matrix));
    }
    const auto [m, n, k] = o_.shape;
    number(plan, digit);
    if (plan.matrix == Matrix::a) {
      for (int j = 0; j < n && slice * n + j < k; ++j) put(Matrix::b, slice * n + j, j, 1);
    } else if (plan.matrix == Matrix::b) {
      for (int i = 0; i < m && slice * m + i < k; ++i) put(Matrix::a, i, slice * m + i, 1);
    } else if (plan.matrix != Matrix::c) {
      // One product in the block whose scales are seen.
      const int at = slice * o_.scale_block + slice % o_.scale_block;
      for (int i = 0; i < m; ++i) put(Matrix::a, i, at, 1);
      for (int j = 0; j < n; ++j) put(Matrix::b, at, j, 1);
    }
  }

 private:
  void put(Matrix matrix, int row, int column, int value) {
    const Extent extent = extent_of(o_, matrix);
    in_.of(matrix)[place(row, extent.columns, column)] = small(format_of(o_, matrix), value);
  }
  void number(const Plan& plan, int digit) {
    const Format& f = format_of(o_, plan.matrix);
    std::vector<std::uint64_t>& codes = in_.of(plan.matrix);
    for (std::size_t i = 0; i < codes.size(); ++i) {
      const auto value = static_cast<int>(i >> (plan.bits * digit) & Format::ones(plan.bits));
      codes[i] = is_scale(plan.matrix) ? number_code(f, false, value, 0) : small(f, value + 1);
    }
  }

  const MmaOffer& o_;
  MmaInputs& in_;
};

}  // namespace

std::uint64_t probe_count(const MmaOffer& offer) {
  int count = 0;
  for (const Plan& p : plans(offer)) count += p.slices * p.digits;
  return static_cast<std::uint64_t>(count);
}

void set_probe(const MmaOffer& offer, std::uint64_t index, MmaInputs& inputs) {
  // An offer has an accumulator at least.
  auto left = static_cast<int>(index % std::max<std::uint64_t>(probe_count(offer), 1));
  for (const Plan& p : plans(offer)) {
    const int probes = p.slices * p.digits;
    if (left < probes) return Probe(offer, inputs).set(p, left / p.digits, left % p.digits);
    left -= probes;
  }
}

}  // namespace ulpgate::mma
