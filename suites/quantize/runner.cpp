#include "suites/quantize/runner.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <deque>
#include <span>

#include "suites/framework/codes.h"
#include "suites/framework/fingerprint.h"
#include "suites/framework/guarded_call.h"
#include "suites/framework/strided_buffer.h"

namespace ulpgate::blocks {
namespace {

/// Padded and swizzled scales are packed: their layout is what the claim says.
Layout layout_of(const BlocksOffer& o, const BlocksCase& c, std::size_t tensor) {
  const std::string_view name = o.operation->tensors[tensor].name;
  const bool scales = name == "scales" || name == "scales_t";
  if (!scales || o.layout == quantize::ScaleLayout::plain) return c.layout;
  Layout packed;
  packed.lead = c.layout.lead;
  return packed;
}

StridedPlan plan_of(const Shape& shape, const Layout& l) {
  StridedPlan plan;
  plan.shape = {shape[0], shape[1], 1};
  const std::size_t outer = l.turned ? 1 : 0, inner = l.turned ? 0 : 1;
  plan.strides[inner] = l.step;
  plan.strides[outer] = plan.shape[inner] * l.step + l.pad;
  plan.strides[2] = 1;
  std::int64_t reach = 0;
  for (std::size_t axis = 0; axis < 2; ++axis) {
    if (plan.shape[axis] > 0) reach += (plan.shape[axis] - 1) * plan.strides[axis];
  }
  plan.first = buffer_margin;
  plan.extent = reach + 1 + 2 * buffer_margin;
  for (std::size_t axis = 0; axis < 2; ++axis) {
    if ((l.reversed >> axis & 1) == 0 || plan.shape[axis] == 0) continue;
    plan.first += (plan.shape[axis] - 1) * plan.strides[axis];
    plan.strides[axis] = -plan.strides[axis];
  }
  return plan;
}

/// Room around the elements for a call that takes the tensor for one of another shape.
void make_room(const Shape& shape, StridedPlan& plan) {
  std::int64_t reach = 0;
  for (std::size_t axis = 0; axis < 2; ++axis)
    reach += std::max<std::int64_t>(shape[axis] - 1, 0) * std::abs(plan.strides[axis]);
  plan.first += reach;
  plan.extent += 2 * reach;
}

/// The extents of a tensor as calls have it.
Shape memory_shape(const BlocksOffer& o, const BlocksCase& c, std::size_t t) {
  const Shape s = stored_shape(o, c, t);
  return {s[0], quantize::packed_columns(packing_of(o, t), s[1])};
}

/// Codes as they are stored: in their places, `padding` between them, two a byte where they are packed.
std::vector<std::uint64_t> stored(const BlocksOffer& o, const BlocksCase& c, std::size_t t,
                                  const std::vector<std::uint64_t>& codes, std::uint64_t padding) {
  const Shape shape = shape_of(o, c, t), all = stored_shape(o, c, t);
  std::vector<std::uint64_t> out(static_cast<std::size_t>(all[0] * all[1]), padding);
  for (std::int64_t row = 0; row < shape[0]; ++row) {
    for (std::int64_t column = 0; column < shape[1]; ++column)
      out[stored_place(o, shape, t, row, column)] = codes[static_cast<std::size_t>(row * shape[1] + column)];
  }
  return quantize::packed(packing_of(o, t), out, all[0], all[1], padding);
}

/// One tensor's memory, and what it looked like before the call.
struct Held {
  const BlockTensor* tensor;
  std::size_t place;
  StridedBuffer buffer;
  std::vector<std::byte> before;
};

Tensor tensor_of(Held& h) {
  const bool one_axis = h.tensor->extents == BlockExtents::tensors || h.tensor->extents == BlockExtents::one;
  return {.name = h.tensor->name,
          .format = &h.buffer.format(),
          .shape = std::span(h.buffer.shape()).subspan(one_axis ? 1 : 0, one_axis ? 1 : 2),
          .strides = std::span(h.buffer.strides()).subspan(one_axis ? 1 : 0, one_axis ? 1 : 2),
          .data = h.buffer.data()};
}

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

}  // namespace

BlocksRun Runner::run(const BlocksCase& c, const Inputs& inputs, const RunOptions& options) const {
  const BlocksOffer& o = *offer_;
  std::deque<Held> held;
  std::vector<Tensor> tensors;
  for (std::size_t t = 0; t < o.formats.size(); ++t) {
    if (o.formats[t] == nullptr) continue;
    const BlockTensor& tensor = o.operation->tensors[t];
    const Layout layout = layout_of(o, c, t);
    const bool misfits = options.misfit && options.misfit->tensor == t;
    const Shape right = memory_shape(o, c, t);
    StridedPlan plan = plan_of(misfits ? options.misfit->shape : right, layout);
    if (misfits) make_room(right, plan);
    Held& h = held.emplace_back(Held{&tensor, t, {*o.formats[t], plan, layout.lead}, {}});
    if (tensor.output) {
      h.buffer.poison(options.poison);
    } else {
      const std::uint64_t around =
          options.surroundings == Surroundings::nan ? alarming_code(*o.formats[t]) : 0;
      h.buffer.fill(around);
      if (!misfits) h.buffer.set(stored(o, c, t, inputs[t], around));
    }
    h.before = h.buffer.bytes();
  }
  for (Held& h : held) tensors.push_back(tensor_of(h));
  std::vector<Scalar> scalars;
  if (o.is("delayed_scale_update"))
    scalars.push_back({"margin", &formats::fp32, std::bit_cast<std::uint32_t>(static_cast<float>(c.margin))});
  BlocksRun run;
  run.reply = guarded_call(
      *implementation_,
      {.operation = o.operation->name, .variant = o.offer.variant, .tensors = tensors, .scalars = scalars},
      &run.state_change);
  run.outputs.resize(o.formats.size());
  for (Held& h : held) {
    if (run.damage.empty()) run.damage = damage_of(h);
    if (options.misfit && options.misfit->tensor == h.place && run.damage.empty() &&
        h.buffer.bytes() != h.before)
      run.damage = "wrote to " + std::string(h.tensor->name) + ", which has the wrong extents";
    if (!h.tensor->output || options.misfit) continue;
    const Shape shape = stored_shape(o, c, h.place);
    quantize::Unpacked4 out = quantize::unpacked(packing_of(o, h.place), h.buffer.get(), shape[0], shape[1]);
    run.outputs[h.place] = std::move(out.codes);
    if (run.reply.status == Status::ok) note_outputs(run.outputs[h.place]);
    if (run.reply.status == Status::ok && !out.rest_is_zero && run.damage.empty())
      run.damage = "left other than zero in " + std::string(h.tensor->name) +
                   ", in the half of a row's last byte that belongs to no element";
  }
  return run;
}

}  // namespace ulpgate::blocks
