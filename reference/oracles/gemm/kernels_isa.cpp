// The vector code of the product kernels. CMake compiles this file once for each instruction set, into
// ULPGATE_ISA's namespace. Nothing here may be an inline function of a header: the linker would keep one copy
// for all.
#include "reference/oracles/gemm/kernels.h"

namespace ulpgate::products {
namespace {

#if defined(__AVX512F__)
constexpr int vector_bytes = 64, tile_rows = 8, tile_vectors = 3;
#elif defined(__AVX__)
constexpr int vector_bytes = 32, tile_rows = 4, tile_vectors = 3;
#else
constexpr int vector_bytes = 16, tile_rows = 4, tile_vectors = 2;
#endif

template <typename T>
using Vector [[gnu::vector_size(vector_bytes)]] = T;
template <typename T>
constexpr int vector_lanes = vector_bytes / static_cast<int>(sizeof(T));
template <typename T>
constexpr int tile_columns = tile_vectors* vector_lanes<T>;

template <typename V>
[[gnu::always_inline]] inline V load(const void* from) {
  V v;
  __builtin_memcpy(&v, from, sizeof v);
  return v;
}

template <typename T>
void multiply(const T* a, const T* b, std::int64_t length, T* c, std::int64_t stride, bool add) {
  using V = Vector<T>;
  V sums[tile_rows][tile_vectors] = {};
  for (std::int64_t k = 0; k < length; ++k) {
    V columns[tile_vectors];
#pragma GCC unroll 4
    for (int v = 0; v < tile_vectors; ++v) columns[v] = load<V>(b + v * vector_lanes<T>);
#pragma GCC unroll 8
    for (int r = 0; r < tile_rows; ++r) {
#pragma GCC unroll 4
      for (int v = 0; v < tile_vectors; ++v) sums[r][v] += a[r] * columns[v];
    }
    a += tile_rows;
    b += tile_columns<T>;
  }
  for (int r = 0; r < tile_rows; ++r) {
    for (int v = 0; v < tile_vectors; ++v) {
      T* const to = c + r * stride + v * vector_lanes<T>;
      const V sum = add ? load<V>(to) + sums[r][v] : sums[r][v];
      __builtin_memcpy(to, &sum, sizeof sum);
    }
  }
}

void to_integers(const std::int64_t* significands, const std::int16_t* exponents, int unit,
                 std::int64_t length, std::int64_t* integers) {
  for (std::int64_t k = 0; k < length; ++k)
    integers[k] = significands[k] << (static_cast<std::int64_t>(exponents[k]) - unit);
}

void split_integers(std::int64_t* integers, std::int64_t length, int bits, double* parts) {
  const std::int64_t half = std::int64_t{1} << (bits - 1);
  for (std::int64_t k = 0; k < length; ++k) {
    const std::int64_t rest = (integers[k] + half) >> bits;
    parts[k] = static_cast<double>(integers[k] - (rest << bits));
    integers[k] = rest;
  }
}

void to_doubles(const std::int64_t* integers, std::int64_t length, double* doubles) {
  for (std::int64_t k = 0; k < length; ++k) doubles[k] = static_cast<double>(integers[k]);
}

void to_upper_bounds(const std::int64_t* significands, const std::int16_t* exponents, int unit,
                     std::int64_t length, double* upper) {
  // 27 bits of a double's 52 go. One more of what stays makes up for the conversion, which rounds beyond 53
  // bits: it is added where anything went, and to such integers always.
  constexpr std::uint64_t cut = (std::uint64_t{1} << 27) - 1;
  for (std::int64_t k = 0; k < length; ++k) {
    const std::int64_t magnitude = significands[k] < 0 ? -significands[k] : significands[k];
    const auto bits = __builtin_bit_cast(std::uint64_t, static_cast<double>(magnitude));
    const std::uint64_t inexact = static_cast<std::uint64_t>(magnitude) >> 53 != 0 ? 1 : 0;
    const auto rounded = __builtin_bit_cast(double, (bits + cut + inexact) & ~cut);
    const auto power = static_cast<std::uint64_t>(static_cast<std::int64_t>(exponents[k]) - unit + 1023)
                       << 52;
    upper[k] = rounded * __builtin_bit_cast(double, power);
  }
}

void dot_integers(const std::int32_t* a, const std::int32_t* const* b, std::int64_t length,
                  std::int64_t* sums) {
  for (int j = 0; j < 4; ++j) {
    const std::int32_t* const column = b[j];
    std::int64_t sum = 0;
    for (std::int64_t k = 0; k < length; ++k) sum += static_cast<std::int64_t>(a[k]) * column[k];
    sums[j] = sum;
  }
}

/// The bin of a product is the sum of its factors' offsets; each sum has a place of its own in every bin, so
/// no two additions of one step meet.
template <int rows, int columns, typename Term, typename Bin>
[[gnu::always_inline]] inline void add_binned(const Term* a, const Term* b, std::int64_t length, Bin* bins) {
  auto* const bytes = reinterpret_cast<unsigned char*>(bins);
  for (std::int64_t k = 0; k < length; ++k) {
#pragma GCC unroll 2
    for (int r = 0; r < rows; ++r) {
#pragma GCC unroll 4
      for (int c = 0; c < columns; ++c) {
        auto* const bin = reinterpret_cast<Bin*>(bytes + (a[r].offset + b[c].offset)) + (r * columns + c);
        *bin += static_cast<Bin>(a[r].significand) * b[c].significand;
      }
    }
    a += rows;
    b += columns;
  }
}

void add_binned_32(const Term32* a, const Term32* b, std::int64_t length, std::int64_t* bins) {
  add_binned<binned_rows_32, binned_columns_32>(a, b, length, bins);
}
void add_binned_64(const Term64* a, const Term64* b, std::int64_t length, Bin128* bins) {
  add_binned<binned_rows_64, binned_columns_64>(a, b, length, bins);
}

using Sums32 [[gnu::vector_size(binned_sums_32 * sizeof(std::int64_t))]] = std::int64_t;

void gather_32(const std::int64_t* bins, std::int64_t count, int group, int step, std::int64_t* limbs) {
  for (std::int64_t limb = 0; limb < count; ++limb) {
    auto sum = load<Sums32>(bins);
    bins += binned_sums_32;
    for (int t = 1; t < group; ++t, bins += binned_sums_32) sum += load<Sums32>(bins) << (step * t);
    __builtin_memcpy(limbs + limb * binned_sums_32, &sum, sizeof sum);
  }
}

void gather_64(const Bin128* bins, std::int64_t count, int group, int step, Bin128* limbs) {
  for (std::int64_t limb = 0; limb < count; ++limb) {
    for (int s = 0; s < binned_sums_64; ++s) {
      Bin128 sum = 0;
      for (int t = 0; t < group; ++t) sum += bins[(limb * group + t) * binned_sums_64 + s] << (step * t);
      limbs[limb * binned_sums_64 + s] = sum;
    }
  }
}

void carry_32(std::int64_t* bins, std::int64_t count, std::int64_t distance) {
  // One bin's sums at a time, as one vector: the next one may be where these carries went.
  for (std::int64_t i = 0; i < count; ++i) {
    std::int64_t* const from = bins + i * binned_sums_32;
    std::int64_t* const to = from + distance * binned_sums_32;
    const auto sums = load<Sums32>(from);
    const Sums32 above = load<Sums32>(to) + (sums >> 32);
    const Sums32 kept = sums & std::int64_t{0xFFFFFFFF};
    __builtin_memcpy(to, &above, sizeof above);
    __builtin_memcpy(from, &kept, sizeof kept);
  }
}

void carry_64(Bin128* bins, std::int64_t count, std::int64_t distance) {
  for (std::int64_t i = 0; i < count * binned_sums_64; ++i) {
    bins[i + distance * binned_sums_64] += bins[i] >> 64;
    bins[i] &= static_cast<Bin128>(~std::uint64_t{0});
  }
}

}  // namespace

namespace ULPGATE_ISA {

ProductKernels kernels();
ProductKernels kernels() {
  return {.rows = tile_rows,
          .double_columns = tile_columns<double>,
          .float_columns = tile_columns<float>,
          .multiply_doubles = multiply<double>,
          .multiply_floats = multiply<float>,
          .to_integers = to_integers,
          .split_integers = split_integers,
          .to_doubles = to_doubles,
          .to_upper_bounds = to_upper_bounds,
          .dot_integers = dot_integers,
          .add_binned_32 = add_binned_32,
          .add_binned_64 = add_binned_64,
          .gather_32 = gather_32,
          .gather_64 = gather_64,
          .carry_32 = carry_32,
          .carry_64 = carry_64};
}

}  // namespace ULPGATE_ISA
}  // namespace ulpgate::products
