#include "suites/probe/numbers.h"

#include <algorithm>

#include "reference/formats/decode.h"

namespace ulpgate::probe {
namespace {

struct Split {
  int a;
  int b;
};

/// Exponents of two operands whose sum is `exponent`.
std::optional<Split> split(const Signature& s, const Product& p, int exponent) {
  const Exponents a = exponents_of(*s.a), b = exponents_of(*s.b);
  using Operands = Product::Operands;
  if (p.operands == Operands::a_subnormal || p.operands == Operands::b_subnormal) {
    const bool of_a = p.operands == Operands::a_subnormal;
    const Exponents& low = of_a ? a : b;
    const Exponents& other = of_a ? b : a;
    const int below = low.smallest_normal - p.depth, rest = exponent - below;
    if (below < low.smallest || rest < other.smallest_normal || rest > other.largest) return std::nullopt;
    return of_a ? Split{below, rest} : Split{rest, below};
  }
  int of_a = std::clamp(exponent - std::clamp(0, b.smallest_normal, b.largest), a.smallest_normal, a.largest);
  int of_b = exponent - of_a;
  if (of_b >= b.smallest_normal && of_b <= b.largest) return Split{of_a, of_b};
  if (p.operands == Operands::normal || of_b > b.largest) return std::nullopt;
  of_a = std::max(exponent - b.smallest_normal, a.smallest);
  of_b = exponent - of_a;
  if (of_b < b.smallest) return std::nullopt;
  return Split{of_a, of_b};
}

/// Exponents that operands of `p` can sum to.
std::pair<int, int> range_of(const Signature& s, const Product& p) {
  const Exponents a = exponents_of(*s.a), b = exponents_of(*s.b);
  switch (p.operands) {
    case Product::Operands::any:
      return {a.smallest + b.smallest, a.largest + b.largest};
    case Product::Operands::a_subnormal:
      return {a.smallest_normal - p.depth + b.smallest_normal, a.smallest_normal - p.depth + b.largest};
    case Product::Operands::b_subnormal:
      return {b.smallest_normal - p.depth + a.smallest_normal, b.smallest_normal - p.depth + a.largest};
    case Product::Operands::normal:
      break;
  }
  return {a.smallest_normal + b.smallest_normal, a.largest + b.largest};
}

}  // namespace

Exponents exponents_of(const Format& f) {
  if (f.kind == FormatKind::exponent_only) {
    const int largest = static_cast<int>(f.code_count()) - 2 - f.bias;
    return {f.min_exponent(), f.min_exponent(), largest};
  }
  const int fields = static_cast<int>(Format::ones(f.exponent_bits));
  return {f.quantum_exponent(), f.min_exponent(), fields - (f.nans == NanCodes::ieee ? 1 : 0) - f.bias};
}

Exponents product_exponents(const Signature& s) {
  const Exponents a = exponents_of(*s.a), b = exponents_of(*s.b);
  Exponents sum{a.smallest + b.smallest, a.smallest_normal + b.smallest_normal, a.largest + b.largest};
  if (s.scale_format != nullptr) {
    const Exponents scale = exponents_of(*s.scale_format);
    sum.smallest += 2 * scale.smallest_normal;
    sum.smallest_normal += 2 * scale.smallest_normal;
    sum.largest += 2 * scale.largest;
  }
  return sum;
}

std::optional<std::uint64_t> code_of(const Format& f, int exponent, Fraction fraction, bool negative) {
  const Exponents range = exponents_of(f);
  if (exponent < range.smallest || exponent > range.largest || (negative && !f.has_sign)) return std::nullopt;
  if (f.kind == FormatKind::exponent_only) return static_cast<std::uint64_t>(exponent + f.bias);
  const int below = std::max(range.smallest_normal - exponent, 0);
  const int bits = f.significand_bits - below;
  const std::uint64_t hidden = std::uint64_t{1} << bits;
  const std::uint64_t significand = hidden | (bits == 0 ? 0 : fraction >> (64 - bits));
  // A normal number's hidden bit is one step of the exponent field.
  const auto field = static_cast<std::uint64_t>(std::max(exponent, range.smallest_normal) + f.bias - 1);
  const std::uint64_t code = ((field << f.significand_bits) + significand) << f.padding_bits;
  if (!is_finite(f, code)) return std::nullopt;
  return negative ? code | f.sign_mask() : code;
}

DotBuilder::DotBuilder(const Signature& signature) : signature_(signature) {
  const auto k = static_cast<std::size_t>(signature.k);
  dot_.a.assign(k, 0);
  dot_.b.assign(k, 0);
  if (signature.scale_format != nullptr) {
    const std::uint64_t one = code_of(*signature.scale_format, 0).value_or(0);
    dot_.a_scales.assign(static_cast<std::size_t>(signature.scales()), one);
    dot_.b_scales = dot_.a_scales;
  }
}

DotBuilder& DotBuilder::product(int at, const Product& p) {
  possible_ = possible_ && at >= 0 && at < signature_.k;
  products_.push_back({at, p});
  return *this;
}

DotBuilder& DotBuilder::codes(int at, std::uint64_t a, std::uint64_t b) {
  dot_.a[static_cast<std::size_t>(at)] = a;
  dot_.b[static_cast<std::size_t>(at)] = b;
  return *this;
}

DotBuilder& DotBuilder::accumulator(std::optional<std::uint64_t> code) {
  possible_ = possible_ && code.has_value();
  dot_.c = code.value_or(0);
  return *this;
}

std::pair<int, int> DotBuilder::scales_for(int block, bool normal) const {
  const Exponents scale = exponents_of(*signature_.scale_format);
  int lowest = 2 * scale.smallest_normal, highest = 2 * scale.largest;
  for (const Placed& p : products_) {
    if (p.at / signature_.scale_block != block) continue;
    Product wanted = p.product;
    if (normal && wanted.operands == Product::Operands::any) wanted.operands = Product::Operands::normal;
    const auto [low, high] = range_of(signature_, wanted);
    lowest = std::max(lowest, p.product.exponent - high);
    highest = std::min(highest, p.product.exponent - low);
  }
  return {lowest, highest};
}

std::optional<Dot> DotBuilder::build() const {
  if (!possible_) return std::nullopt;
  Dot made = dot_;
  const Signature& s = signature_;
  std::vector<int> shifts(static_cast<std::size_t>(std::max(s.scales(), 1)));
  for (int block = 0; block < s.scales(); ++block) {
    // Normal operands where a scale allows them.
    auto range = scales_for(block, true);
    if (range.first > range.second) range = scales_for(block, false);
    if (range.first > range.second) return std::nullopt;
    const int scale = std::clamp(0, range.first, range.second);
    const auto of_a = code_of(*s.scale_format, scale / 2), of_b = code_of(*s.scale_format, scale - scale / 2);
    if (!of_a || !of_b) return std::nullopt;
    made.a_scales[static_cast<std::size_t>(block)] = *of_a;
    made.b_scales[static_cast<std::size_t>(block)] = *of_b;
    shifts[static_cast<std::size_t>(block)] = scale;
  }
  for (const Placed& p : products_) {
    const int block = s.scale_block == 0 ? 0 : p.at / s.scale_block;
    const auto exponents = split(s, p.product, p.product.exponent - shifts[static_cast<std::size_t>(block)]);
    if (!exponents) return std::nullopt;
    const auto a = code_of(*s.a, exponents->a, p.product.a, p.product.negative);
    const auto b = code_of(*s.b, exponents->b, p.product.b);
    if (!a || !b) return std::nullopt;
    made.a[static_cast<std::size_t>(p.at)] = *a;
    made.b[static_cast<std::size_t>(p.at)] = *b;
  }
  return made;
}

}  // namespace ulpgate::probe
