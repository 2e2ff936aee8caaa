#include "suites/framework/shrink.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <tuple>

#include "reference/formats/decode.h"

namespace ulpgate {
namespace {

/// Class, significand length, distance of the exponent from 1's, sign, then the bits: strictly smaller means
/// simpler.
auto complexity(const Format& f, std::uint64_t code) {
  const Unpacked u = unpack(f, code);
  int kind = 0;
  switch (u.number_class) {
    case NumberClass::zero:
      kind = 0;
      break;
    case NumberClass::finite:
      kind = 1;
      break;
    case NumberClass::infinity:
      kind = 2;
      break;
    case NumberClass::nan:
      kind = 3;
      break;
  }
  int length = 0;
  int distance = 0;
  if (u.significand != 0) {
    const int leading = 63 - std::countl_zero(u.significand);
    length = leading - std::countr_zero(u.significand);
    distance = u.number_class == NumberClass::finite ? std::abs(u.exponent + leading) : 0;
  }
  return std::tuple(kind, length, distance, u.negative, code & f.code_mask());
}

std::uint64_t one(const Format& f) {
  if (f.kind == FormatKind::integer) return 1;
  return static_cast<std::uint64_t>(f.bias) << (f.significand_bits + f.padding_bits);
}

void add_field_candidates(const Format& f, std::uint64_t code, std::vector<std::uint64_t>& out) {
  const std::uint64_t significand = code & f.significand_mask();
  for (int keep = 0; keep < f.significand_bits; keep = keep == 0 ? 1 : keep * 2) {
    const std::uint64_t mask = Format::ones(f.significand_bits - keep) << f.padding_bits;
    out.push_back(code & ~mask);
  }
  if (significand != 0) out.push_back(code & ~(significand & (~significand + 1)));
  if (f.kind == FormatKind::integer) return;
  const int shift = f.significand_bits + f.padding_bits;
  const auto exponent = static_cast<std::int64_t>(code >> shift & Format::ones(f.exponent_bits));
  for (std::int64_t step = exponent - f.bias; step != 0; step /= 2) {
    const std::uint64_t moved = static_cast<std::uint64_t>(exponent - step) << shift;
    out.push_back((code & ~(Format::ones(f.exponent_bits) << shift)) | moved);
  }
}

}  // namespace

std::vector<std::uint64_t> simpler_codes(const Format& f, std::uint64_t code) {
  std::vector<std::uint64_t> out{0, one(f), code & ~f.sign_mask()};
  if (f.kind == FormatKind::integer) {
    for (int s = f.width() - 2; s > 0; --s) out.push_back(code >> s);
  }
  add_field_candidates(f, code, out);
  const auto own = complexity(f, code);
  std::erase_if(out, [&](std::uint64_t c) { return complexity(f, c) >= own; });
  return out;
}

std::vector<std::size_t> simpler_lengths(std::size_t length) {
  std::vector<std::size_t> out;
  for (std::size_t n : {std::size_t{0}, std::size_t{1}, length / 2, length - length / 4, length - 1}) {
    if (n < length && (out.empty() || n > out.back())) out.push_back(n);
  }
  return out;
}

std::vector<std::vector<std::uint64_t>> simpler_vectors(const Format& format,
                                                        const std::vector<std::uint64_t>& codes) {
  std::vector<std::vector<std::uint64_t>> out;
  for (std::size_t part = codes.size(); part >= 1; part /= 2) {
    for (std::size_t first = 0; first < codes.size(); first += part) {
      std::vector<std::uint64_t> rest(codes.begin(), codes.begin() + static_cast<std::ptrdiff_t>(first));
      rest.insert(rest.end(),
                  codes.begin() + static_cast<std::ptrdiff_t>(std::min(first + part, codes.size())),
                  codes.end());
      out.push_back(std::move(rest));
    }
  }
  for (std::size_t i = 0; i < codes.size(); ++i) {
    for (std::uint64_t c : simpler_codes(format, codes[i])) {
      out.push_back(codes);
      out.back()[i] = c;
    }
  }
  return out;
}

}  // namespace ulpgate
