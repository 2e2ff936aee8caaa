#include "reference/oracles/gemm/specials.h"

#include <array>

namespace ulpgate::products {
namespace {

constexpr std::size_t classes = 6;

FactorClass plain_class(std::int64_t significand) {
  if (significand == 0) return FactorClass::zero;
  return significand < 0 ? FactorClass::negative : FactorClass::positive;
}

/// Flags of products with `factor`, by the class of the other factor.
std::array<std::uint8_t, classes> flags_with(FactorClass factor, bool zero_annihilates) {
  std::array<std::uint8_t, classes> flags{};
  for (std::size_t other = 0; other < classes; ++other)
    flags[other] = flag_of_product(product_class(factor, static_cast<FactorClass>(other), zero_annihilates));
  return flags;
}

}  // namespace

Specials::Specials(const Lines& a, const Lines& b, bool zero_annihilates)
    : a_(a), b_(b), zero_annihilates_(zero_annihilates) {
  if (!a.specials.empty()) {
    b_classes_.resize(static_cast<std::size_t>(b.count * b.length));
    for (std::int64_t j = 0; j < b.count; ++j) {
      for (std::int64_t k = 0; k < b.length; ++k)
        b_classes_[static_cast<std::size_t>(k * b.count + j)] = plain_class(b.significands_of(j)[k]);
    }
    for (const SpecialElement& s : b.specials)
      b_classes_[static_cast<std::size_t>(s.k * b.count + s.line)] = s.factor_class;
  }
  if (!b.specials.empty()) {
    b_specials_ = b.specials;
    std::stable_sort(b_specials_.begin(), b_specials_.end(),
                     [](const SpecialElement& x, const SpecialElement& y) { return x.k < y.k; });
    b_specials_before_.resize(static_cast<std::size_t>(b.length) + 1);
    for (const SpecialElement& s : b_specials_) ++b_specials_before_[static_cast<std::size_t>(s.k) + 1];
    for (std::size_t k = 1; k < b_specials_before_.size(); ++k)
      b_specials_before_[k] += b_specials_before_[k - 1];
  }
}

void Specials::add(std::int64_t first, std::int64_t count, std::uint8_t* flags) const {
  std::array<std::array<std::uint8_t, classes>, classes> table;
  for (std::size_t c = 0; c < classes; ++c)
    table[c] = flags_with(static_cast<FactorClass>(c), zero_annihilates_);
  const auto k_count = static_cast<std::size_t>(a_.length);
  std::vector<FactorClass> row_classes(k_count);
  auto special = std::lower_bound(a_.specials.begin(), a_.specials.end(), first,
                                  [](const SpecialElement& s, std::int64_t line) { return s.line < line; });
  for (std::int64_t row = first; row < first + count; ++row, flags += b_.count) {
    for (std::size_t k = 0; k < k_count; ++k) row_classes[k] = plain_class(a_.significands_of(row)[k]);
    for (; special != a_.specials.end() && special->line == row; ++special) {
      row_classes[static_cast<std::size_t>(special->k)] = special->factor_class;
      const auto& with = table[static_cast<std::size_t>(special->factor_class)];
      const FactorClass* const others = b_classes_.data() + special->k * b_.count;
      for (std::int64_t j = 0; j < b_.count; ++j) flags[j] |= with[static_cast<std::size_t>(others[j])];
    }
    if (b_specials_.empty()) continue;
    for (std::size_t k = 0; k < k_count; ++k) {
      if (is_special(row_classes[k])) continue;
      const auto& with = table[static_cast<std::size_t>(row_classes[k])];
      for (std::size_t s = b_specials_before_[k]; s < b_specials_before_[k + 1]; ++s)
        flags[b_specials_[s].line] |= with[static_cast<std::size_t>(b_specials_[s].factor_class)];
    }
  }
}

}  // namespace ulpgate::products
