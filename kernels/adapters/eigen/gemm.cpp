#include "kernels/adapters/eigen/gemm.h"

#include <Eigen/Core>
#include <cstdint>
#include <string>

#include "kernels/api/gemm_call.h"
#include "kernels/api/gemm_offer.h"

namespace ulpgate::adapters {
namespace {

template <typename Element>
using Matrix = Eigen::Matrix<Element, Eigen::Dynamic, Eigen::Dynamic>;
using Strides = Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>;

/// Any strides, as Eigen reads them.
template <typename Element>
Eigen::Map<const Matrix<Element>, 0, Strides> map_of(const CallMatrix& m, std::int64_t problem) {
  return {reinterpret_cast<const Element*>(m.at(problem)), m.rows, m.columns,
          Strides(m.column_stride, m.row_stride)};
}

/// As its users write it: alpha and beta are of the matrices' type.
template <typename Element>
void run_problem(const GemmCall& g, std::int64_t problem) {
  Matrix<Element> d = Matrix<Element>::Zero(g.m, g.n);
  if (g.beta != 0) d = static_cast<Element>(g.beta) * map_of<Element>(g.c, problem);
  d.noalias() +=
      static_cast<Element>(g.alpha) * map_of<Element>(g.a, problem) * map_of<Element>(g.b, problem);
  for (std::int64_t i = 0; i < g.m; ++i) {
    for (std::int64_t j = 0; j < g.n; ++j) *reinterpret_cast<Element*>(g.d.at(problem, i, j)) = d(i, j);
  }
}

template <typename Element>
Reply gemm(const Call& call) {
  GemmCall g;
  if (Reply reply = understand_gemm(call, g); reply.status != Status::ok) return reply;
  if (g.empty()) return {};
  if (static_cast<double>(static_cast<Element>(g.alpha)) != g.alpha ||
      static_cast<double>(static_cast<Element>(g.beta)) != g.beta)
    return {Status::unsupported,
            "alpha and beta are numbers of the matrices' format, and one of them is none"};
  for (std::int64_t p = 0; p < g.batch; ++p) run_problem<Element>(g, p);
  return {};
}

template <typename Element>
EntryPoint entry(const char* variant, const Format& format, const Format& alpha, const char* accumulator) {
  const Format* f = &format;
  return {gemm_offer(variant, {.a = f, .b = f, .c = f, .d = f, .alpha = &alpha},
                     {{"accumulator", accumulator}, {"alpha_zero", "multiplies"}, {"nan", "any"}},
                     {{"function", "d = beta * c; d.noalias() += alpha * a * b"},
                      {"vectors", Eigen::SimdInstructionSetsInUse()}}),
          gemm<Element>};
}

}  // namespace

// The 16-bit types twice: as what they are, sums in their own format, and as what users of a product of
// 16-bit matrices expect, sums in fp32. What the second shows stands in fixtures/expectations/eigen.json.
std::vector<EntryPoint> eigen_gemm() {
  return {entry<float>("product", formats::fp32, formats::fp32, "fp32"),
          entry<double>("product", formats::fp64, formats::fp64, "fp64"),
          entry<Eigen::half>("product", formats::fp16, formats::fp32, "fp16"),
          entry<Eigen::bfloat16>("product", formats::bf16, formats::fp32, "bf16"),
          entry<Eigen::half>("product.expected_fp32", formats::fp16, formats::fp32, "fp32"),
          entry<Eigen::bfloat16>("product.expected_fp32", formats::bf16, formats::fp32, "fp32")};
}

}  // namespace ulpgate::adapters
