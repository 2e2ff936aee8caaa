// NVIDIA's conversion headers, compiled for the host.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernels/adapters/cuda_headers/host_tables.h"
#include "kernels/adapters/cuda_headers/table_rows.h"
#include "kernels/adapters/cuda_headers/version.h"
#include "kernels/api/implementation.h"

namespace ulpgate::adapters {
namespace {

using cuda_headers::Entry;
using cuda_headers::Job;

std::vector<Entry> table() {
  std::vector<cuda_headers::Rows> tables = cuda_headers::host_tables_16bit();
  for (const auto& more : {cuda_headers::host_tables_8bit(), cuda_headers::host_tables_sub_byte()})
    tables.insert(tables.end(), more.begin(), more.end());
  return cuda_headers::entries(tables, {{"function", "the header's host code"}});
}

class CudaHeaders : public Implementation {
 public:
  std::string name() const override { return "cuda-headers"; }
  std::string version() const override { return "CUDA " + cuda_headers::headers_version(); }
  std::string description() const override { return "NVIDIA's conversion headers, compiled for the host"; }
  bool concurrent() const override { return true; }
  std::vector<Offer> offers() const override { return cuda_headers::offers(table_); }

  Reply call(const Call& call) override {
    const Entry* entry = cuda_headers::find_entry(table_, call);
    if (entry == nullptr) return {Status::unsupported, "no such entry point for these formats"};
    const Tensor& from = call.tensors[0];
    const Tensor& to = call.tensors[1];
    entry->run({from.data, to.data, from.shape[0], from.strides[0], to.strides[0]});
    return {};
  }

 private:
  std::vector<Entry> table_ = table();
};

}  // namespace

std::unique_ptr<Implementation> make_cuda_headers() { return std::make_unique<CudaHeaders>(); }

}  // namespace ulpgate::adapters
