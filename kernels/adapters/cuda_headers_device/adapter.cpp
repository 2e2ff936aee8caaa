// NVIDIA's conversion headers, compiled for the device: on newer architectures its instructions, elsewhere
// the headers' code.
#include <cuda_runtime_api.h>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/adapters/cuda_headers/table_rows.h"
#include "kernels/adapters/cuda_headers/version.h"
#include "kernels/adapters/cuda_headers_device/device_buffer.h"
#include "kernels/adapters/cuda_headers_device/device_tables.h"
#include "kernels/api/implementation.h"

namespace ulpgate::adapters {
namespace {

using cuda_headers::check_cuda;
using cuda_headers::DeviceBuffer;
using cuda_headers::Entry;

/// The current device's compute capability, e.g. "sm_90"; empty without a device.
std::string architecture() {
  int count = 0;  // left untouched where the call fails
  if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) return {};
  int device = 0;
  int major = 0;
  int minor = 0;
  if (cudaGetDevice(&device) != cudaSuccess ||
      cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device) != cudaSuccess ||
      cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device) != cudaSuccess) {
    return {};
  }
  return "sm_" + std::to_string(major) + std::to_string(minor);
}

std::vector<Entry> table(const std::map<std::string, std::string>& ran) {
  std::vector<cuda_headers::Rows> tables = cuda_headers::device_tables_16bit();
  for (const auto& more : {cuda_headers::device_tables_8bit(), cuda_headers::device_tables_sub_byte()})
    tables.insert(tables.end(), more.begin(), more.end());
  return cuda_headers::entries(tables, ran);
}

class CudaHeadersDevice : public Implementation {
 public:
  std::string name() const override { return "cuda-headers-device"; }
  std::string version() const override { return "CUDA " + cuda_headers::headers_version(); }
  std::string description() const override { return "NVIDIA's conversion headers, compiled for the device"; }
  bool concurrent() const override { return false; }

  std::optional<NotRun> not_run() const override {
    if (!architecture().empty()) return std::nullopt;
    return NotRun{"no CUDA device", "the CUDA runtime found no device"};
  }

  std::vector<Offer> offers() const override {
    std::map<std::string, std::string> ran{{"function", "the header's device code"}};
    if (const std::string sm = architecture(); !sm.empty()) ran["device"] = sm;
    return cuda_headers::offers(table(ran));
  }

  Reply call(const Call& call) override {
    const Entry* entry = cuda_headers::find_entry(table_, call);
    if (entry == nullptr) return {Status::unsupported, "no such entry point for these formats"};
    const Tensor& from = call.tensors[0];
    const Tensor& to = call.tensors[1];
    if (from.shape[0] == 0) return {};
    try {
      DeviceBuffer source(from);
      const DeviceBuffer target(to);
      source.copy_from_host();
      check_cuda(entry->run({source.data(), target.data(), from.shape[0], from.strides[0], to.strides[0]}),
                 "cudaLaunchKernel");
      check_cuda(cudaGetLastError(), "the launch");
      check_cuda(cudaDeviceSynchronize(), "the kernel");
      target.copy_to_host();
    } catch (const cuda_headers::CudaError& error) {
      return {Status::failed, error.what()};
    }
    return {};
  }

 private:
  std::vector<Entry> table_ = table({});
};

}  // namespace

std::unique_ptr<Implementation> make_cuda_headers_device() { return std::make_unique<CudaHeadersDevice>(); }

}  // namespace ulpgate::adapters
