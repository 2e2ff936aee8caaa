#pragma once
// What follows a normalization: gamma and beta.
#include <optional>
#include <vector>

#include "kernels/adapters/host/elements.h"

namespace ulpgate::host {

struct AffinePlan {
  bool zero_centred = false;  ///< gamma counts as 1 + gamma
  bool folded = false;        ///< x a + b, a = rstd gamma, b = beta - mean a
  bool rounds_first = false;  ///< the normalised value is rounded to y's format before gamma multiplies it
};

template <class Number>
class Affine {
 public:
  Affine(const RowCall& call, const AffinePlan& plan)
      : gamma_(load_if(call, "gamma")), beta_(load_if(call, "beta")), folded_(plan.folded) {
    if (plan.rounds_first) first_ = call.view("y").format;
    if (!gamma_ || !plan.zero_centred) return;
    for (Number& g : *gamma_) g = Number(1) + g;
  }

  /// y of x, whose place in gamma and beta is i.
  Number operator()(Number x, Number mean, Number rstd, std::size_t i) const {
    if (!folded_) return (*this)((x - mean) * rstd, i);
    const Number a = gamma_ ? rstd * (*gamma_)[i] : rstd;
    const Number b = (beta_ ? (*beta_)[i] : Number(0)) - mean * a;
    return x * a + b;
  }
  Number operator()(Number normalised, std::size_t i) const {
    Number y = first_ == nullptr ? normalised : through(*first_, normalised);
    if (gamma_) y = y * (*gamma_)[i];
    return beta_ ? y + (*beta_)[i] : y;
  }

 private:
  static std::optional<std::vector<Number>> load_if(const RowCall& call, const char* role) {
    const RowView* v = call.find(role);
    return v == nullptr ? std::nullopt : std::optional(load_row<Number>(*v, call.n, 0));
  }
  /// What is left of x after it was in that format.
  static Number through(const Format& format, Number x) {
    std::byte element[8];
    store(format, element, wide(x));
    return rounded<Number>(load(format, element));
  }

  std::optional<std::vector<Number>> gamma_, beta_;
  bool folded_;
  const Format* first_ = nullptr;
};

}  // namespace ulpgate::host
