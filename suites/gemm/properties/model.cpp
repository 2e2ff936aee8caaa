// Bit for bit the claimed instruction, in one chain.
#include <algorithm>

#include "reference/tensor_core/mma.h"
#include "suites/gemm/property.h"

namespace ulpgate::gemm {

CaseJudgement judge_model(const Runner& runner, const GemmCase& c) {
  const GemmOffer& o = runner.offer();
  const GemmInputs inputs = expand(o, c);
  const GemmRun run = runner.run(c, inputs);
  if (auto problem = call_problem(run)) return *problem;
  const Mma mma(*o.entry, *o.a, *o.b);
  const auto k = static_cast<std::size_t>(c.k);
  // Whole instructions, filled up with zeros: what one does may depend on its k.
  const auto whole = static_cast<std::size_t>(o.arithmetic.instruction_k);
  const std::size_t padded = (k + whole - 1) / whole * whole;
  std::vector<std::uint64_t> expected, operands(padded), column(padded);
  for (std::int64_t b = 0; b < c.batch; ++b) {
    for (std::int64_t i = 0; i < c.m; ++i) {
      std::copy_n(inputs.a.begin() + (b * c.m + i) * c.k, k, operands.begin());
      for (std::int64_t n = 0; n < c.n; ++n) {
        for (std::size_t p = 0; p < k; ++p)
          column[p] = inputs.b[(static_cast<std::size_t>(b) * k + p) * static_cast<std::size_t>(c.n) +
                               static_cast<std::size_t>(n)];
        expected.push_back(mma.dot_chain(o.arithmetic.instruction_k, operands, column, 0));
      }
    }
  }
  return compare_bits(*o.d, c, run.d, expected, "of the model");
}

}  // namespace ulpgate::gemm
