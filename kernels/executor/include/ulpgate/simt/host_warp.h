#pragma once
// Functions of a warp.
#include <bit>
#include <concepts>
#include <cstdint>
#include <type_traits>

#include "ulpgate/simt/host_thread.h"
#include "ulpgate/simt/runtime.h"

namespace simt::detail {

template <typename T>
struct Shuffle {
  T value;
  unsigned source;
  T result;
};

/// A lane that does not exist, or is not named in the mask, has no value to give.
template <typename T>
T shuffle(std::uint32_t mask, T value, unsigned source, const Site& site) {
  static_assert(std::is_trivially_copyable_v<T> && (sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8));
  Shuffle<T> mine{value, source, value};
  together(mask, Together::shuffle, mine, site, [&](const auto& lane) {
    for_each_lane(mask, [&](unsigned l) {
      Shuffle<T>& s = lane(l);
      if ((mask >> s.source & 1) == 0) {
        report_source(l, s.source, site);
        return;
      }
      s.result = lane(s.source).value;
    });
  });
  return mine.result;
}

inline void check_width(int width, const Site& site) {
  if (width < 1 || width > 32 || !std::has_single_bit(static_cast<unsigned>(width))) stop_width(width, site);
}

template <typename T>
T reduce(std::uint32_t mask, T value, const Site& site, T (*combine)(T, T)) {
  T mine = value;
  together(mask, Together::reduce, mine, site, [&](const auto& lane) {
    T all = lane(static_cast<unsigned>(__builtin_ctz(mask)));
    for_each_lane(mask & (mask - 1), [&](unsigned l) { all = combine(all, lane(l)); });
    for_each_lane(mask, [&](unsigned l) { lane(l) = all; });
  });
  return mine;
}

template <typename T>
concept Word = std::same_as<T, int> || std::same_as<T, unsigned>;

}  // namespace simt::detail

inline void __syncwarp(unsigned mask = 0xFFFFFFFFU, simt::Site site = simt::Site::current()) {
  simt::detail::sync_warp(mask, site);
}
inline unsigned __activemask() { return simt::detail::active_lanes(); }

template <typename T>
T __shfl_sync(unsigned mask, T value, int source, int width = 32, simt::Site site = simt::Site::current()) {
  simt::detail::check_width(width, site);
  const unsigned within = static_cast<unsigned>(width) - 1;
  return simt::detail::shuffle(
      mask, value, (simt::detail::view.lane & ~within) | (static_cast<unsigned>(source) & within), site);
}
template <typename T>
T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32,
                 simt::Site site = simt::Site::current()) {
  simt::detail::check_width(width, site);
  const unsigned lane = simt::detail::view.lane;
  const unsigned within = lane & (static_cast<unsigned>(width) - 1);
  return simt::detail::shuffle(mask, value, within < delta ? lane : lane - delta, site);
}
template <typename T>
T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32,
                   simt::Site site = simt::Site::current()) {
  simt::detail::check_width(width, site);
  const unsigned lane = simt::detail::view.lane;
  const unsigned within = lane & (static_cast<unsigned>(width) - 1);
  return simt::detail::shuffle(mask, value,
                               within + delta >= static_cast<unsigned>(width) ? lane : lane + delta, site);
}
template <typename T>
T __shfl_xor_sync(unsigned mask, T value, int lanes, int width = 32,
                  simt::Site site = simt::Site::current()) {
  simt::detail::check_width(width, site);
  const unsigned lane = simt::detail::view.lane;
  const unsigned source = lane ^ static_cast<unsigned>(lanes);
  const unsigned group = ~(static_cast<unsigned>(width) - 1);
  // A lower group may be read, a higher one not.
  return simt::detail::shuffle(mask, value, (source & group) > (lane & group) ? lane : source, site);
}

inline unsigned __ballot_sync(unsigned mask, int predicate, simt::Site site = simt::Site::current()) {
  unsigned mine = predicate != 0 ? 1 : 0;
  simt::detail::together(mask, simt::detail::Together::ballot, mine, site, [&](const auto& lane) {
    unsigned all = 0;
    simt::detail::for_each_lane(mask, [&](unsigned l) { all |= lane(l) << l; });
    simt::detail::for_each_lane(mask, [&](unsigned l) { lane(l) = all; });
  });
  return mine;
}
inline int __any_sync(unsigned mask, int predicate, simt::Site site = simt::Site::current()) {
  return __ballot_sync(mask, predicate, site) != 0 ? 1 : 0;
}
inline int __all_sync(unsigned mask, int predicate, simt::Site site = simt::Site::current()) {
  return __ballot_sync(mask, predicate, site) == mask ? 1 : 0;
}

template <typename T>
unsigned __match_any_sync(unsigned mask, T value, simt::Site site = simt::Site::current()) {
  struct Record {
    T value;
    unsigned equal;
  } mine{value, 0};
  simt::detail::together(mask, simt::detail::Together::match, mine, site, [&](const auto& lane) {
    simt::detail::for_each_lane(mask, [&](unsigned l) {
      simt::detail::for_each_lane(mask, [&](unsigned other) {
        if (lane(l).value == lane(other).value) lane(l).equal |= 1U << other;
      });
    });
  });
  return mine.equal;
}

template <simt::detail::Word T>
T __reduce_add_sync(unsigned mask, T value, simt::Site site = simt::Site::current()) {
  return simt::detail::reduce<T>(mask, value, site, [](T a, T b) {
    return static_cast<T>(static_cast<unsigned>(a) + static_cast<unsigned>(b));
  });
}
template <simt::detail::Word T>
T __reduce_min_sync(unsigned mask, T value, simt::Site site = simt::Site::current()) {
  return simt::detail::reduce<T>(mask, value, site, [](T a, T b) { return a < b ? a : b; });
}
template <simt::detail::Word T>
T __reduce_max_sync(unsigned mask, T value, simt::Site site = simt::Site::current()) {
  return simt::detail::reduce<T>(mask, value, site, [](T a, T b) { return a > b ? a : b; });
}
inline unsigned __reduce_and_sync(unsigned mask, unsigned value, simt::Site site = simt::Site::current()) {
  return simt::detail::reduce<unsigned>(mask, value, site, [](unsigned a, unsigned b) { return a & b; });
}
inline unsigned __reduce_or_sync(unsigned mask, unsigned value, simt::Site site = simt::Site::current()) {
  return simt::detail::reduce<unsigned>(mask, value, site, [](unsigned a, unsigned b) { return a | b; });
}
inline unsigned __reduce_xor_sync(unsigned mask, unsigned value, simt::Site site = simt::Site::current()) {
  return simt::detail::reduce<unsigned>(mask, value, site, [](unsigned a, unsigned b) { return a ^ b; });
}
