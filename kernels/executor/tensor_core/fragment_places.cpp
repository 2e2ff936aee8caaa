#include "kernels/executor/tensor_core/fragment_places.h"

#include <bit>
#include <cstddef>
#include <cstring>
#include <string_view>

#include "kernels/executor/tensor_core/fragment_layout.h"

namespace simt::detail {
namespace {

// Elements lie in registers, and registers side by side, lowest bits first, as they do wherever CUDA runs.
static_assert(std::endian::native == std::endian::little);

template <typename Element>
void gather_elements(std::span<const std::uint16_t> places, const void* registers,
                     std::span<std::uint64_t> codes) {
  const auto* from = static_cast<const std::byte*>(registers);
  for (const std::uint16_t place : places) {
    Element element;
    std::memcpy(&element, from, sizeof element);
    codes[place] = element;
    from += sizeof element;
  }
}

template <typename Element>
void scatter_elements(std::span<const std::uint16_t> places, std::span<const std::uint64_t> codes,
                      void* registers) {
  auto* to = static_cast<std::byte*>(registers);
  for (const std::uint16_t place : places) {
    const auto element = static_cast<Element>(codes[place]);
    std::memcpy(to, &element, sizeof element);
    to += sizeof element;
  }
}

}  // namespace

FragmentPlaces::FragmentPlaces(const Instruction& i) {
  if (i.family != std::string_view("mma")) return;
  const auto look_up = [](Places& to, int registers, int elements, int bytes, const auto& place) {
    to.per_lane = static_cast<std::size_t>(registers * elements);
    to.element_bytes = bytes / elements;
    for (unsigned lane = 0; lane < 32; ++lane) {
      for (int r = 0; r < registers; ++r) {
        for (int x = 0; x < elements; ++x) to.at.push_back(static_cast<std::uint16_t>(place(lane, r, x)));
      }
    }
  };
  const int e = i.operand_elements;
  look_up(a_, i.a_registers, e, i.operand_bytes, [&](unsigned lane, int r, int x) {
    const auto [row, k] = a_position(lane, r, x, e, i.m);
    return row * i.k + k;
  });
  look_up(b_, i.b_registers, e, i.operand_bytes, [&](unsigned lane, int r, int x) {
    const auto [k, column] = b_position(lane, r, x, e);
    return k * i.n + column;
  });
  look_up(c_, i.c_registers, i.register_elements, i.register_bytes, [&](unsigned lane, int r, int x) {
    const auto [row, column] = c_position(lane, r * i.register_elements + x, i.m);
    return row * i.n + column;
  });
}

void FragmentPlaces::gather(const Places& places, unsigned lane, const void* registers,
                            std::span<std::uint64_t> codes) {
  const std::span<const std::uint16_t> at = places.of(lane);
  switch (places.element_bytes) {
    case 1:
      return gather_elements<std::uint8_t>(at, registers, codes);
    case 2:
      return gather_elements<std::uint16_t>(at, registers, codes);
    case 4:
      return gather_elements<std::uint32_t>(at, registers, codes);
    default:
      return gather_elements<std::uint64_t>(at, registers, codes);
  }
}

void FragmentPlaces::gather_a(unsigned lane, const void* registers, std::span<std::uint64_t> a) const {
  gather(a_, lane, registers, a);
}
void FragmentPlaces::gather_b(unsigned lane, const void* registers, std::span<std::uint64_t> b) const {
  gather(b_, lane, registers, b);
}
void FragmentPlaces::gather_c(unsigned lane, const void* registers, std::span<std::uint64_t> c) const {
  gather(c_, lane, registers, c);
}

void FragmentPlaces::scatter_d(unsigned lane, std::span<const std::uint64_t> d, void* registers) const {
  const std::span<const std::uint16_t> at = c_.of(lane);
  switch (c_.element_bytes) {
    case 2:
      return scatter_elements<std::uint16_t>(at, d, registers);
    case 4:
      return scatter_elements<std::uint32_t>(at, d, registers);
    default:
      return scatter_elements<std::uint64_t>(at, d, registers);
  }
}

}  // namespace simt::detail
