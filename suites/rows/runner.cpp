#include "suites/rows/runner.h"

#include <deque>
#include <memory>
#include <optional>

#include "suites/framework/codes.h"
#include "suites/framework/fingerprint.h"
#include "suites/framework/guarded_call.h"
#include "suites/framework/sparse_buffer.h"

namespace ulpgate::rows {
namespace {

/// The axes of three that a tensor has.
struct Axes {
  std::size_t first, count;
};
Axes axes_of(Extents extents) {
  switch (extents) {
    case Extents::lines:
    case Extents::grouped:
      return {0, 3};
    case Extents::row:
      return {1, 1};
    case Extents::column:
    case Extents::reduced:
    case Extents::single:
      return {0, 1};
    default:
      return {0, 2};
  }
}

template <typename Buffer>
Tensor tensor_of(const RowTensor& t, Buffer& buffer) {
  const Axes axes = axes_of(t.extents);
  return {.name = t.name,
          .format = &buffer.format(),
          .shape = std::span(buffer.shape()).subspan(axes.first, axes.count),
          .strides = std::span(buffer.strides()).subspan(axes.first, axes.count),
          .data = buffer.data()};
}

std::vector<Scalar> scalars_of(const RowsOffer& o, const RowsCase& c) {
  const std::string_view name = o.operation->name;
  std::vector<Scalar> all;
  for (std::size_t i = 0; i < o.operation->scalars.size(); ++i)
    all.push_back({o.operation->scalars[i].name, o.operation->scalars[i].format, c.scalars[i]});
  if (o.has_scale || name == "attention") all.push_back({"scale", &o.scale_format(), c.scale});
  if (o.scale_y) all.push_back({"scale_y", &formats::fp32, c.scale_y});
  if (o.causal) all.push_back({"causal", &formats::int32, static_cast<std::uint32_t>(c.causal)});
  if (takes_eps(name)) all.push_back({"eps", &o.eps_format(), c.eps});
  if (name.starts_with("cross_entropy"))
    all.push_back({"ignore_index", &formats::int64, static_cast<std::uint64_t>(c.ignore_index)});
  if (o.smoothing) all.push_back({"smoothing", &formats::fp32, c.smoothing});
  return all;
}

/// One tensor's memory, and what it looked like before the call.
struct Held {
  const RowTensor* tensor;
  StridedBuffer buffer;
  std::vector<std::byte> before;
};

std::string damage_of(Held& h) {
  const std::string what(h.tensor->name);
  if (h.tensor->output) {
    if (const auto where = h.buffer.buffer().broken_guard())
      return describe_broken_guard(*where, h.buffer.buffer().size()) + " of " + what;
    return h.buffer.gaps_equal(h.before) ? std::string() : "wrote between or around the elements of " + what;
  }
  if (h.buffer.buffer().broken_guard()) return "wrote beside " + what;
  return h.buffer.bytes() == h.before ? std::string() : "changed " + what + ", or what lies around it";
}

void note(const RowsRun& run) {
  if (run.reply.status != Status::ok) return;
  for (const std::vector<std::uint64_t>& output : run.outputs) {
    if (!output.empty()) note_outputs(output);
  }
}

}  // namespace

RowsRun Runner::run(const RowsCase& c, const Inputs& inputs, const RunOptions& options) const {
  const RowsOffer& o = *offer_;
  const std::size_t count = o.formats.size();
  std::deque<Held> held;
  std::vector<Held*> of_tensor(count, nullptr);
  const std::size_t y = o.output_place();
  for (std::size_t t = 0; t < count; ++t) {
    const RowTensor& tensor = o.operation->tensors[t];
    if (o.formats[t] == nullptr || (c.in_place && t == 0)) continue;
    Held& h = held.emplace_back(
        Held{&tensor, {*o.formats[t], plan_layout(shape_of(o, c, t), c.layouts[t]), c.layouts[t].lead}, {}});
    of_tensor[t] = &h;
    if (tensor.output) {
      h.buffer.poison(options.poison);
      if (c.in_place && t == y) h.buffer.set(inputs[0]);
    } else {
      h.buffer.fill(options.surroundings == Surroundings::nan ? alarming_code(*o.formats[t]) : 0);
      h.buffer.set(inputs[t]);
    }
    h.before = h.buffer.bytes();
  }
  std::vector<Tensor> tensors;
  for (std::size_t t = 0; t < count; ++t) {
    if (o.formats[t] == nullptr) continue;
    Tensor tensor = tensor_of(o.operation->tensors[t], of_tensor[c.in_place && t == 0 ? y : t]->buffer);
    tensor.name = o.operation->tensors[t].name;
    tensors.push_back(tensor);
  }
  const std::vector<Scalar> scalars = scalars_of(o, c);
  RowsRun run;
  run.reply = guarded_call(
      *implementation_,
      {.operation = o.operation->name, .variant = o.offer.variant, .tensors = tensors, .scalars = scalars},
      &run.state_change);
  run.outputs.resize(count);
  for (std::size_t t = 0; t < count; ++t) {
    if (of_tensor[t] != nullptr && o.operation->tensors[t].output)
      run.outputs[t] = of_tensor[t]->buffer.get();
  }
  note(run);
  for (Held& h : held) {
    if (run.damage.empty()) run.damage = damage_of(h);
  }
  return run;
}

RowsRun Runner::run_sparse(const RowsCase& c, const Inputs& inputs) const {
  const RowsOffer& o = *offer_;
  RowsRun run;
  run.outputs.resize(o.formats.size());
  std::vector<std::unique_ptr<SparseBuffer>> buffers(o.formats.size());
  std::vector<Tensor> tensors;
  for (std::size_t t = 0; t < o.formats.size(); ++t) {
    if (o.formats[t] == nullptr) continue;
    const auto shape = shape_of(o, c, t);
    buffers[t] = std::make_unique<SparseBuffer>(*o.formats[t], plan_layout(shape, c.layouts[t]));
    if (!buffers[t]->reserved()) {
      run.reply = {Status::unsupported, "address space for offsets beyond 2^31 could not be reserved"};
      return run;
    }
    const bool output = o.operation->tensors[t].output;
    const auto size = static_cast<std::size_t>(shape[0] * shape[1] * shape[2]);
    buffers[t]->set(output ? std::vector<std::uint64_t>(size, first_poison) : inputs[t]);
    tensors.push_back(tensor_of(o.operation->tensors[t], *buffers[t]));
  }
  const std::vector<Scalar> scalars = scalars_of(o, c);
  run.reply = guarded_call(
      *implementation_,
      {.operation = o.operation->name, .variant = o.offer.variant, .tensors = tensors, .scalars = scalars});
  for (std::size_t t = 0; t < o.formats.size(); ++t) {
    if (buffers[t] != nullptr && o.operation->tensors[t].output) run.outputs[t] = buffers[t]->get();
  }
  note(run);
  return run;
}

}  // namespace ulpgate::rows
