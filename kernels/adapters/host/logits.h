#pragma once
// The logits of a row: scaled, masked.
#include <algorithm>
#include <optional>
#include <vector>

#include "kernels/adapters/host/elements.h"

namespace ulpgate::host {

/// What becomes of logits that are masked out, and of rows where all are.
struct Masking {
  std::optional<double> value = std::nullopt;  ///< -Inf where there is none
  bool zero_where_all = false;                 ///< else NaN
};

/// Where a mask of integers, or the scalar "causal", masks out.
class MaskedOut {
 public:
  MaskedOut(const RowCall& call, std::int64_t outer, std::int64_t inner)
      : mask_(call.find("mask")), outer_(outer), inner_(inner) {
    if (mask_ != nullptr && mask_->format->is_floating()) mask_ = nullptr;
    if (const auto queries = call.scalar("causal"))
      last_ = outer % static_cast<std::int64_t>(*queries) + call.n - static_cast<std::int64_t>(*queries);
  }
  bool operator()(std::int64_t i) const {
    if (last_ && i > *last_) return true;
    return mask_ != nullptr && *mask_->at(outer_, i, inner_) != std::byte{0};
  }

 private:
  const RowView* mask_;
  std::optional<std::int64_t> last_;
  std::int64_t outer_, inner_;
};

/// x, times the scale where `scaled`, plus the mask where it has numbers; each rounded.
template <class Number>
std::vector<Number> load_logits(const RowCall& call, const Masking& masking, bool scaled, std::int64_t outer,
                                std::int64_t inner) {
  std::vector<Number> t = load_row<Number>(call.view("x"), call.n, outer, inner);
  if (const auto scale = call.scalar("scale"); scale && scaled) {
    for (Number& x : t) x = x * rounded<Number>(*scale);
  }
  const RowView* mask = call.find("mask");
  if (mask != nullptr && mask->format->is_floating()) {
    const std::vector<Number> added = load_row<Number>(*mask, call.n, outer, inner);
    for (std::size_t i = 0; i < t.size(); ++i) t[i] = t[i] + added[i];
  }
  const MaskedOut masked_out(call, outer, inner);
  const Number replacement = masking.value ? rounded<Number>(*masking.value) : minus_infinity<Number>();
  for (std::int64_t i = 0; i < call.n; ++i) {
    if (masked_out(i)) t[static_cast<std::size_t>(i)] = replacement;
  }
  return t;
}

/// -Inf where there is none; NaN does not count.
template <class Number>
Number largest_of(std::span<const Number> t) {
  Number m = minus_infinity<Number>();
  for (const Number x : t) {
    if (m < x) m = x;
  }
  return m;
}

/// Whether nothing is left of the row.
template <class Number>
bool all_masked_out(const std::vector<Number>& t, Number largest, const Masking& masking) {
  const Number limit = masking.value ? rounded<Number>(*masking.value) : minus_infinity<Number>();
  return (largest == limit || largest == minus_infinity<Number>()) &&
         std::none_of(t.begin(), t.end(), [](Number x) { return is_nan(x); });
}

template <class Number>
std::vector<Number> masked_row(std::size_t n, const Masking& masking) {
  return std::vector<Number>(n,
                             Number(masking.zero_where_all ? 0 : std::numeric_limits<double>::quiet_NaN()));
}

}  // namespace ulpgate::host
