#include "suites/mma/probes.h"

#include <algorithm>

#include "suites/mma/values.h"

namespace ulpgate::mma {
namespace {

/// Digits of base 4 that tell `places` places apart.
int digits(int places) {
  int count = 1;
  for (std::int64_t reach = 4; reach < places; reach *= 4) ++count;
  return count;
}

int ceiling(int x, int y) { return (x + y - 1) / y; }

/// A probed matrix: how many identities it takes, and how many digits.
struct Plan {
  Matrix matrix;
  int slices;
  int digits;
};

std::vector<Plan> plans(const MmaOffer& o) {
  const auto [m, n, k] = o.shape;
  std::vector<Plan> all{{Matrix::a, ceiling(k, n), digits(m * k)},
                        {Matrix::b, ceiling(k, m), digits(k * n)},
                        {Matrix::c, 1, digits(m * n)}};
  const int blocks = o.scale_columns();
  if (blocks == 0) return all;
  all.push_back({Matrix::a_scale, blocks, digits(m * blocks)});
  all.push_back({Matrix::b_scale, blocks, digits(blocks * n)});
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
    number(plan.matrix, digit);
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
    in_.of(matrix)[static_cast<std::size_t>(row * extent.columns + column)] =
        small(format_of(o_, matrix), value);
  }
  /// Scales take powers of two.
  void number(Matrix matrix, int digit) {
    const Format& f = format_of(o_, matrix);
    const bool scales = matrix == Matrix::a_scale || matrix == Matrix::b_scale;
    std::vector<std::uint64_t>& codes = in_.of(matrix);
    for (std::size_t i = 0; i < codes.size(); ++i) {
      const int value = static_cast<int>(i >> (2 * digit) & 3);
      codes[i] = scales ? number_code(f, false, value, 0) : small(f, value + 1);
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
  auto left = static_cast<int>(index % probe_count(offer));
  for (const Plan& p : plans(offer)) {
    const int probes = p.slices * p.digits;
    if (left < probes) return Probe(offer, inputs).set(p, left / p.digits, left % p.digits);
    left -= probes;
  }
}

}  // namespace ulpgate::mma
