#include "kernels/adapters/cudnn/objects.h"

#include <limits>
#include <string>

namespace ulpgate::cudnn {
namespace {

cudnnDataType_t type_of(const Format& format) {
  if (format.name == "fp16") return CUDNN_DATA_HALF;
  if (format.name == "bf16") return CUDNN_DATA_BFLOAT16;
  return format.name == "fp64" ? CUDNN_DATA_DOUBLE : CUDNN_DATA_FLOAT;
}

}  // namespace

CudnnError::CudnnError(cudnnStatus_t status, const char* call)
    : std::runtime_error(std::string(call) + ": " + cudnnGetErrorString(status)), status_(status) {}

bool CudnnError::is_refusal() const {
  // Statuses come in thousands: those of what is not supported, and of parameters that are not taken.
  return status_ / 1000 == CUDNN_STATUS_NOT_SUPPORTED / 1000 ||
         status_ / 1000 == CUDNN_STATUS_BAD_PARAM / 1000;
}

void check_cudnn(cudnnStatus_t status, const char* call) {
  if (status != CUDNN_STATUS_SUCCESS) throw CudnnError(status, call);
}

Handle::Handle(cudaStream_t stream) {
  check_cudnn(cudnnCreate(&handle_), "cudnnCreate");
  const cudnnStatus_t status = cudnnSetStream(handle_, stream);
  if (status != CUDNN_STATUS_SUCCESS) cudnnDestroy(handle_);  // the destructor does not run
  check_cudnn(status, "cudnnSetStream");
}
Handle::~Handle() { cudnnDestroy(handle_); }

Layout::Layout(const RowCall& call, const RowView& view) {
  check_cudnn(cudnnCreateTensorDescriptor(&layout_), "cudnnCreateTensorDescriptor");
  const auto number = [](std::int64_t x) { return static_cast<int>(x); };
  const cudnnStatus_t status = cudnnSetTensor4dDescriptorEx(
      layout_, type_of(*view.format), number(call.outer), number(call.n), number(call.inner), 1,
      number(view.outer_stride), number(view.stride), number(view.inner_stride), 1);
  if (status != CUDNN_STATUS_SUCCESS) cudnnDestroyTensorDescriptor(layout_);
  check_cudnn(status, "cudnnSetTensor4dDescriptorEx");
}
Layout::~Layout() { cudnnDestroyTensorDescriptor(layout_); }

std::string why_no_layout(const RowCall& call, const RowView& view) {
  constexpr std::int64_t most = std::numeric_limits<int>::max();
  for (const std::int64_t extent : {call.outer, call.n, call.inner}) {
    if (extent > most) return "cuDNN's extents are of type int";
  }
  for (const std::int64_t stride : {view.outer_stride, view.stride, view.inner_stride}) {
    if (stride < 1 || stride > most) return "cuDNN's strides are positive, and of type int";
  }
  return {};
}

}  // namespace ulpgate::cudnn
