#include "kernels/cuda/bench/library_gemm.h"

#include <cstddef>
#include <cstdint>
#include <cublas_v2.h>
#include <memory>
#include <optional>
#include <vector>

#include "kernels/adapters/cublaslt/matmul.h"
#include "kernels/cuda/format_of.h"

namespace ulpgate::cuda::bench {
namespace {

struct Types {
  cudaDataType_t input, output;
  cublasComputeType_t compute;
};

std::optional<Types> types_of(const GemmFormatsUsed& f) {
  using enum ElementFormat;
  if (f.a != f.b) return std::nullopt;
  if (f == GemmFormatsUsed{fp16, fp16, fp32, fp32}) return Types{CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F};
  if (f == GemmFormatsUsed{fp16, fp16, fp16, fp16}) return Types{CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_16F};
  if (f == GemmFormatsUsed{bf16, bf16, fp32, fp32}) return Types{CUDA_R_16BF, CUDA_R_32F, CUBLAS_COMPUTE_32F};
  if (f == GemmFormatsUsed{fp32, fp32, fp32, fp32}) return Types{CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F};
  if (f == GemmFormatsUsed{tf32, tf32, fp32, fp32})
    return Types{CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32};
  if (f == GemmFormatsUsed{int8, int8, int32, int32}) return Types{CUDA_R_8I, CUDA_R_32I, CUBLAS_COMPUTE_32I};
  return std::nullopt;
}

/// A scalar of the compute type.
struct Scalar {
  std::uint32_t bits;
  Scalar(ElementFormat accumulator, bool one) : bits(0) {
    if (!one) return;
    bits = accumulator == ElementFormat::fp16 ? 0x3C00 : accumulator == ElementFormat::int32 ? 1 : 0x3F800000;
  }
};

bool is_fp8(ElementFormat f) { return f == ElementFormat::e4m3 || f == ElementFormat::e5m2; }

/// The sentence of a refusal; throws on where something went wrong.
template <typename Error>
std::string refusal(const Error& error) {
  if (!error.is_refusal()) throw;
  return error.what();
}

}  // namespace

std::string Library::version() {
  const std::size_t version = cublasLtGetVersion();
  return std::to_string(version / 10000) + "." + std::to_string(version / 100 % 100) + "." +
         std::to_string(version % 100);
}

std::function<void(int)> Library::product(const GemmData& data, bool promotes, std::string& reason) const {
  try {
    std::function<void(int)> queue =
        is_fp8(data.formats().a) ? fp8(data, promotes, reason) : plain(data, reason);
    if (queue) queue(0);
    stream().wait();
    return queue;
  } catch (const cublas::CublasError& error) {
    reason = refusal(error);
  } catch (const cublaslt::CublasLtError& error) {
    reason = refusal(error);
  }
  return {};
}

// Libraries know column-major results alone: D transposed is B transposed times A transposed.
std::function<void(int)> Library::plain(const GemmData& data, std::string& reason) const {
  const auto types = types_of(data.formats());
  if (!types) {
    reason = "cublasGemmEx has no such formats";
    return {};
  }
  cublas_.prepare(CUBLAS_DEFAULT_MATH);
  const Scalar alpha(data.formats().accumulator, true), beta(data.formats().accumulator, false);
  return [this, &data, t = *types, alpha, beta](int turn) {
    const auto [m, n, k] = data.shape();
    const auto size = [](std::int64_t x) { return static_cast<int>(x); };
    cublas::check_cublas(
        cublasGemmEx(cublas_.get(), CUBLAS_OP_T, CUBLAS_OP_N, size(n), size(m), size(k), &alpha.bits,
                     data.b(turn), t.input, size(k), data.a(turn), t.input, size(k), &beta.bits, data.d(turn),
                     t.output, size(n), t.compute, CUBLAS_GEMM_DEFAULT),
        "cublasGemmEx");
  };
}

std::function<void(int)> Library::fp8(const GemmData& data, bool promotes, std::string& reason) const {
  const GemmFormatsUsed& f = data.formats();
  if (f.accumulator != ElementFormat::fp32) reason = "cublasLtMatmul adds products of fp8 in fp32 alone";
  if (f.a == ElementFormat::e5m2 && f.b == f.a) reason = "cublasLtMatmul does not take e5m2 twice";
  if (!reason.empty()) return {};
  struct Calls {
    cublaslt::Variant variant;
    std::vector<std::unique_ptr<cublaslt::Matmul>> of_set;
  };
  const auto calls = std::make_shared<Calls>();
  const auto [m, n, k] = data.shape();
  cublaslt::Variant& v = calls->variant;
  v.compute = CUBLAS_COMPUTE_32F;
  v.a = &format_of(f.a);
  v.b = &format_of(f.b);
  v.d = &format_of(f.d);
  v.fast_accum = !promotes;
  v.workspace = workspace_.bytes();
  ColumnMajorGemm g;
  g.batch = 1;
  g.m = n;
  g.n = m;
  g.k = k;
  g.x = {"b", true, k, 0};
  g.y = {"a", false, k, 0};
  g.d_leading_dimension = n;
  g.swapped = true;
  for (int set = 0; set < data.sets(); ++set) {
    const cublaslt::Pointers pointers{data.b(set), data.a(set), data.d(set), data.d(set),
                                      nullptr,     nullptr,     nullptr};
    calls->of_set.push_back(std::make_unique<cublaslt::Matmul>(cublaslt_, v, g, pointers));
  }
  return [this, calls](int turn) {
    const auto set = static_cast<std::size_t>(turn) % calls->of_set.size();
    calls->of_set[set]->run(1, 0, workspace_, stream());
  };
}

}  // namespace ulpgate::cuda::bench
