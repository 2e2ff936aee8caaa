// Bit for bit the claimed instruction, in one chain.
#include <algorithm>

#include "reference/tensor_core/mma.h"
#include "suites/gemm/property.h"
#include "suites/gemm/values.h"

namespace ulpgate::gemm {
namespace {

/// Codes as they are multiplied. What `multiplied` does not hold may become either neighbour, and no model
/// says which: an empty result.
std::vector<std::uint64_t> converted(const Format& from, const Format& multiplied,
                                     const std::vector<std::uint64_t>& codes) {
  if (from.name == multiplied.name) return codes;
  std::vector<std::uint64_t> out;
  for (const std::uint64_t code : codes) {
    const double value = to_double(from, code);
    out.push_back(nearest_code(multiplied, value));
    if (to_double(multiplied, out.back()) != value) return {};
  }
  return out;
}

}  // namespace

CaseJudgement judge_model(const Runner& runner, const GemmCase& c) {
  const GemmOffer& o = runner.offer();
  const GemmInputs inputs = expand(o, c);
  const GemmRun run = runner.run(c, inputs);
  if (auto problem = call_problem(run)) return *problem;
  const Format &of_a = o.arithmetic.multiplied_a(), &of_b = o.arithmetic.multiplied_b();
  const auto a = converted(*o.a, of_a, inputs.a), b_codes = converted(*o.b, of_b, inputs.b);
  if (a.size() != inputs.a.size() || b_codes.size() != inputs.b.size()) return {};
  const Mma mma(*o.entry, of_a, of_b);
  const auto k = static_cast<std::size_t>(c.k);
  // Whole instructions, filled up with zeros: what one does may depend on its k.
  const auto whole = static_cast<std::size_t>(o.arithmetic.instruction_k);
  const std::size_t padded = (k + whole - 1) / whole * whole;
  std::vector<std::uint64_t> expected, operands(padded), column(padded);
  for (std::int64_t b = 0; b < c.batch; ++b) {
    for (std::int64_t i = 0; i < c.m; ++i) {
      std::copy_n(a.begin() + (b * c.m + i) * c.k, k, operands.begin());
      for (std::int64_t n = 0; n < c.n; ++n) {
        for (std::size_t p = 0; p < k; ++p)
          column[p] = b_codes[(static_cast<std::size_t>(b) * k + p) * static_cast<std::size_t>(c.n) +
                              static_cast<std::size_t>(n)];
        expected.push_back(mma.dot_chain(o.arithmetic.instruction_k, operands, column, 0));
      }
    }
  }
  return compare_bits(*o.d, c, run.d, expected, "of the model");
}

}  // namespace ulpgate::gemm
