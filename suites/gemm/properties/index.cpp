// Offsets beyond 2^31 elements.
#include "suites/framework/fingerprint.h"
#include "suites/framework/guarded_call.h"
#include "suites/framework/sparse_buffer.h"
#include "suites/gemm/matrix_layout.h"
#include "suites/gemm/property.h"

namespace ulpgate::gemm {
namespace {

Tensor tensor(std::string_view name, SparseBuffer& buffer) {
  return {.name = name,
          .format = &buffer.format(),
          .shape = buffer.shape(),
          .strides = buffer.strides(),
          .data = buffer.data()};
}

}  // namespace

CaseJudgement judge_index(const Runner& runner, const GemmCase& c) {
  const GemmOffer& o = runner.offer();
  const GemmInputs inputs = expand(o, c);
  SparseBuffer a(*o.a, plan_layout(c.batch, c.m, c.k, c.a)), b(*o.b, plan_layout(c.batch, c.k, c.n, c.b)),
      cc(*o.c, plan_layout(c.batch, c.m, c.n, c.c)), d(*o.d, plan_layout(c.batch, c.m, c.n, c.d));
  CaseJudgement j;
  if (!a.reserved() || !b.reserved() || !cc.reserved() || !d.reserved()) {
    j.reply = Reply{Status::unsupported, "address space for offsets beyond 2^31 could not be reserved"};
    return j;
  }
  a.set(inputs.a);
  b.set(inputs.b);
  cc.set(inputs.c);
  d.set(std::vector<std::uint64_t>(inputs.c.size(), 0x5A));
  const std::array tensors{tensor("a", a), tensor("b", b), tensor("c", cc), tensor("d", d)};
  const std::array scalars{Scalar{"alpha", o.alpha, c.alpha}, Scalar{"beta", o.alpha, c.beta}};
  const Reply reply =
      guarded_call(runner.implementation(),
                   {.operation = "gemm", .variant = o.offer.variant, .tensors = tensors, .scalars = scalars});
  if (reply.status != Status::ok) {
    j.reply = reply;
    return j;
  }
  const std::vector<std::uint64_t> codes = d.get();
  note_outputs(codes);
  const CaseJudge judge(o, c, inputs);
  for (std::int64_t at = 0; at < static_cast<std::int64_t>(codes.size()); ++at) {
    const std::int64_t batch = at / (c.m * c.n), row = at / c.n % c.m, column = at % c.n;
    const std::uint64_t code = codes[static_cast<std::size_t>(at)];
    const Acceptable acceptable = judge.acceptable(batch, row, column);
    const ElementVerdict v = judge.judge(acceptable, code);
    ++j.judged;
    if (v.accepted || j.failed++ > 0) continue;
    j.finding =
        Finding{batch, row, column, code, acceptable.low, v.error_over_bound, judge.explain(acceptable)};
  }
  return j;
}

}  // namespace ulpgate::gemm
