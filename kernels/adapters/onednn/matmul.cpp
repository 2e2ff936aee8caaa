#include "kernels/adapters/onednn/matmul.h"

#include <utility>

namespace ulpgate::onednn {
namespace {

using Descriptor = dnnl::memory::desc;

Reply unsupported(std::string message) { return {Status::unsupported, std::move(message)}; }

/// Zero and negative strides are none of oneDNN's; where there is one element they do not matter.
bool strides_fit(const CallMatrix& m, std::int64_t batch) {
  return (batch == 1 || m.batch_stride > 0) && (m.rows == 1 || m.row_stride > 0) &&
         (m.columns == 1 || m.column_stride > 0);
}

Descriptor descriptor(const CallMatrix& m, std::int64_t batch, DataType type) {
  const auto stride = [](std::int64_t extent, std::int64_t step, std::int64_t otherwise) {
    return extent == 1 ? otherwise : step;
  };
  const std::int64_t column = stride(m.columns, m.column_stride, 1);
  const std::int64_t row = stride(m.rows, m.row_stride, column * m.columns);
  const std::int64_t problem = stride(batch, m.batch_stride, std::max(row * m.rows, column * m.columns));
  return {{batch, m.rows, m.columns}, type, {problem, row, column}};
}

dnnl::primitive_attr attributes(double alpha, double beta) {
  dnnl::primitive_attr attr;
  if (alpha != 1) attr.set_output_scales(0, {static_cast<float>(alpha)});
  if (beta != 0) {
    dnnl::post_ops after;
    after.append_sum(static_cast<float>(beta));
    attr.set_post_ops(after);
  }
  return attr;
}

std::string reason(const dnnl::error& error) {
  return std::string("oneDNN has no matmul for this: ") + error.what();
}

}  // namespace

std::string implementation_name(const dnnl::engine& engine, const Types& types) {
  const dnnl::memory::dims dims{1, 64, 64}, strides{4096, 64, 1};
  try {
    return dnnl::matmul::primitive_desc(
               {{dims, types.a, strides}, {dims, types.b, strides}, {dims, types.d, strides}}, engine)
        .impl_info_str();
  } catch (const dnnl::error& error) {
    return reason(error);
  }
}

Reply run_matmul(const dnnl::engine& engine, const Types& types, const GemmCall& g) {
  if (g.k == 0) return unsupported("where k is 0, oneDNN leaves D as it was");
  for (const auto& [role, matrix] : {std::pair{"a", &g.a}, std::pair{"b", &g.b}, std::pair{"d", &g.d}}) {
    if (!strides_fit(*matrix, g.batch))
      return unsupported(std::string(role) + " has a stride that is not positive");
  }
  const bool integers = types.d == DataType::s32;
  if (integers && (g.alpha != 1 || g.beta != 0))
    return unsupported("for integers only alpha = 1 and beta = 0: oneDNN would scale them in fp32");
  try {
    const Descriptor a = descriptor(g.a, g.batch, types.a), b = descriptor(g.b, g.batch, types.b),
                     d = descriptor(g.d, g.batch, types.d);
    const dnnl::matmul::primitive_desc primitive({a, b, d}, attributes(g.alpha, g.beta), engine);
    // The sum of the post-operation is with what D holds.
    if (g.beta != 0) copy_c_to_d(g);
    dnnl::stream stream(engine);
    dnnl::matmul(primitive).execute(stream, {{DNNL_ARG_SRC, dnnl::memory(a, engine, g.a.data)},
                                             {DNNL_ARG_WEIGHTS, dnnl::memory(b, engine, g.b.data)},
                                             {DNNL_ARG_DST, dnnl::memory(d, engine, g.d.data)}});
    stream.wait();
  } catch (const dnnl::error& error) {
    if (error.status == dnnl_unimplemented || error.status == dnnl_invalid_arguments)
      return unsupported(reason(error));
    return {Status::failed, std::string("oneDNN: ") + error.what()};
  }
  return {};
}

}  // namespace ulpgate::onednn
