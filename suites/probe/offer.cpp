// Offers of operation mma as instructions.
#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <stdexcept>

#include "suites/framework/guarded_call.h"
#include "suites/probe/instruction.h"
#include "suites/probe/parameters.h"

namespace ulpgate::probe {

static_assert(std::endian::native == std::endian::little, "codes are copied by their low bytes");
namespace {

constexpr int largest_extent = 4096;

[[noreturn]] void refuse(const Offer& offer, const std::string& problem) {
  throw std::invalid_argument("The offer " + offer.variant + " of mma " + problem + ".");
}

/// "m16n8k16".
MmaShape shape_of(const Offer& offer) {
  const auto claim = offer.claims.find("shape");
  if (claim == offer.claims.end()) refuse(offer, "does not claim its shape");
  MmaShape shape;
  const char* at = claim->second.data();
  const char* end = at + claim->second.size();
  for (const auto& [letter, extent] : {std::pair{'m', &shape.m}, {'n', &shape.n}, {'k', &shape.k}}) {
    if (at == end || *at != letter)
      refuse(offer, "claims the shape '" + claim->second + "', which is not like m16n8k16");
    const auto [next, error] = std::from_chars(at + 1, end, *extent);
    if (error != std::errc() || *extent < 1 || *extent > largest_extent)
      refuse(offer, "claims the shape '" + claim->second + "', whose extents must be from 1 to 4096");
    at = next;
  }
  if (at != end) refuse(offer, "claims the shape '" + claim->second + "', which is not like m16n8k16");
  return shape;
}

const Format* format_of(const Offer& offer, std::string_view role) {
  for (const auto& [name, format] : offer.formats) {
    if (name == role) return find_format(format);
  }
  return nullptr;
}

const Format* needed(const Offer& offer, std::string_view role) {
  const Format* format = format_of(offer, role);
  if (format == nullptr) refuse(offer, "names no known format for " + std::string(role));
  return format;
}

/// A packed matrix of codes.
class Matrix {
 public:
  Matrix(std::string_view name, const Format& format, int rows, int columns)
      : name_(name),
        format_(format),
        shape_{rows, columns},
        strides_{columns, 1},
        bytes_(format.bytes() * size()) {}

  void set(int row, int column, std::uint64_t code) {
    std::memcpy(element(row, column), &code, format_.bytes());
  }
  std::uint64_t get(int row, int column) {
    std::uint64_t code = 0;
    std::memcpy(&code, element(row, column), format_.bytes());
    return code;
  }
  void fill(unsigned char value) { std::fill(bytes_.begin(), bytes_.end(), std::byte{value}); }
  Tensor tensor() { return {name_, &format_, Memory::host, shape_, strides_, bytes_.data()}; }

 private:
  std::size_t size() const { return static_cast<std::size_t>(shape_[0] * shape_[1]); }
  std::byte* element(int row, int column) {
    return bytes_.data() + format_.bytes() * static_cast<std::size_t>(row * shape_[1] + column);
  }

  std::string_view name_;
  const Format& format_;
  std::array<std::int64_t, 2> shape_;
  std::array<std::int64_t, 2> strides_;
  std::vector<std::byte> bytes_;
};

class OfferedInstruction {
 public:
  OfferedInstruction(Implementation& implementation, const Offer& offer, const Signature& signature,
                     MmaShape shape)
      : implementation_(implementation), offer_(offer), signature_(signature), shape_(shape) {}

  std::vector<std::uint64_t> operator()(std::span<const Dot> dots) const {
    std::vector<std::uint64_t> out;
    const auto together = static_cast<std::size_t>(std::min(shape_.m, shape_.n));
    for (std::size_t done = 0; done < dots.size(); done += together)
      call(dots.subspan(done, std::min(together, dots.size() - done)), out);
    return out;
  }

 private:
  void call(std::span<const Dot> dots, std::vector<std::uint64_t>& out) const {
    const Signature& s = signature_;
    const auto [m, n, k] = shape_;
    Matrix a("a", *s.a, m, k), b("b", *s.b, k, n), c("c", *s.accumulator, m, n), d("d", *s.output, m, n);
    d.fill(0xA5);
    std::vector<Matrix> scales;
    if (s.scale_format != nullptr) {
      scales.emplace_back("a_scale", *s.scale_format, m, s.scales());
      scales.emplace_back("b_scale", *s.scale_format, s.scales(), n);
    }
    for (int i = 0; i < static_cast<int>(dots.size()); ++i) {
      const Dot& dot = dots[static_cast<std::size_t>(i)];
      for (int at = 0; at < k; ++at) {
        a.set(i, at, dot.a[static_cast<std::size_t>(at)]);
        b.set(at, i, dot.b[static_cast<std::size_t>(at)]);
      }
      for (int at = 0; at < s.scales(); ++at) {
        scales[0].set(i, at, dot.a_scales[static_cast<std::size_t>(at)]);
        scales[1].set(at, i, dot.b_scales[static_cast<std::size_t>(at)]);
      }
      c.set(i, i, dot.c);
    }
    std::vector<Tensor> tensors{a.tensor(), b.tensor(), c.tensor(), d.tensor()};
    for (Matrix& scale : scales) tensors.push_back(scale.tensor());
    const Reply reply = guarded_call(implementation_, {"mma", offer_.variant, tensors, {}, nullptr});
    if (reply.status != Status::ok)
      throw std::runtime_error("The call of " + offer_.variant + " was " +
                               (reply.status == Status::unsupported ? "answered with unsupported"
                                : reply.status == Status::invalid   ? "refused as invalid"
                                                                    : "a failure") +
                               (reply.message.empty() ? "" : ": " + reply.message) + ".");
    for (int i = 0; i < static_cast<int>(dots.size()); ++i) out.push_back(d.get(i, i));
  }

  Implementation& implementation_;
  Offer offer_;
  Signature signature_;
  MmaShape shape_;
};

}  // namespace

Instruction from_offer(Implementation& implementation, const Offer& offer) {
  if (offer.operation != "mma")
    throw std::invalid_argument("The offer is of " + offer.operation + ", not of mma.");
  const MmaShape shape = shape_of(offer);
  Instruction made;
  made.a = needed(offer, "a");
  made.b = needed(offer, "b");
  made.accumulator = needed(offer, "c");
  made.output = needed(offer, "d");
  made.k = shape.k;
  made.scale_format = format_of(offer, "a_scale");
  if (made.scale_format != format_of(offer, "b_scale"))
    refuse(offer, "has different formats for its two scales");
  if (made.scale_format != nullptr) {
    const auto claim = offer.claims.find("scale_block");
    const std::string text = claim == offer.claims.end() ? "" : claim->second;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), made.scale_block);
    if (error != std::errc() || end != text.data() + text.size() || made.scale_block < 1 ||
        made.k % made.scale_block != 0)
      refuse(offer, "must claim a scale_block that divides its k");
  }
  if (algorithms_for(made).empty())
    refuse(offer,
           "has formats that no modelled instruction has: " + to_text(static_cast<const Signature&>(made)));
  made.evaluate = OfferedInstruction(implementation, offer, made, shape);
  return made;
}

}  // namespace ulpgate::probe
