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
#include "kernels/adapters/cuda_headers_device/device_tables.h"
#include "kernels/api/implementation.h"
#include "kernels/device/cuda_error.h"
#include "kernels/device/device_buffer.h"
#include "kernels/device/device_info.h"

namespace ulpgate::adapters {
namespace {

using cuda_headers::Entry;
using device::check_cuda;
using device::DeviceBuffer;

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

  std::optional<NotRun> not_run() const override { return device::no_device(); }

  std::vector<Offer> offers() const override {
    std::map<std::string, std::string> ran{{"function", "the header's device code"}};
    if (const std::string sm = device::architecture(); !sm.empty()) ran["device"] = sm;
    return cuda_headers::offers(table(ran));
  }

  Reply call(const Call& call) override {
    const Entry* entry = cuda_headers::find_entry(table_, call);
    if (entry == nullptr) return {Status::unsupported, "no such entry point for these formats"};
    const Tensor& from = call.tensors[0];
    const Tensor& to = call.tensors[1];
    if (from.shape[0] == 0) return {};
    try {
      DeviceBuffer source(from, nullptr);
      DeviceBuffer target(to, nullptr);
      source.upload(from);
      check_cuda(entry->run({source.data(), target.data(), from.shape[0], from.strides[0], to.strides[0]}),
                 "cudaLaunchKernel");
      check_cuda(cudaGetLastError(), "the launch");
      check_cuda(cudaDeviceSynchronize(), "the kernel");
      for (const std::string& damage : {target.download(), source.changes()}) {
        if (!damage.empty()) return {Status::failed, damage};
      }
    } catch (const device::CudaError& error) {
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
