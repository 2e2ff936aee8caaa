#pragma once
// A probabilistic proof that rows of an integer product are right (Freivalds, Probabilistic machines can use
// less running time, IFIP 1977), modulo the prime p = 2^61 - 1.
//
// With a vector r, row i of C = A * B must satisfy sum over j of C(i, j) r(j) = sum over k of A(i, k) v(k)
// modulo p, where v = B * r. If some C(i, j) is wrong by an amount that is no multiple of p, at most one
// value modulo p of r(j) makes the row pass, whatever the rest of r is: with r(j) from 61 random bits, in
// which one residue appears twice, a wrong row passes with probability at most 2^-60. r is fixed: nothing
// that computes C looks at it.
#include <cstdint>
#include <vector>

#include "reference/oracles/gemm/leading.h"
#include "reference/oracles/gemm/lines.h"

namespace ulpgate::products {

class RowCheck {
 public:
  /// Lines of at most 62 bits.
  RowCheck(const Lines& a, const Lines& b, unsigned threads);

  /// Sum over `count` columns from `first` on of row[j] * r(j), modulo p, in [0, p); |row[j]| < 2^126.
  std::uint64_t weigh(const Int128* row, std::int64_t first, std::int64_t count) const;
  /// The same for at most 2^10 integers of at most 2^53.
  std::uint64_t weigh(const std::int64_t* row, std::int64_t first, std::int64_t count) const;
  /// The sum of two of these.
  static std::uint64_t add(std::uint64_t x, std::uint64_t y);
  /// What the whole row must weigh.
  std::uint64_t expected(std::int64_t row) const;

 private:
  const Lines& a_;
  std::vector<std::int64_t> weights_;  ///< r, one for each column
  std::vector<std::int64_t> v_;        ///< one for each k, in [0, p)
};

}  // namespace ulpgate::products
