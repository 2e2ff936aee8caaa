#pragma once
// Number formats as data: one record a format.
//
// A *code* is a format's bit pattern, right-aligned in a uint64_t, except that tf32 keeps its place in an
// fp32 word: its 13 lowest bits are padding (ignored when read, zero when written). Sub-byte formats hold one
// code a byte.
//
// Sources: IEEE 754-2019 (fp64 fp32 fp16); OCP OFP8 1.0 (e4m3 = E4M3FN, e5m2); OCP Microscaling 1.0 (e3m2
// e2m3 e2m1 e8m0); PTX ISA (tf32, bf16, ue4m3); ONNX and LLVM for the fnuz pair.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace ulpgate {

enum class FormatKind {
  floating,       ///< sign, exponent and significand fields
  exponent_only,  ///< e8m0: the code is a biased power of two
  integer,        ///< two's complement
};

/// Which codes are NaN.
enum class NanCodes {
  none,
  ieee,           ///< exponent all ones, significand not zero (all zeros is infinity)
  all_ones,       ///< exponent and significand all ones
  negative_zero,  ///< the code that negative zero would have
};

struct Format {
  std::string_view name;
  FormatKind kind;
  int storage_bits;  ///< 8, 16, 32 or 64: the element's size in memory
  int padding_bits;  ///< low bits of the element that carry nothing (tf32: 13)
  bool has_sign;
  int exponent_bits;
  int significand_bits;  ///< stored ones; for integers the value bits without the sign
  int bias;
  bool has_infinity;
  NanCodes nans;
  bool has_negative_zero;

  constexpr int width() const { return (has_sign ? 1 : 0) + exponent_bits + significand_bits; }
  constexpr int precision() const { return kind == FormatKind::exponent_only ? 1 : significand_bits + 1; }
  constexpr std::size_t bytes() const { return static_cast<std::size_t>(storage_bits) / 8; }
  /// Exponent of the smallest normal number.
  constexpr int min_exponent() const { return kind == FormatKind::exponent_only ? -bias : 1 - bias; }
  /// Exponent of the smallest positive number: every finite value is a multiple of 2^quantum_exponent().
  constexpr int quantum_exponent() const {
    return kind == FormatKind::exponent_only ? -bias : min_exponent() - significand_bits;
  }
  /// Bits of the element that carry the code.
  constexpr std::uint64_t code_mask() const { return ones(width()) << padding_bits; }
  constexpr std::uint64_t sign_mask() const {
    return has_sign ? std::uint64_t{1} << (padding_bits + width() - 1) : 0;
  }
  constexpr std::uint64_t magnitude_mask() const { return code_mask() & ~sign_mask(); }
  constexpr std::uint64_t significand_mask() const { return ones(significand_bits) << padding_bits; }
  /// Number of codes, 2^width(); formats of 64 bits have no such number here.
  constexpr std::uint64_t code_count() const { return std::uint64_t{1} << width(); }
  /// Distance between neighbouring codes as integers.
  constexpr std::uint64_t code_step() const { return std::uint64_t{1} << padding_bits; }
  constexpr bool is_floating() const { return kind == FormatKind::floating; }
  constexpr bool has_nan() const { return nans != NanCodes::none; }

  static constexpr std::uint64_t ones(int bits) {
    return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  }
};

/// Magnitude code of the largest finite value (floating and exponent-only formats).
constexpr std::uint64_t max_finite_magnitude(const Format& f) {
  switch (f.nans) {
    case NanCodes::ieee:
      return (Format::ones(f.exponent_bits) - 1) << (f.significand_bits + f.padding_bits) |
             f.significand_mask();
    case NanCodes::all_ones:
      return f.magnitude_mask() - f.code_step();
    case NanCodes::negative_zero:
    case NanCodes::none:
      return f.magnitude_mask();
  }
  return 0;
}

/// Code of +infinity; only where has_infinity.
constexpr std::uint64_t infinity_magnitude(const Format& f) {
  return Format::ones(f.exponent_bits) << (f.significand_bits + f.padding_bits);
}

// clang-format off
namespace formats {
inline constexpr auto F = FormatKind::floating;
//                                    name        kind bits pad sign  e  m   bias  inf   NaN                      -0
inline constexpr Format fp64     {"fp64",     F, 64,  0, true, 11, 52, 1023, true,  NanCodes::ieee,          true};
inline constexpr Format fp32     {"fp32",     F, 32,  0, true,  8, 23,  127, true,  NanCodes::ieee,          true};
inline constexpr Format tf32     {"tf32",     F, 32, 13, true,  8, 10,  127, true,  NanCodes::ieee,          true};
inline constexpr Format fp16     {"fp16",     F, 16,  0, true,  5, 10,   15, true,  NanCodes::ieee,          true};
inline constexpr Format bf16     {"bf16",     F, 16,  0, true,  8,  7,  127, true,  NanCodes::ieee,          true};
inline constexpr Format e4m3     {"e4m3",     F,  8,  0, true,  4,  3,    7, false, NanCodes::all_ones,      true};
inline constexpr Format e5m2     {"e5m2",     F,  8,  0, true,  5,  2,   15, true,  NanCodes::ieee,          true};
inline constexpr Format e4m3fnuz {"e4m3fnuz", F,  8,  0, true,  4,  3,    8, false, NanCodes::negative_zero, false};
inline constexpr Format e5m2fnuz {"e5m2fnuz", F,  8,  0, true,  5,  2,   16, false, NanCodes::negative_zero, false};
inline constexpr Format e3m2     {"e3m2",     F,  8,  0, true,  3,  2,    3, false, NanCodes::none,          true};
inline constexpr Format e2m3     {"e2m3",     F,  8,  0, true,  2,  3,    1, false, NanCodes::none,          true};
inline constexpr Format e2m1     {"e2m1",     F,  8,  0, true,  2,  1,    1, false, NanCodes::none,          true};
inline constexpr Format e8m0     {"e8m0", FormatKind::exponent_only,
                                                  8,  0, false, 8,  0,  127, false, NanCodes::all_ones,      false};
inline constexpr Format ue4m3    {"ue4m3",    F,  8,  0, false, 4,  3,    7, false, NanCodes::all_ones,      false};
inline constexpr Format int32    {"int32", FormatKind::integer, 32, 0, true, 0, 31, 0, false, NanCodes::none, false};
inline constexpr Format int64    {"int64", FormatKind::integer, 64, 0, true, 0, 63, 0, false, NanCodes::none, false};
inline constexpr Format int8 {"int8",  FormatKind::integer,  8, 0, true, 0, 7, 0, false, NanCodes::none, false};
inline constexpr Format uint8{"uint8", FormatKind::integer,  8, 0, false, 0, 8, 0, false, NanCodes::none, false};
inline constexpr Format int4 {"int4",  FormatKind::integer,  8, 0, true, 0, 3, 0, false, NanCodes::none, false};
inline constexpr Format uint4{"uint4", FormatKind::integer,  8, 0, false, 0, 4, 0, false, NanCodes::none, false};
}  // namespace formats
// clang-format on

/// Every format, in the order of the table above.
std::span<const Format* const> all_formats();
/// nullptr where no format has that name.
const Format* find_format(std::string_view name);

}  // namespace ulpgate
