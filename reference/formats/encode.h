#pragma once
// The encoder: an exact value and a rule to a code.
#include <cstdint>

#include "reference/formats/decode.h"
#include "reference/formats/format.h"
#include "reference/formats/rule.h"

namespace ulpgate {

/// How an output was determined: which requirement an element belongs to.
/// `negative`: below zero, in a format without a sign, under a rule that gives zero or NaN.
enum class Outcome { normal, subnormal, underflow, zero, overflow, infinity, nan, negative };

struct Expected {
  std::uint64_t code = 0;
  Outcome outcome = Outcome::normal;
  bool any_nan = false;  ///< every NaN code is right, not only `code`
};

/// `rule` must be valid for the target (check_rule). `random` is used by stochastic rounding alone; its
/// lowest rule.random_bits bits count.
Expected encode(const Format& to, const Unpacked& value, const Rule& rule, std::uint64_t random = 0);

/// Whether `got` (an element as stored; padding and bits above the width: see below) meets `expected`.
/// Padding bits (tf32) are ignored; bits above the width of a sub-byte format must be zero.
inline bool meets(const Format& to, std::uint64_t got, const Expected& expected) {
  const std::uint64_t canonical = got & ~Format::ones(to.padding_bits);
  return canonical == expected.code ||
         (expected.any_nan && (canonical & ~to.code_mask()) == 0 && is_nan(to, canonical));
}

}  // namespace ulpgate
