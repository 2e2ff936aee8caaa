// cuBLAS's cublasGemmEx and, for more than one problem, cublasGemmStridedBatchedEx.
#include <cublas_v2.h>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/adapters/cublas/handle.h"
#include "kernels/adapters/cublas/variants.h"
#include "kernels/api/column_major.h"
#include "kernels/device/device_buffer.h"
#include "kernels/device/device_info.h"

namespace ulpgate::adapters {
namespace {

using cublas::check_cublas;
using cublas::Handle;
using cublas::Variant;
using device::DeviceBuffer;

/// Operands on the device; D holds C where that counts, for cuBLAS updates it in place.
struct Operands {
  DeviceBuffer a, b, d;

  Operands(const Call& call, const GemmCall& gemm, void* stream)
      : a(*call.tensor("a"), stream), b(*call.tensor("b"), stream), d(*call.tensor("d"), stream) {
    a.upload(*call.tensor("a"));
    b.upload(*call.tensor("b"));
    if (gemm.beta != 0) d.upload(*call.tensor("c"));
  }
  const void* of(const ColumnMajorOperand& operand) const {
    return operand.role == "a" ? a.data() : b.data();
  }
  /// What was written where nothing was to be written; D's elements come to the host.
  std::string finish() {
    for (std::string damage : {d.download(), a.changes(), b.changes()}) {
      if (!damage.empty()) return damage;
    }
    return {};
  }
};

void run(const Handle& handle, const Variant& v, const ColumnMajorGemm& g, const Operands& operands,
         const void* alpha, const void* beta) {
  const auto operation = [](const ColumnMajorOperand& o) { return o.transposed ? CUBLAS_OP_T : CUBLAS_OP_N; };
  const auto size = [](std::int64_t n) { return static_cast<int>(n); };
  handle.prepare(v.math);
  if (g.batch == 1) {
    check_cublas(cublasGemmEx(handle.get(), operation(g.x), operation(g.y), size(g.m), size(g.n), size(g.k),
                              alpha, operands.of(g.x), v.input, size(g.x.leading_dimension), operands.of(g.y),
                              v.input, size(g.y.leading_dimension), beta, operands.d.data(), v.output,
                              size(g.d_leading_dimension), v.compute, CUBLAS_GEMM_DEFAULT),
                 "cublasGemmEx");
  } else {
    check_cublas(cublasGemmStridedBatchedEx(handle.get(), operation(g.x), operation(g.y), size(g.m),
                                            size(g.n), size(g.k), alpha, operands.of(g.x), v.input,
                                            size(g.x.leading_dimension), g.x.batch_stride, operands.of(g.y),
                                            v.input, size(g.y.leading_dimension), g.y.batch_stride, beta,
                                            operands.d.data(), v.output, size(g.d_leading_dimension),
                                            g.d_batch_stride, size(g.batch), v.compute, CUBLAS_GEMM_DEFAULT),
                 "cublasGemmStridedBatchedEx");
  }
  handle.stream().wait();
}

std::string version_text() {
  int version = 0;
  for (const auto& [type, weight] :
       {std::pair{MAJOR_VERSION, 10000}, {MINOR_VERSION, 100}, {PATCH_LEVEL, 1}}) {
    int part = 0;
    if (cublasGetProperty(type, &part) == CUBLAS_STATUS_SUCCESS) version += part * weight;
  }
  return std::to_string(version / 10000) + "." + std::to_string(version / 100 % 100) + "." +
         std::to_string(version % 100);
}

class Cublas : public Implementation {
 public:
  std::string name() const override { return "cublas"; }
  std::string version() const override { return version_text(); }
  std::string description() const override { return "cuBLAS's GemmEx functions"; }
  bool concurrent() const override { return false; }
  std::optional<NotRun> not_run() const override { return device::no_device(); }

  std::vector<Offer> offers() const override {
    std::vector<Offer> all;
    for (const Variant& v : variants_) all.push_back(v.offer);
    return all;
  }

  Reply call(const Call& call) override {
    for (const Variant& v : variants_) {
      if (!serves(v.offer, call)) continue;
      try {
        return gemm(v, call);
      } catch (const cublas::CublasError& error) {
        return {error.is_refusal() ? Status::unsupported : Status::failed, error.what()};
      } catch (const device::CudaError& error) {
        return {Status::failed, error.what()};
      }
    }
    return {Status::unsupported, "cublas has no " + std::string(call.variant) + " for these formats"};
  }

 private:
  Reply gemm(const Variant& v, const Call& call) {
    GemmCall g;
    if (Reply reply = understand_gemm(call, g); reply.status != Status::ok) return reply;
    if (g.empty()) return {};
    ColumnMajorGemm column_major;
    if (Reply reply = to_column_major(g, column_major); reply.status != Status::ok) return reply;
    if (!handle_) handle_ = std::make_unique<Handle>();
    Operands operands(call, g, handle_->stream().get());
    // The scalars' codes, as the library reads them; the machine is little-endian where CUDA runs.
    run(*handle_, v, column_major, operands, &call.scalar("alpha")->bits, &call.scalar("beta")->bits);
    if (std::string damage = operands.finish(); !damage.empty()) return {Status::failed, std::move(damage)};
    return {};
  }

  std::vector<Variant> variants_ = cublas::variants(device::architecture());
  std::unique_ptr<Handle> handle_;  ///< made by the first call: making it needs a device
};

}  // namespace

std::unique_ptr<Implementation> make_cublas() { return std::make_unique<Cublas>(); }

}  // namespace ulpgate::adapters
