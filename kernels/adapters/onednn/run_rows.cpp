#include <cstring>
#include <string>
#include <utility>

#include "kernels/adapters/onednn/row_variants.h"

namespace ulpgate::onednn {
namespace {

using Descriptor = dnnl::memory::desc;

Reply unsupported(std::string message) { return {Status::unsupported, std::move(message)}; }

/// Zero and negative strides are none of oneDNN's; where there is one element they do not matter.
bool strides_fit(const RowCall& call, const RowView& v) {
  return (call.outer == 1 || v.outer_stride > 0) && (call.n == 1 || v.stride > 0) &&
         (call.inner == 1 || v.inner_stride > 0);
}

Descriptor lines_descriptor(const RowCall& call, const RowView& v, dnnl::memory::data_type type) {
  const std::int64_t inner = call.inner == 1 ? 1 : v.inner_stride,
                     along = call.n == 1 ? inner * call.inner : v.stride,
                     outer = call.outer == 1 ? std::max(along * call.n, inner * call.inner) : v.outer_stride;
  return {{call.outer, call.n, call.inner}, type, {outer, along, inner}};
}

Descriptor matrix_descriptor(const RowCall& call, const RowView& v, dnnl::memory::data_type type) {
  const std::int64_t along = call.n == 1 ? 1 : v.stride,
                     outer = call.outer == 1 ? along * call.n : v.outer_stride;
  return {{call.outer, call.n}, type, {outer, along}};
}

/// x and y take one descriptor in this version.
bool same_strides(const RowCall& call, const RowView& x, const RowView& y) {
  return (call.outer == 1 || x.outer_stride == y.outer_stride) && (call.n == 1 || x.stride == y.stride) &&
         (call.inner == 1 || x.inner_stride == y.inner_stride);
}

template <class Primitive>
void run_softmax(const dnnl::engine& engine, const RowVariant& v, const RowCall& call) {
  const RowView &x = call.view("x"), &y = call.view("y");
  const Descriptor lines = lines_descriptor(call, x, v.type);
  const typename Primitive::primitive_desc primitive({dnnl::prop_kind::forward_inference, lines, 1}, engine);
  dnnl::stream stream(engine);
  Primitive(primitive).execute(stream, {{DNNL_ARG_SRC, dnnl::memory(lines, engine, x.data)},
                                        {DNNL_ARG_DST, dnnl::memory(lines, engine, y.data)}});
  stream.wait();
}

/// gamma or beta without gaps.
std::vector<float> packed(const RowCall& call, const char* role) {
  std::vector<float> all(static_cast<std::size_t>(call.n));
  const RowView* v = call.find(role);
  for (std::int64_t i = 0; v != nullptr && i < call.n; ++i)
    std::memcpy(&all[static_cast<std::size_t>(i)], v->at(0, i), sizeof(float));
  return all;
}

void run_layer_norm(const dnnl::engine& engine, const RowVariant& v, const RowCall& call) {
  using enum dnnl::normalization_flags;
  const RowView &x = call.view("x"), &y = call.view("y");
  const Descriptor matrix = matrix_descriptor(call, x, v.type);
  const bool affine = call.find("gamma") != nullptr;
  const dnnl::layer_normalization_forward::primitive_desc primitive(
      {dnnl::prop_kind::forward_training, matrix, static_cast<float>(*call.scalar("eps")),
       affine ? use_scale | use_shift : none},
      engine);
  std::vector<float> gamma = packed(call, "gamma"), beta = packed(call, "beta");
  std::vector<float> mean(static_cast<std::size_t>(call.outer)), variance = mean;
  const Descriptor row({call.n}, dnnl::memory::data_type::f32, dnnl::memory::format_tag::a),
      column({call.outer}, dnnl::memory::data_type::f32, dnnl::memory::format_tag::a);
  dnnl::stream stream(engine);
  dnnl::layer_normalization_forward(primitive).execute(
      stream, {{DNNL_ARG_SRC, dnnl::memory(matrix, engine, x.data)},
               {DNNL_ARG_DST, dnnl::memory(matrix, engine, y.data)},
               {DNNL_ARG_SCALE, dnnl::memory(row, engine, gamma.data())},
               {DNNL_ARG_SHIFT, dnnl::memory(row, engine, beta.data())},
               {DNNL_ARG_MEAN, dnnl::memory(column, engine, mean.data())},
               {DNNL_ARG_VARIANCE, dnnl::memory(column, engine, variance.data())}});
  stream.wait();
  for (std::int64_t i = 0; i < call.outer; ++i)
    std::memcpy(call.view("mean").at(i), &mean[static_cast<std::size_t>(i)], sizeof(float));
}

}  // namespace

Reply run_rows(const dnnl::engine& engine, const RowVariant& v, const RowCall& call) {
  if (call.rows() == 0) return {};
  if (call.n == 0) return unsupported("oneDNN has nothing for rows without elements");
  const RowView &x = call.view("x"), &y = call.view("y");
  if (!strides_fit(call, x) || !strides_fit(call, y))
    return unsupported("x or y has a stride that is not positive");
  if (!same_strides(call, x, y)) return unsupported("x and y have different strides");
  try {
    if (v.offer.operation == "softmax") run_softmax<dnnl::softmax_forward>(engine, v, call);
    if (v.offer.operation == "log_softmax") run_softmax<dnnl::logsoftmax_forward>(engine, v, call);
    if (v.offer.operation == "layer_norm") run_layer_norm(engine, v, call);
  } catch (const dnnl::error& error) {
    if (error.status == dnnl_unimplemented || error.status == dnnl_invalid_arguments)
      return unsupported(std::string("oneDNN has nothing for this: ") + error.what());
    return {Status::failed, std::string("oneDNN: ") + error.what()};
  }
  return {};
}

}  // namespace ulpgate::onednn
