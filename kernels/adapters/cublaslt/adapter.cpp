// cuBLASLt's cublasLtMatmul, with the algorithm that its heuristic puts first.
#include <bit>
#include <cublasLt.h>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/adapters/cublaslt/matmul.h"
#include "kernels/adapters/cublaslt/problem.h"
#include "kernels/adapters/cublaslt/variants.h"
#include "kernels/device/device_info.h"

namespace ulpgate::adapters {
namespace {

using cublaslt::Variant;

std::string version_text() {
  const std::size_t version = cublasLtGetVersion();  // 130100 is 13.1.0
  return std::to_string(version / 10000) + "." + std::to_string(version / 100 % 100) + "." +
         std::to_string(version % 100);
}

/// What a call works with. Making it needs a device.
struct Session {
  cublaslt::Handle handle;
  device::Stream stream;
  device::Workspace workspace{cublaslt::largest_workspace};
};

class CublasLt : public Implementation {
 public:
  std::string name() const override { return "cublaslt"; }
  std::string version() const override { return version_text(); }
  std::string description() const override { return "cublasLtMatmul"; }
  bool concurrent() const override { return false; }
  std::optional<NotRun> not_run() const override { return device::no_device(); }

  std::vector<Offer> offers() const override {
    std::vector<Offer> all;
    for (const Variant& v : variants_) all.push_back(v.offer);
    if (not_run()) return all;
    const cublaslt::Handle handle;
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i].ran["algorithm_1024x1024x1024"] = example_algorithm(handle, variants_[i], 1024, 1024, 1024);
      all[i].ran["algorithm_64x64x8192"] = example_algorithm(handle, variants_[i], 64, 64, 8192);
    }
    return all;
  }

  Reply call(const Call& call) override {
    for (const Variant& v : variants_) {
      if (!serves(v.offer, call)) continue;
      try {
        return gemm(v, call);
      } catch (const cublaslt::CublasLtError& error) {
        return {error.is_refusal() ? Status::unsupported : Status::failed, error.what()};
      } catch (const device::CudaError& error) {
        return {Status::failed, error.what()};
      }
    }
    return {Status::unsupported, "cublaslt has no " + std::string(call.variant) + " for these formats"};
  }

 private:
  Reply gemm(const Variant& v, const Call& call) {
    GemmCall g;
    ColumnMajorGemm column_major;
    if (Reply reply = cublaslt::understand(v, call, g, column_major); reply.status != Status::ok)
      return reply;
    if (g.empty()) return {};
    if (!session_) session_ = std::make_unique<Session>();
    cublaslt::Problem problem(v, call, g, column_major, session_->stream.get());
    std::string algorithm;
    for (std::int64_t i = 0; i < problem.call_count(); ++i) {
      const cublaslt::Matmul matmul(session_->handle, v, problem.shape(), problem.pointers(i));
      matmul.run(static_cast<float>(g.alpha), static_cast<float>(g.beta), session_->workspace,
                 session_->stream);
      if (i == 0) algorithm = matmul.algorithm();
    }
    session_->stream.wait();
    if (std::string damage = problem.finish(); !damage.empty()) return {Status::failed, std::move(damage)};
    return {Status::ok, "algorithm " + algorithm};
  }

  /// What the heuristic chooses for a row-major A and D and a column-major B, aligned to 256 bytes.
  static std::string example_algorithm(const cublaslt::Handle& handle, const Variant& v, std::int64_t m,
                                       std::int64_t n, std::int64_t k) {
    const ColumnMajorGemm shape{.batch = 1,
                                .m = n,
                                .n = m,
                                .k = k,
                                .x = {"b", true, k, 0},
                                .y = {"a", false, k, 0},
                                .d_leading_dimension = n,
                                .d_batch_stride = 0,
                                .swapped = true};
    void* const somewhere = std::bit_cast<void*>(std::uintptr_t{4096});  // is not followed
    try {
      return cublaslt::Matmul(handle, v, shape,
                              {somewhere, somewhere, somewhere, somewhere, somewhere, somewhere, somewhere})
          .algorithm();
    } catch (const cublaslt::CublasLtError& error) {
      return error.what();
    }
  }

  std::vector<Variant> variants_ = cublaslt::variants(device::architecture());
  std::unique_ptr<Session> session_;
};

}  // namespace

std::unique_ptr<Implementation> make_cublaslt() { return std::make_unique<CublasLt>(); }

}  // namespace ulpgate::adapters
