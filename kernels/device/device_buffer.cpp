#include "kernels/device/device_buffer.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <cuda_runtime_api.h>

#include "kernels/device/cuda_error.h"

namespace ulpgate::device {
namespace {

constexpr std::byte poison{0xFF};
/// A multiple of what cudaMalloc aligns to.
constexpr std::size_t guard = 512;

/// Copies the elements from `axis` on between two places that have the tensors' strides. Pointers are at the
/// elements whose remaining indices are 0.
void copy_elements(const Tensor& to, std::byte* target, const Tensor& from, const std::byte* source,
                   std::size_t axis = 0) {
  const std::size_t size = to.format->bytes();
  if (axis == to.shape.size()) {
    std::memcpy(target, source, size);
    return;
  }
  const std::int64_t count = to.shape[axis];
  if (count == 0) return;
  const bool is_line = axis + 1 == to.shape.size() && to.strides[axis] == 1 && from.strides[axis] == 1;
  if (is_line) {
    std::memcpy(target, source, static_cast<std::size_t>(count) * size);
    return;
  }
  const std::int64_t to_step = to.strides[axis] * static_cast<std::int64_t>(size);
  const std::int64_t from_step = from.strides[axis] * static_cast<std::int64_t>(size);
  for (std::int64_t i = 0; i < count; ++i)
    copy_elements(to, target + i * to_step, from, source + i * from_step, axis + 1);
}

struct Range {
  std::int64_t lowest = 0;  ///< offsets, in elements, from element (0, ..., 0)
  std::int64_t highest = 0;
  bool empty = false;
};

Range range_of(const Tensor& t) {
  Range r;
  for (std::size_t axis = 0; axis < t.shape.size(); ++axis) {
    if (t.shape[axis] == 0) return {0, 0, true};
    const std::int64_t last = (t.shape[axis] - 1) * t.strides[axis];
    (last < 0 ? r.lowest : r.highest) += last;
  }
  return r;
}

cudaStream_t as_stream(void* stream) { return static_cast<cudaStream_t>(stream); }

}  // namespace

DeviceBuffer::DeviceBuffer(const Tensor& tensor, void* stream, Placement placement)
    : tensor_(tensor), stream_(stream) {
  const Range range = range_of(tensor);
  const std::size_t size = tensor.format->bytes();
  const std::size_t elements = range.empty ? 0 : static_cast<std::size_t>(range.highest - range.lowest + 1);
  const std::size_t below = static_cast<std::size_t>(-range.lowest) * size;
  const std::size_t lead =
      placement == Placement::aligned ? 0 : (reinterpret_cast<std::uintptr_t>(tensor.data) - below) % 64;
  first_ = guard + lead + below;
  image_.assign(guard + lead + elements * size + guard, poison);
  void* memory = nullptr;
  check_cuda(cudaMalloc(&memory, image_.size()), "cudaMalloc");
  const cudaError_t copied =
      cudaMemcpyAsync(memory, image_.data(), image_.size(), cudaMemcpyHostToDevice, as_stream(stream));
  if (copied != cudaSuccess) cudaFree(memory);  // the destructor does not run
  check_cuda(copied, "cudaMemcpyAsync to the device");
  memory_ = static_cast<std::byte*>(memory);
}

DeviceBuffer::~DeviceBuffer() {
  cudaStreamSynchronize(as_stream(stream_));
  cudaFree(memory_);
}

void* DeviceBuffer::data() const { return memory_ + first_; }

void DeviceBuffer::upload(const Tensor& source) {
  copy_elements(tensor_, image_.data() + first_, source, static_cast<const std::byte*>(source.data));
  check_cuda(
      cudaMemcpyAsync(memory_, image_.data(), image_.size(), cudaMemcpyHostToDevice, as_stream(stream_)),
      "cudaMemcpyAsync to the device");
}

std::vector<std::byte> DeviceBuffer::fetch() const {
  std::vector<std::byte> now(image_.size());
  check_cuda(cudaMemcpyAsync(now.data(), memory_, now.size(), cudaMemcpyDeviceToHost, as_stream(stream_)),
             "cudaMemcpyAsync from the device");
  check_cuda(cudaStreamSynchronize(as_stream(stream_)), "cudaStreamSynchronize");
  return now;
}

std::string DeviceBuffer::difference(const std::vector<std::byte>& now) const {
  const auto [changed, before] = std::mismatch(now.begin(), now.end(), image_.begin());
  if (changed == now.end()) return {};
  const auto at = static_cast<std::size_t>(changed - now.begin());
  const std::string name(tensor_.name);
  if (at < guard) return "the device wrote " + std::to_string(guard - at) + " bytes before " + name;
  if (at >= now.size() - guard) return "the device wrote past the end of " + name;
  return "the device changed byte " + std::to_string(at - guard) + " of " + name;
}

std::string DeviceBuffer::download() {
  std::vector<std::byte> now = fetch();
  copy_elements(tensor_, static_cast<std::byte*>(tensor_.data), tensor_, now.data() + first_);
  copy_elements(tensor_, now.data() + first_, tensor_, image_.data() + first_);
  return difference(now);
}

std::string DeviceBuffer::changes() { return difference(fetch()); }

}  // namespace ulpgate::device
