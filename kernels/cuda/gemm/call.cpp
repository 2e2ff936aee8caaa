#include "kernels/cuda/gemm/call.h"

namespace ulpgate::cuda {
namespace {

void place(GemmMatrix& to, const CallMatrix& from) {
  to.data = from.data;
  to.batch_stride = from.batch_stride;
  to.row_stride = from.row_stride;
  to.column_stride = from.column_stride;
}

void place(GemmScale& to, const CallMatrix& from) {
  to.data = reinterpret_cast<const float*>(from.data);
  to.batch_stride = from.batch_stride;
}

}  // namespace

Reply understand(const GemmVariant& variant, const Call& call, GemmCall& gemm) {
  Reply reply = understand_gemm(call, gemm);
  if (reply.status != Status::ok || !variant.has_scales) return reply;
  reply = check_scale("a_scale", *gemm.a_scale, gemm.a, 0, 0);
  return reply.status == Status::ok ? check_scale("b_scale", *gemm.b_scale, gemm.b, 0, 0) : reply;
}

GemmProblem problem_of(const GemmVariant& variant, const GemmCall& call) {
  GemmProblem p = variant.problem;
  p.batch = call.batch;
  p.m = call.m;
  p.n = call.n;
  p.k = call.k;
  place(p.a, call.a);
  place(p.b, call.b);
  place(p.c, call.c);
  place(p.d, call.d);
  if (p.accumulator == ElementFormat::int32) {
    p.integer_alpha = static_cast<std::int32_t>(call.alpha);
    p.integer_beta = static_cast<std::int32_t>(call.beta);
  } else {
    p.alpha = static_cast<float>(call.alpha);
    p.beta = static_cast<float>(call.beta);
  }
  if (call.bias) {
    p.bias.data = call.bias->data;
    p.bias.stride = call.bias->column_stride;
  }
  if (call.a_scale) place(p.a_scale, *call.a_scale);
  if (call.b_scale) place(p.b_scale, *call.b_scale);
  if (call.amax) p.largest = reinterpret_cast<float*>(call.amax->data);
  return p;
}

void move_to(const GemmMemory& memory, GemmProblem& p) {
  p.a.data = memory.a;
  p.b.data = memory.b;
  p.c.data = memory.c;
  p.d.data = memory.d;
  p.bias.data = memory.bias;
  p.a_scale.data = static_cast<const float*>(memory.a_scale);
  p.b_scale.data = static_cast<const float*>(memory.b_scale);
  p.largest = static_cast<float*>(memory.amax);
}

}  // namespace ulpgate::cuda
