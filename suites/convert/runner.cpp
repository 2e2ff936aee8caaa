#include "suites/convert/runner.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>

#include "reference/oracles/convert.h"
#include "suites/convert/inputs.h"
#include "suites/framework/fingerprint.h"
#include "suites/framework/guarded_call.h"

namespace ulpgate::convert {
namespace {

/// Memory of `count` elements at a stride, with room on the proper side for negative ones.
class StridedBuffer {
 public:
  StridedBuffer(const Format& format, std::size_t count, std::int64_t stride, std::size_t lead)
      : format_(&format),
        count_(count),
        stride_(stride),
        first_(count > 0 && stride < 0 ? (count - 1) * static_cast<std::size_t>(-stride) : 0),
        buffer_(extent() * format.bytes(), lead * format.bytes()) {}

  GuardedBuffer& buffer() { return buffer_; }
  void* element_zero() { return buffer_.data() + first_ * format_->bytes(); }
  std::size_t place(std::size_t i) const {
    return static_cast<std::size_t>(static_cast<std::int64_t>(first_) +
                                    static_cast<std::int64_t>(i) * stride_);
  }
  std::uint64_t get(std::size_t i) const { return load_element(*format_, buffer_.data(), place(i)); }
  void set(std::size_t i, std::uint64_t code) { store_element(*format_, buffer_.data(), place(i), code); }

  /// Whether every byte between the elements still is `poison`.
  bool gaps_hold(std::uint8_t poison) const {
    std::vector<bool> used(extent(), false);
    for (std::size_t i = 0; i < count_; ++i) used[place(i)] = true;
    for (std::size_t e = 0; e < used.size(); ++e) {
      if (used[e]) continue;
      const std::byte* bytes = buffer_.data() + e * format_->bytes();
      if (!std::all_of(bytes, bytes + format_->bytes(), [&](std::byte b) { return b == std::byte{poison}; }))
        return false;
    }
    return true;
  }

 private:
  std::size_t extent() const {
    return count_ == 0 ? 0 : (count_ - 1) * static_cast<std::size_t>(std::abs(stride_)) + 1;
  }

  const Format* format_;
  std::size_t count_;
  std::int64_t stride_;
  std::size_t first_;
  GuardedBuffer buffer_;
};

std::string find_damage(StridedBuffer& in, const std::vector<std::byte>& in_before, StridedBuffer& out,
                        std::uint8_t poison) {
  if (const auto where = out.buffer().broken_guard())
    return describe_broken_guard(*where, out.buffer().size());
  if (!out.gaps_hold(poison)) return "wrote between the elements of a strided output";
  if (in.buffer().broken_guard()) return "wrote beside the input";
  if (!in_before.empty() && std::memcmp(in_before.data(), in.buffer().data(), in_before.size()) != 0)
    return "changed its input";
  return {};
}

}  // namespace

Reply Runner::call(const void* inputs, void* outputs, std::int64_t count, std::int64_t from_stride,
                   std::int64_t to_stride, std::string* state_change) const {
  const std::array<std::int64_t, 1> shape{count};
  const std::array<std::int64_t, 1> from_strides{from_stride};
  const std::array<std::int64_t, 1> to_strides{to_stride};
  const std::array tensors{
      Tensor{.name = "from",
             .format = offer_->from,
             .shape = shape,
             .strides = from_strides,
             .data = const_cast<void*>(inputs)},
      Tensor{.name = "to", .format = offer_->to, .shape = shape, .strides = to_strides, .data = outputs}};
  const Call c{.operation = "convert", .variant = offer_->offer.variant, .tensors = tensors, .scalars = {}};
  return guarded_call(*implementation_, c, state_change);
}

CaseRun Runner::run(const ConvertCase& c, std::uint8_t poison) const {
  const std::size_t count = c.inputs.size();
  StridedBuffer in(from(), count, c.from_stride, c.lead);
  StridedBuffer out(to(), count, c.to_stride, c.to_lead);
  in.buffer().poison(poison);
  for (std::size_t i = 0; i < count; ++i) in.set(i, c.inputs[i] | padding_noise(from(), i));
  const std::vector<std::byte> in_before(in.buffer().data(), in.buffer().data() + in.buffer().size());
  out.buffer().poison(poison);

  CaseRun run;
  run.reply = call(in.element_zero(), out.element_zero(), static_cast<std::int64_t>(count), c.from_stride,
                   c.to_stride, &run.state_change);
  run.outputs.reserve(count);
  for (std::size_t i = 0; i < count; ++i) run.outputs.push_back(out.get(i));
  if (run.reply.status == Status::ok) note_outputs(run.outputs);
  run.damage = find_damage(in, in_before, out, poison);
  return run;
}

}  // namespace ulpgate::convert
