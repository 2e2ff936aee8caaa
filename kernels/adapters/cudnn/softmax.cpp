#include "kernels/adapters/cudnn/softmax.h"

#include <string>
#include <utility>

#include "kernels/device/row_operands.h"

namespace ulpgate::cudnn {
namespace {

constexpr cudnnSoftmaxMode_t mode = CUDNN_SOFTMAX_MODE_CHANNEL;
constexpr float alpha = 1, beta = 0;

void forward(const Variant& v, const RowCall& rows, const Handle& handle) {
  const RowView &x = rows.view("x"), &y = rows.view("y");
  const Layout x_layout(rows, x), y_layout(rows, y);
  check_cudnn(cudnnSoftmaxForward(handle.get(), v.algorithm, mode, &alpha, x_layout.get(), x.data, &beta,
                                  y_layout.get(), y.data),
              "cudnnSoftmaxForward");
}

void backward(const Variant& v, const RowCall& rows, const Handle& handle) {
  const RowView &y = rows.view("y"), &dy = rows.view("dy"), &dx = rows.view("dx");
  const Layout y_layout(rows, y), dy_layout(rows, dy), dx_layout(rows, dx);
  check_cudnn(cudnnSoftmaxBackward(handle.get(), v.algorithm, mode, &alpha, y_layout.get(), y.data,
                                   dy_layout.get(), dy.data, &beta, dx_layout.get(), dx.data),
              "cudnnSoftmaxBackward");
}

}  // namespace

Reply run_softmax(const Variant& v, const Call& call, const Handle& handle, const device::Stream& stream) {
  RowCall rows;
  if (Reply reply = understand_rows(call, rows); reply.status != Status::ok) return reply;
  if (rows.rows() == 0 || rows.n == 0) return {};
  for (const RowTensor& role : find_row_operation(call.operation)->tensors) {
    const RowView* const view = rows.find(role.name);
    if (view == nullptr) continue;
    if (std::string reason = why_no_layout(rows, *view); !reason.empty())
      return {Status::unsupported, std::move(reason)};
  }
  device::RowOperands operands(call, stream.get());
  operands.place(rows);
  if (v.backward) {
    backward(v, rows, handle);
  } else {
    forward(v, rows, handle);
  }
  stream.wait();
  if (std::string damage = operands.finish(); !damage.empty()) return {Status::failed, std::move(damage)};
  return {};
}

}  // namespace ulpgate::cudnn
