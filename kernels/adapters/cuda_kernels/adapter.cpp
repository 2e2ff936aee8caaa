// Our CUDA kernels on the device.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/adapters/cuda_kernels/calls.h"
#include "kernels/api/implementation.h"
#include "kernels/device/cuda_error.h"
#include "kernels/device/device_info.h"

namespace ulpgate::adapters {
namespace {

/// Whose kernels are offered: the device's; without one they do not run, and are those of this architecture.
std::string architecture_or_example() {
  const std::string present = device::architecture();
  return present.empty() ? "sm_90" : present;
}

class CudaKernels : public Implementation {
 public:
  std::string name() const override { return "cuda-kernels"; }
  std::string version() const override { return "1"; }
  std::string description() const override { return "our CUDA kernels on the device"; }
  bool concurrent() const override { return false; }
  std::optional<NotRun> not_run() const override { return device::no_device(); }

  std::vector<Offer> offers() const override {
    std::vector<Offer> all;
    for (const cuda::ConvertVariant& v : convert_) all.push_back(v.offer);
    for (const cuda::MmaVariant& v : mma_) all.push_back(v.offer);
    for (const cuda::GemmVariant& v : gemm_) all.push_back(v.offer);
    for (const cuda::RowsVariant& v : rows_) all.push_back(v.offer);
    for (const cuda::BlocksVariant& v : blocks_) all.push_back(v.offer);
    return all;
  }

  Reply call(const Call& call) override {
    try {
      if (!stream_) stream_ = std::make_unique<device::Stream>();
      for (const cuda::ConvertVariant& v : convert_) {
        if (serves(v.offer, call)) return cuda_kernels::run_convert(v, call, *stream_);
      }
      for (const cuda::MmaVariant& v : mma_) {
        if (serves(v.offer, call)) return cuda_kernels::run_mma(v, number_, call, *stream_);
      }
      for (const cuda::GemmVariant& v : gemm_) {
        if (serves(v.offer, call)) return cuda_kernels::run_gemm(v, number_, call, *stream_);
      }
      for (const cuda::RowsVariant& v : rows_) {
        if (serves(v.offer, call)) return cuda_kernels::run_rows(v, call, *stream_);
      }
      for (const cuda::BlocksVariant& v : blocks_) {
        if (serves(v.offer, call)) return cuda_kernels::run_blocks(v, call, *stream_);
      }
    } catch (const device::CudaError& error) {
      return {Status::failed, error.what()};
    }
    return {Status::unsupported, "cuda-kernels has no " + std::string(call.variant) + " for these formats"};
  }

 private:
  std::map<std::string, std::string> ran() const { return {{"device", architecture_}}; }

  std::string architecture_ = architecture_or_example();
  int number_ = cuda::architecture_number(architecture_);
  std::vector<cuda::ConvertVariant> convert_ = cuda::convert_variants(cuda::ConvertPairs::all, ran());
  std::vector<cuda::MmaVariant> mma_ = cuda::mma_variants(architecture_, cuda::mma_instructions(), ran());
  std::vector<cuda::GemmVariant> gemm_ = cuda::gemm_variants(architecture_, cuda::gemm_kernels(), ran());
  std::vector<cuda::RowsVariant> rows_ = cuda::rows_variants(ran());
  std::vector<cuda::BlocksVariant> blocks_ = cuda::blocks_variants(ran());
  std::unique_ptr<device::Stream> stream_;  ///< made by the first call: making it needs a device
};

}  // namespace

std::unique_ptr<Implementation> make_cuda_kernels() { return std::make_unique<CudaKernels>(); }

}  // namespace ulpgate::adapters
