#include "kernels/adapters/cublaslt/problem.h"

#include <initializer_list>

namespace ulpgate::cublaslt {
namespace {

Reply unsupported(std::string message) { return {Status::unsupported, std::move(message)}; }

std::byte* moved(const device::DeviceBuffer& buffer, std::int64_t elements, const Format& format) {
  return static_cast<std::byte*>(buffer.data()) + elements * static_cast<std::int64_t>(format.bytes());
}

}  // namespace

Reply understand(const Variant& v, const Call& call, GemmCall& g, ColumnMajorGemm& column_major) {
  if (Reply reply = understand_gemm(call, g); reply.status != Status::ok) return reply;
  if (v.scaled) {
    for (const auto& [role, scale, operand] :
         {std::tuple{"a_scale", &*g.a_scale, &g.a}, std::tuple{"b_scale", &*g.b_scale, &g.b}}) {
      if (Reply reply = check_scale(role, *scale, *operand, 0, 0); reply.status != Status::ok) return reply;
    }
  }
  if (g.empty()) return {};
  if (Reply reply = to_column_major(g, column_major); reply.status != Status::ok) return reply;
  if (g.k == 0) return unsupported("cublasLtMatmul takes no matrices without elements, and k is 0");
  if (v.bias && !column_major.swapped)
    return unsupported("the library adds a bias along columns, and that is n only where D is row-major");
  return {};
}

Problem::Problem(const Variant& variant, const Call& call, const GemmCall& gemm,
                 const ColumnMajorGemm& column_major, void* stream)
    : variant_(variant), column_major_(column_major), stream_(stream) {
  a_ = uploaded(*call.tensor("a"));
  b_ = uploaded(*call.tensor("b"));
  const Tensor& c = *call.tensor("c");
  const Tensor& d = *call.tensor("d");
  d_ = std::make_unique<device::DeviceBuffer>(d, stream);
  if (gemm.beta != 0 && gemm.c.data == gemm.d.data) d_->upload(c);
  if (gemm.beta != 0 && gemm.c.data != gemm.d.data) {
    // With D's strides: the two have the same layout.
    Tensor like_d = d;
    like_d.name = "c";
    c_ = std::make_unique<device::DeviceBuffer>(like_d, stream);
    c_->upload(c);
  }
  if (variant.bias) bias_ = packed(*call.tensor("bias"));
  if (variant.scaled) {
    a_scale_ = packed(*call.tensor("a_scale"));
    b_scale_ = packed(*call.tensor("b_scale"));
  }
}

Problem::Buffer Problem::uploaded(const Tensor& tensor) const {
  auto buffer = std::make_unique<device::DeviceBuffer>(tensor, stream_);
  buffer->upload(tensor);
  return buffer;
}

Problem::Buffer Problem::packed(const Tensor& tensor) {
  std::vector<std::int64_t>& strides = strides_.emplace_back(tensor.shape.size(), 1);
  for (std::size_t axis = strides.size() - 1; axis > 0; --axis)
    strides[axis - 1] = strides[axis] * tensor.shape[axis];
  Tensor side_by_side = tensor;
  side_by_side.strides = strides;
  auto buffer = std::make_unique<device::DeviceBuffer>(side_by_side, stream_);
  buffer->upload(tensor);
  return buffer;
}

ColumnMajorGemm Problem::shape() const {
  ColumnMajorGemm one = column_major_;
  if (variant_.scaled) one.batch = 1;
  return one;
}

Pointers Problem::pointers(std::int64_t call) const {
  const auto operand = [&](const ColumnMajorOperand& o) {
    return o.role == "a" ? moved(*a_, call * o.batch_stride, *variant_.a)
                         : moved(*b_, call * o.batch_stride, *variant_.b);
  };
  const auto scale = [&](const ColumnMajorOperand& o) -> const void* {
    if (!variant_.scaled) return nullptr;
    return moved(o.role == "a" ? *a_scale_ : *b_scale_, call, formats::fp32);
  };
  const std::int64_t result = call * column_major_.d_batch_stride;
  return {.x = operand(column_major_.x),
          .y = operand(column_major_.y),
          .c = moved(c_ ? *c_ : *d_, result, *variant_.d),
          .d = moved(*d_, result, *variant_.d),
          .bias = bias_ ? bias_->data() : nullptr,
          .x_scale = scale(column_major_.x),
          .y_scale = scale(column_major_.y)};
}

std::string Problem::finish() {
  std::string damage = d_->download();
  for (const Buffer* input : {&a_, &b_, &c_, &bias_, &a_scale_, &b_scale_}) {
    if (damage.empty() && *input) damage = (*input)->changes();
  }
  return damage;
}

}  // namespace ulpgate::cublaslt
