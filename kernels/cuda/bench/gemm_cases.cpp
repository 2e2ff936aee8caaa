#include "kernels/cuda/bench/gemm_cases.h"

#include <algorithm>
#include <tuple>

#include "kernels/cuda/format_of.h"

namespace ulpgate::cuda::bench {
namespace {

struct Measured {
  GemmShape shape;
  std::vector<int> splits;
};

std::vector<Measured> shapes() {
  return {{{4096, 4096, 4096}, {1}},
          {{1024, 1024, 1024}, {1}},
          {{16384, 128, 4096}, {1}},
          {{16, 8192, 8192}, {1}},
          {{256, 256, 65536}, {1, 16}}};
}

bool is_fp8(ElementFormat f) { return f == ElementFormat::e4m3 || f == ElementFormat::e5m2; }

GemmFormatsUsed formats_of(const GemmKernel& k) {
  // Of fp8 with fp32 sums bf16 is the output that training uses.
  const bool narrow = is_fp8(k.a) && k.accumulator == ElementFormat::fp32;
  return {k.a, k.b, k.accumulator, narrow ? ElementFormat::bf16 : k.accumulator};
}

auto order(const GemmFormatsUsed& f) { return std::tuple(f.a, f.b, f.accumulator, f.d); }

}  // namespace

GemmProblem GemmCase::problem() const {
  GemmProblem p;
  p.unit = kernel.unit;
  p.accumulator = kernel.accumulator;
  p.promotion = kernel.promotion;
  p.split_k = split_k;
  p.m = shape.m;
  p.n = shape.n;
  p.k = shape.k;
  p.a = {nullptr, 0, shape.k, 1, formats.a};
  p.b = {nullptr, 0, 1, shape.k, formats.b};
  p.c = p.d = {nullptr, 0, shape.n, 1, formats.d};
  return p;
}

std::vector<GemmCase> gemm_cases(int architecture) {
  std::vector<GemmKernel> kernels = gemm_kernels();
  std::erase_if(kernels, [&](const GemmKernel& k) {
    return architecture < k.first_architecture || architecture > k.last_architecture;
  });
  std::stable_sort(kernels.begin(), kernels.end(), [](const GemmKernel& x, const GemmKernel& y) {
    return order(formats_of(x)) < order(formats_of(y));
  });
  std::vector<GemmCase> cases;
  for (const Measured& measured : shapes()) {
    for (const GemmKernel& kernel : kernels) {
      for (const int split_k : measured.splits)
        cases.push_back({kernel, formats_of(kernel), measured.shape, split_k});
    }
  }
  return cases;
}

std::string name_of(const GemmCase& c) {
  const GemmKernel& k = c.kernel;
  std::string name = k.unit == GemmUnit::cuda_core ? "" : k.unit == GemmUnit::tensor_core ? "mma " : "wgmma ";
  name += k.instruction;
  if (k.promotion > 0) name += ", promotion " + std::to_string(k.promotion);
  if (c.split_k > 1) name += ", split " + std::to_string(c.split_k);
  return name;
}

std::string text(const GemmShape& s) {
  return std::to_string(s.m) + " x " + std::to_string(s.n) + " x " + std::to_string(s.k);
}

std::string text(const GemmFormatsUsed& f) {
  std::string all;
  for (const ElementFormat format : {f.a, f.b, f.accumulator, f.d})
    all += (all.empty() ? "" : " ") + std::string(format_of(format).name);
  return all;
}

}  // namespace ulpgate::cuda::bench
