#include "suites/mma/runner.h"

#include <array>
#include <cstring>
#include <deque>

#include "reference/oracles/convert.h"
#include "suites/framework/fingerprint.h"
#include "suites/framework/guarded_call.h"

namespace ulpgate::mma {
namespace {

struct PackedMatrix {
  std::string_view name;
  const Format* format;
  std::array<std::int64_t, 2> shape, strides;
  GuardedBuffer buffer;
  std::vector<std::byte> before;

  PackedMatrix(std::string_view matrix_name, const Format& f, Extent extent, std::size_t lead)
      : name(matrix_name),
        format(&f),
        shape{extent.rows, extent.columns},
        strides{extent.columns, 1},
        buffer(place(extent.rows, extent.columns, 0) * f.bytes(), lead * f.bytes()) {}

  void set(const std::vector<std::uint64_t>& codes) {
    for (std::size_t i = 0; i < codes.size(); ++i) store_element(*format, buffer.data(), i, codes[i]);
    before.assign(buffer.data(), buffer.data() + buffer.size());
  }
  Tensor tensor() {
    return {.name = name, .format = format, .shape = shape, .strides = strides, .data = buffer.data()};
  }
};

std::string damage_of(std::deque<PackedMatrix>& inputs, PackedMatrix& d) {
  if (const auto where = d.buffer.broken_guard()) return describe_broken_guard(*where, d.buffer.size());
  for (PackedMatrix& in : inputs) {
    if (in.buffer.broken_guard()) return "wrote beside " + std::string(in.name);
    if (std::memcmp(in.before.data(), in.buffer.data(), in.before.size()) != 0)
      return "changed " + std::string(in.name);
  }
  return {};
}

}  // namespace

MmaRun Runner::run(const MmaInputs& inputs, std::size_t lead, std::uint8_t poison) const {
  const MmaOffer& o = *offer_;
  std::deque<PackedMatrix> in;
  for (const Matrix matrix : matrices_of(o))
    in.emplace_back(name(matrix), format_of(o, matrix), extent_of(o, matrix), lead).set(inputs.of(matrix));
  PackedMatrix d("d", *o.d, extent_of(o, Matrix::c), lead);
  d.buffer.poison(poison);

  std::vector<Tensor> tensors;
  for (PackedMatrix& matrix : in) {
    tensors.push_back(matrix.tensor());
    if (tensors.size() == 3) tensors.push_back(d.tensor());
  }
  MmaRun run;
  run.reply = guarded_call(
      *implementation_, {.operation = "mma", .variant = o.offer.variant, .tensors = tensors, .scalars = {}},
      &run.state_change);
  const std::size_t count = d.buffer.size() / o.d->bytes();
  run.d.reserve(count);
  for (std::size_t i = 0; i < count; ++i) run.d.push_back(load_element(*o.d, d.buffer.data(), i));
  if (run.reply.status == Status::ok) note_outputs(run.d);
  run.damage = damage_of(in, d);
  return run;
}

}  // namespace ulpgate::mma
