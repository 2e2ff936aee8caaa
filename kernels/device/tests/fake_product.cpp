#include <bit>
#include <cmath>
#include <cstring>

#include "kernels/device/tests/fake.h"
#include "reference/formats/decode.h"
#include "reference/formats/encode.h"

namespace ulpgate::fake {
namespace {

const Format& format_of(cudaDataType_t type) {
  switch (type) {
    case CUDA_R_16F:
      return formats::fp16;
    case CUDA_R_16BF:
      return formats::bf16;
    case CUDA_R_64F:
      return formats::fp64;
    case CUDA_R_8F_E4M3:
      return formats::e4m3;
    case CUDA_R_8F_E5M2:
      return formats::e5m2;
    case CUDA_R_8I:
      return formats::int8;
    case CUDA_R_32I:
      return formats::int32;
    default:
      return formats::fp32;
  }
}

void write(cudaDataType_t type, void* data, std::int64_t element, double value) {
  const Format& f = format_of(type);
  const std::uint64_t code =
      f.kind == FormatKind::integer
          ? static_cast<std::uint64_t>(static_cast<std::int64_t>(value))
          : encode(f, unpack(formats::fp64, std::bit_cast<std::uint64_t>(value)), Rule{}).code;
  std::memcpy(static_cast<std::byte*>(data) + element * static_cast<std::int64_t>(f.bytes()), &code,
              f.bytes());
}

double at(const Product::Matrix& m, std::int64_t problem, std::int64_t row, std::int64_t column) {
  const std::int64_t within =
      m.transposed ? row * m.leading_dimension + column : column * m.leading_dimension + row;
  return read(m.type, m.data, problem * m.batch_stride + within);
}

double element(const Product& p, std::int64_t problem, std::int64_t i, std::int64_t j) {
  double value = p.beta == 0 ? 0 : p.beta * at(p.c, problem, i, j);
  if (p.alpha != 0) {
    double sum = 0;
    for (std::int64_t k = 0; k < p.k; ++k) sum += at(p.x, problem, i, k) * at(p.y, problem, k, j);
    value += p.alpha * sum;
  }
  return p.bias == nullptr ? value : value + read(p.d.type, p.bias, i);
}

}  // namespace

std::size_t bytes(cudaDataType_t type) { return format_of(type).bytes(); }

double read(cudaDataType_t type, const void* data, std::int64_t element) {
  const Format& f = format_of(type);
  std::uint64_t code = 0;
  std::memcpy(&code, static_cast<const std::byte*>(data) + element * static_cast<std::int64_t>(f.bytes()),
              f.bytes());
  return to_double(f, code);
}

void run(const Product& p) {
  void* const d = const_cast<void*>(p.d.data);
  for (std::int64_t problem = 0; problem < p.batch; ++problem) {
    for (std::int64_t j = 0; j < p.n; ++j) {
      for (std::int64_t i = 0; i < p.m; ++i)
        write(p.d.type, d, problem * p.d.batch_stride + j * p.d.leading_dimension + i,
              element(p, problem, i, j));
    }
  }
  if (orders().stray_byte != 0) {
    const std::int64_t last = (p.batch - 1) * p.d.batch_stride + (p.n - 1) * p.d.leading_dimension + p.m;
    auto* const end = static_cast<std::byte*>(d) + last * static_cast<std::int64_t>(bytes(p.d.type));
    end[orders().stray_byte] = std::byte{1};
  }
  if (orders().change_input) *static_cast<std::byte*>(const_cast<void*>(p.x.data)) ^= std::byte{1};
  orders().stray_byte = 0;
  orders().change_input = false;
}

}  // namespace ulpgate::fake
