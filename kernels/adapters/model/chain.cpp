#include "kernels/adapters/model/chain.h"

#include <algorithm>
#include <utility>

namespace ulpgate::model {
namespace {

std::uint32_t integer(const Format& f, std::uint64_t code) {
  const std::uint64_t bits = code & f.code_mask();
  return static_cast<std::uint32_t>(bits) - static_cast<std::uint32_t>((bits & f.sign_mask()) << 1);
}

}  // namespace

Chain::Chain(const ProfileEntry& entry, const Format& a, const Format& b, std::vector<Segment> segments)
    : entry_(entry),
      a_format_(a),
      b_format_(b),
      instruction_k_(static_cast<std::size_t>(entry.largest_k())),
      segments_(std::move(segments)) {
  places_.push_back(0);
  for (const Segment& s : segments_) places_.push_back(places_.back() + stored_count(s));
  if (entry.arithmetic.algorithm == Algorithm::fused_sum) {
    fused_.emplace(entry, a, b);
    if (entry.arithmetic.scale_format != nullptr)
      scale_.emplace(*entry.arithmetic.scale_format, SubnormalRule::unnormalised);
  } else if (entry.arithmetic.algorithm != Algorithm::integer_sum) {
    mma_.emplace(entry, a, b);
  }
}

std::size_t Chain::stored_count(const Segment& s) const {
  if (entry_.arithmetic.k_order == KOrder::ascending) return s.count;
  return (s.count + instruction_k_ - 1) / instruction_k_ * instruction_k_;
}

Operands Chain::fused_operands(const OperandDecoder& decoder, std::span<const std::uint64_t> codes,
                               std::span<const std::uint64_t> scales) const {
  const KOrder order = entry_.arithmetic.k_order;
  const auto block = static_cast<std::size_t>(std::max(entry_.arithmetic.scale_block, 1));
  Operands out(places_.back());
  const auto operand = [&](std::size_t k) {
    Operand x = decoder.decode(codes[k]);
    if (!scale_) return x;
    const Operand scale = scale_->decode(scales[k / block]);
    if (scale.is_special()) return scale;  // NaN
    if (x.significand != 0) x.exponent += scale.exponent;
    return x;
  };
  for (std::size_t s = 0; s < segments_.size(); ++s) {
    const std::size_t end = segments_[s].first + segments_[s].count;
    const std::size_t stored = places_[s + 1] - places_[s];
    for (std::size_t done = 0; done < stored; done += instruction_k_) {
      const std::size_t count = std::min(instruction_k_, stored - done);
      for (std::size_t place = 0; place < count; ++place) {
        const std::size_t k =
            segments_[s].first + done +
            static_cast<std::size_t>(k_at(order, static_cast<int>(count), static_cast<int>(place)));
        out.set(places_[s] + done + place, k < end ? operand(k) : Operand{});
      }
    }
  }
  return out;
}

Line Chain::decode(const Format& format, const OperandDecoder* decoder, std::span<const std::uint64_t> codes,
                   std::span<const std::uint64_t> scales) const {
  Line line;
  if (decoder != nullptr) {
    line.operands.emplace(fused_operands(*decoder, codes, scales));
  } else if (mma_) {
    line.codes.assign(codes.begin(), codes.end());
    line.scales.assign(scales.begin(), scales.end());
  } else {
    for (const std::uint64_t code : codes) line.integers.push_back(integer(format, code));
  }
  return line;
}

Line Chain::decode_a(std::span<const std::uint64_t> codes, std::span<const std::uint64_t> scales) const {
  return decode(a_format_, fused_ ? &fused_->a_decoder() : nullptr, codes, scales);
}

Line Chain::decode_b(std::span<const std::uint64_t> codes, std::span<const std::uint64_t> scales) const {
  return decode(b_format_, fused_ ? &fused_->b_decoder() : nullptr, codes, scales);
}

std::uint64_t Chain::sum(const Line& a, const Line& b, std::size_t segment) const {
  const auto [first, count] = segments_[segment];
  if (fused_) {
    const std::size_t place = places_[segment], stored = places_[segment + 1] - place;
    std::uint64_t accumulator = 0;
    for (std::size_t done = 0; done < stored; done += instruction_k_) {
      accumulator = fused_->chain(a.operands->from(place + done), b.operands->from(place + done),
                                  static_cast<int>(std::min(instruction_k_, stored - done)), accumulator);
    }
    return accumulator;
  }
  if (mma_) {
    const auto block = static_cast<std::size_t>(entry_.arithmetic.scale_block);
    const std::size_t skipped = block == 0 ? 0 : first / block;
    const std::size_t scales = block == 0 ? 0 : (count + block - 1) / block;
    const auto part = [](const std::vector<std::uint64_t>& from, std::size_t start, std::size_t length) {
      return std::span(from).subspan(start, length);
    };
    return mma_->dot_chain(entry_.largest_k(), part(a.codes, first, count), part(b.codes, first, count), 0,
                           part(a.scales, skipped, scales), part(b.scales, skipped, scales));
  }
  std::uint32_t total = 0;
  for (std::size_t k = first; k < first + count; ++k) total += a.integers[k] * b.integers[k];
  return total;
}

}  // namespace ulpgate::model
