#pragma once
// What the bound needs to know of rows of A and columns of B, and from them of each element of D.
#include <vector>

#include "reference/bounds/gemm.h"
#include "suites/gemm/gemm_case.h"

namespace ulpgate::gemm {

/// One row of A, or one column of B.
struct LineSummary {
  double sum = 0;      ///< of magnitudes, scales of blocks included
  double largest = 0;  ///< magnitude
  double scale = 0;    ///< largest scale of a block
  int quantum = 0;     ///< every element is a multiple of 2^quantum
  bool subnormals = false;
  bool fits = true;  ///< the claimed `inputs` holds every element
};

class ElementTerms {
 public:
  /// NaN and infinities count as zeros.
  ElementTerms(const GemmOffer& offer, const GemmCase& c, const GemmInputs& inputs);

  /// All but what scalars, C and bias add. `magnitude` is the oracle's, scales included.
  GemmTerms terms(std::int64_t batch, std::int64_t row, std::int64_t column, double magnitude) const;
  /// Consecutive blocks of products, as gemm_bound takes them; empty where it needs none.
  void blocks(std::int64_t batch, std::int64_t row, std::int64_t column, std::vector<ChainBlock>& out) const;

 private:
  /// `multiplied`: the format that elements have when they are multiplied.
  void summarise(const Format& format, const Format& multiplied, const std::vector<std::uint64_t>& codes,
                 bool of_a);
  /// Of a row of A and a column of B together, where scales are applied to the sum.
  double sum_scale(std::int64_t batch, std::int64_t row, std::int64_t column) const;
  double block_scale(bool of_a, std::int64_t batch, std::int64_t row, std::int64_t column) const;

  const GemmOffer& o_;
  const GemmCase& c_;
  const GemmInputs& in_;
  std::vector<LineSummary> rows_, columns_;
  std::vector<double> a_, b_;  ///< values, scales of blocks included; b by columns
  int block_ = 0;              ///< products of a block; 0: no blocks are wanted
  bool terms_align_ = false;   ///< by their own magnitude: the largest of a block says more than its sum
};

}  // namespace ulpgate::gemm
