#pragma once
// Integers of up to 256 bits that are not negative: sums over a row and their products, without a heap.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "reference/oracles/gemm/leading.h"

namespace ulpgate {

class WideInteger {
 public:
  using Limbs = std::array<std::uint64_t, 4>;  ///< from the lowest

  constexpr WideInteger() = default;
  explicit constexpr WideInteger(products::UInt128 x)
      : limbs_{static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(x >> 64), 0, 0} {}

  bool is_zero() const { return limbs_ == Limbs{}; }
  int length() const {
    for (int i = 3; i >= 0; --i) {
      const std::uint64_t limb = limbs_[static_cast<std::size_t>(i)];
      if (limb != 0) return 64 * i + static_cast<int>(std::bit_width(limb));
    }
    return 0;
  }

  /// Modulo 2^256, as all below.
  WideInteger& operator+=(const WideInteger& other) {
    products::UInt128 carry = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      carry += limbs_[i];
      carry += other.limbs_[i];
      limbs_[i] = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
    return *this;
  }
  WideInteger& operator-=(const WideInteger& other) {
    products::UInt128 borrow = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const products::UInt128 difference =
          static_cast<products::UInt128>(limbs_[i]) - other.limbs_[i] - borrow;
      limbs_[i] = static_cast<std::uint64_t>(difference);
      borrow = difference >> 127;
    }
    return *this;
  }
  friend WideInteger operator*(const WideInteger& a, const WideInteger& b) {
    WideInteger result;
    for (std::size_t i = 0; i < 4; ++i) {
      if (a.limbs_[i] == 0) continue;
      products::UInt128 carry = 0;
      for (std::size_t j = 0; i + j < 4; ++j) {
        carry += static_cast<products::UInt128>(a.limbs_[i]) * b.limbs_[j] + result.limbs_[i + j];
        result.limbs_[i + j] = static_cast<std::uint64_t>(carry);
        carry >>= 64;
      }
    }
    return result;
  }
  /// 0 <= shift < 256.
  WideInteger operator<<(int shift) const {
    WideInteger result;
    const auto whole = static_cast<std::size_t>(shift / 64);
    const int bits = shift % 64;
    for (std::size_t i = whole; i < 4; ++i) {
      result.limbs_[i] = limbs_[i - whole] << bits;
      if (bits != 0 && i > whole) result.limbs_[i] |= limbs_[i - whole - 1] >> (64 - bits);
    }
    return result;
  }

  Exact exact(int exponent) const {
    Exact::Integer value;
    boost::multiprecision::import_bits(value, limbs_.begin(), limbs_.end(), 64, false);
    return {false, value, exponent};
  }
  /// value * 2^exponent within 2^-50 of itself; 0 of 0, and infinite or 0 beyond double's range.
  double rounded(int exponent) const {
    double value = 0;
    for (std::size_t i = 4; i-- > 0;) value = value * 0x1p64 + static_cast<double>(limbs_[i]);
    return exponent >= -1000 && exponent <= 700 ? value * products::power_of_two(exponent)
                                                : std::ldexp(value, exponent);
  }
  /// value * 2^exponent.
  products::Leading leading(int exponent) const {
    if (length() <= 126)
      return products::leading((static_cast<products::Int128>(limbs_[1]) << 64) + limbs_[0], exponent);
    std::array<std::uint32_t, 8> halves{};
    for (std::size_t i = 0; i < 8; ++i)
      halves[i] = static_cast<std::uint32_t>(limbs_[i / 2] >> (i % 2 == 0 ? 0 : 32));
    const auto used = static_cast<std::size_t>((length() + 31) / 32);
    return products::leading(0, std::span<const std::uint32_t>(halves).first(used), exponent);
  }

 private:
  Limbs limbs_{};
};

}  // namespace ulpgate
