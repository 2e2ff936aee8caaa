#pragma once
// Matrices of one instruction of a warp, from and to its lanes' registers.
#include <cstdint>
#include <span>
#include <vector>

#include "ulpgate/simt/host_mma.h"

namespace simt::detail {

/// Where each element that a lane holds stands in its row-major matrix: fragment_layout.h, looked up once.
class FragmentPlaces {
 public:
  /// Of a warp's instruction; others (wgmma) have none.
  explicit FragmentPlaces(const Instruction& instruction);

  /// The lane's elements into matrices of codes.
  void gather_a(unsigned lane, const void* registers, std::span<std::uint64_t> a) const;
  void gather_b(unsigned lane, const void* registers, std::span<std::uint64_t> b) const;
  void gather_c(unsigned lane, const void* registers, std::span<std::uint64_t> c) const;
  /// D's codes into the lane's registers.
  void scatter_d(unsigned lane, std::span<const std::uint64_t> d, void* registers) const;

 private:
  /// Of one operand, lane by lane, in the order in which registers hold them.
  struct Places {
    std::vector<std::uint16_t> at;
    std::size_t per_lane = 0;
    int element_bytes = 0;

    std::span<const std::uint16_t> of(unsigned lane) const {
      return std::span(at).subspan(lane * per_lane, per_lane);
    }
  };
  static void gather(const Places& places, unsigned lane, const void* registers,
                     std::span<std::uint64_t> codes);

  Places a_, b_, c_;
};

}  // namespace simt::detail
