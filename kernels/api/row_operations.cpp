#include "kernels/api/row_operations.h"

#include <algorithm>

namespace ulpgate {
namespace {

constexpr RowTensor in(std::string_view name, Extents extents) { return {name, extents, false, false}; }
constexpr RowTensor in_if(std::string_view name, Extents extents) { return {name, extents, false, true}; }
constexpr RowTensor out(std::string_view name, Extents extents) { return {name, extents, true, false}; }
constexpr RowTensor out_if(std::string_view name, Extents extents) { return {name, extents, true, true}; }

std::vector<RowOperation> made() {
  using enum Extents;
  const std::vector<RowTensor> softmax{in("x", lines), in_if("mask", lines), out("y", lines),
                                       out_if("amax", single)};
  const std::vector<RowTensor> softmax_backward{in("y", lines), in("dy", lines), out("dx", lines)};
  return {
      {"softmax", softmax},
      {"log_softmax", softmax},
      {"softmax_backward", softmax_backward},
      {"log_softmax_backward", softmax_backward},
      {"layer_norm",
       {in("x", matrix), in_if("gamma", row), in_if("beta", row), out("y", matrix), out_if("mean", column),
        out_if("rstd", column), out_if("amax", single)}},
      {"rms_norm",
       {in("x", matrix), in_if("gamma", row), out("y", matrix), out_if("rstd", column),
        out_if("amax", single)}},
      {"group_norm",
       {in("x", grouped), in_if("gamma", row), in_if("beta", row), out("y", grouped), out_if("mean", groups),
        out_if("rstd", groups)},
       {{"groups", &formats::int64, 1}}},
      {"layer_norm_backward",
       {in("dy", matrix), in("x", matrix), in_if("gamma", row), in("mean", column), in("rstd", column),
        out("dx", matrix), out_if("dgamma", row), out_if("dbeta", row)}},
      {"rms_norm_backward",
       {in("dy", matrix), in("x", matrix), in_if("gamma", row), in("rstd", column), out("dx", matrix),
        out_if("dgamma", row)}},
      {"group_norm_backward",
       {in("dy", grouped), in("x", grouped), in_if("gamma", row), in("mean", groups), in("rstd", groups),
        out("dx", grouped), out_if("dgamma", row), out_if("dbeta", row)},
       {{"groups", &formats::int64, 1}}},
      {"cross_entropy", {in("x", matrix), in("target", column), out("loss", reduced)}},
      {"cross_entropy_backward",
       {in("x", matrix), in("target", column), in("dloss", reduced), out("dx", matrix)}},
      {"attention", {in("x", matrix), in("v", values), out("o", outputs), out("lse", column)}},
      {"adamw_step",
       {in("x", matrix), in("param", matrix), in("exp_avg", matrix), in("exp_avg_sq", matrix),
        in("found_inf", single), out("new_param", matrix), out("new_exp_avg", matrix),
        out("new_exp_avg_sq", matrix), out_if("model", matrix), out_if("new_step", single)},
       {{"lr", &formats::fp64, 1e-3},
        {"beta1", &formats::fp64, 0.9},
        {"beta2", &formats::fp64, 0.999},
        {"eps", &formats::fp64, 1e-8},
        {"weight_decay", &formats::fp64, 1e-2},
        {"grad_scale", &formats::fp32, 1},
        {"step", &formats::int64, 3}}},
      {"clip_grad_norm",
       {in("x", matrix), out("y", matrix), out("norm", single)},
       {{"max_norm", &formats::fp32, 1}, {"grad_scale", &formats::fp32, 1}}},
      {"accumulate", {in("x", matrix), in("main", row), out("sum", row)}},
      {"sgd_step",
       {in("x", matrix), in("param", matrix), in("momentum_buffer", matrix), in("found_inf", single),
        out("new_param", matrix), out("new_buffer", matrix), out_if("model", matrix)},
       {{"lr", &formats::fp64, 1e-2},
        {"momentum", &formats::fp64, 0.9},
        {"dampening", &formats::fp64, 0},
        {"weight_decay", &formats::fp64, 1e-2},
        {"first", &formats::int32, 0}}},
      {"gradient_norm", {in("x", matrix), out("norm", single)}},
      {"unscale_check",
       {in("x", matrix), in_if("sizes", column), in_if("index", column), in("scale", single),
        in("found_inf", single), out("y", matrix), out("found", single)}},
      {"scale_update",
       {in("found_inf", matrix), in("scale", row), in("tracker", row), out("new_scale", row),
        out("new_tracker", row)},
       {{"growth", &formats::fp64, 2}, {"backoff", &formats::fp64, 0.5}, {"interval", &formats::int64, 3}}},
  };
}

}  // namespace

bool RowOperation::joins_rows() const {
  return std::any_of(tensors.begin(), tensors.end(), [](const RowTensor& t) {
    return t.output && (t.extents == Extents::single || t.extents == Extents::row) && !t.optional;
  });
}

std::span<const RowOperation> row_operations() {
  static const std::vector<RowOperation> all = made();
  return all;
}

bool takes_eps(std::string_view operation) {
  return operation == "layer_norm" || operation == "rms_norm" || operation == "group_norm";
}

const RowOperation* find_row_operation(std::string_view name) {
  for (const RowOperation& o : row_operations()) {
    if (o.name == name) return &o;
  }
  return nullptr;
}

}  // namespace ulpgate
