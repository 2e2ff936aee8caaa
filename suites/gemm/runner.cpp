#include "suites/gemm/runner.h"

#include <deque>
#include <optional>

#include "suites/framework/fingerprint.h"
#include "suites/framework/guarded_call.h"
#include "suites/gemm/matrix_layout.h"

namespace ulpgate::gemm {
namespace {

/// An input with what surrounds it, and what all of it looked like before the call.
struct Input {
  std::string_view name;
  StridedBuffer buffer;
  std::vector<std::byte> before;
  std::size_t rank = 3;
};

class InputSet {
 public:
  explicit InputSet(Surroundings surroundings) : surroundings_(surroundings) {}

  Input& add(std::string_view name, const Format& format, std::int64_t batch, std::int64_t rows,
             std::int64_t columns, const Layout& layout, const std::vector<std::uint64_t>& codes) {
    Input& in = inputs_.emplace_back(Input{name, matrix_buffer(format, batch, rows, columns, layout), {}, 3});
    in.buffer.fill(surroundings_ == Surroundings::nan ? alarming_code(format) : 0);
    in.buffer.set(codes);
    in.before = in.buffer.bytes();
    return in;
  }

  std::string damage() {
    for (Input& in : inputs_) {
      const std::string what(in.name);
      if (in.buffer.buffer().broken_guard()) return "wrote beside " + what;
      if (in.buffer.bytes() != in.before) return "changed " + what + ", or what lies around it";
    }
    return {};
  }

  std::deque<Input>& all() { return inputs_; }

 private:
  Surroundings surroundings_;
  std::deque<Input> inputs_;
};

Tensor tensor(std::string_view name, StridedBuffer& buffer, std::size_t rank) {
  // A vector is the last dimension of its matrix.
  return {.name = name,
          .format = &buffer.format(),
          .shape = std::span(buffer.shape()).last(rank),
          .strides = std::span(buffer.strides()).last(rank),
          .data = buffer.data()};
}

/// The same memory as tensor b, rows and columns exchanged.
Tensor transposed(StridedBuffer& a, std::array<std::int64_t, 3>& shape,
                  std::array<std::int64_t, 3>& strides) {
  shape = {a.shape()[0], a.shape()[2], a.shape()[1]};
  strides = {a.strides()[0], a.strides()[2], a.strides()[1]};
  return {.name = "b", .format = &a.format(), .shape = shape, .strides = strides, .data = a.data()};
}

}  // namespace

GemmRun Runner::run(const GemmCase& c, const GemmInputs& inputs, const RunOptions& options) const {
  const GemmOffer& o = *offer_;
  InputSet set(options.surroundings);
  set.add("a", *o.a, c.batch, c.m, c.k, c.a, inputs.a);
  if (!c.self) set.add("b", *o.b, c.batch, c.k, c.n, c.b, inputs.b);
  if (!c.in_place) set.add("c", *o.c, c.batch, c.m, c.n, c.c, inputs.c);

  StridedBuffer d = matrix_buffer(*o.d, c.batch, c.m, c.n, c.d);
  d.poison(options.poison);
  if (c.in_place) d.set(inputs.c);
  const std::vector<std::byte> d_before = d.bytes();

  if (o.bias != nullptr) set.add("bias", *o.bias, 1, 1, c.n, {}, inputs.bias).rank = 1;
  const auto add_scale = [&](std::string_view name, const Format* format, const ScaleBlock& block,
                             std::int64_t rows, std::int64_t columns,
                             const std::vector<std::uint64_t>& codes) {
    if (format == nullptr) return;
    const ScaleShape shape = scale_shape(block, rows, columns);
    set.add(name, *format, c.batch, shape.rows, shape.columns, {}, codes);
  };
  add_scale("a_scale", o.a_scale, o.a_block, c.m, c.k, inputs.a_scale);
  add_scale("b_scale", o.b_scale, o.b_block, c.k, c.n, inputs.b_scale);

  std::vector<Tensor> tensors;
  std::array<std::int64_t, 3> b_shape{}, b_strides{};
  for (Input& in : set.all()) {
    if (in.name == "bias" || in.name == "a_scale" || in.name == "b_scale") continue;
    tensors.push_back(tensor(in.name, in.buffer, in.rank));
    if (in.name == "a" && c.self) tensors.push_back(transposed(in.buffer, b_shape, b_strides));
  }
  if (c.in_place) tensors.push_back(tensor("c", d, 3));
  tensors.push_back(tensor("d", d, 3));
  for (Input& in : set.all()) {
    if (in.name == "bias" || in.name == "a_scale" || in.name == "b_scale")
      tensors.push_back(tensor(in.name, in.buffer, in.rank));
  }
  std::optional<StridedBuffer> amax;
  if (o.amax != nullptr) {
    amax.emplace(matrix_buffer(*o.amax, 1, 1, 1, Layout{})).poison(options.poison);
    tensors.push_back(tensor("amax", *amax, 1));
  }
  const std::array scalars{Scalar{"alpha", o.alpha, c.alpha}, Scalar{"beta", o.alpha, c.beta}};

  GemmRun run;
  run.reply =
      guarded_call(*implementation_,
                   {.operation = "gemm", .variant = o.offer.variant, .tensors = tensors, .scalars = scalars},
                   &run.state_change);
  run.d = d.get();
  if (amax) run.amax = amax->get()[0];
  if (run.reply.status == Status::ok) {
    note_outputs(run.d);
    if (amax) note_outputs({&run.amax, 1});
  }
  if (const auto where = d.buffer().broken_guard()) {
    run.damage = describe_broken_guard(*where, d.buffer().size());
  } else if (!d.gaps_equal(d_before)) {
    run.damage = "wrote between or around the elements of d";
  } else if (amax && amax->buffer().broken_guard()) {
    run.damage = "wrote beside amax";
  } else {
    run.damage = set.damage();
  }
  return run;
}

}  // namespace ulpgate::gemm
