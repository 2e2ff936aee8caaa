#pragma once
// Sums in several orders. Each addition is rounded to the numbers' format.
#include <array>
#include <cstddef>
#include <span>

#include "kernels/adapters/host/number.h"

namespace ulpgate::host {

enum class Order {
  ascending,  ///< one chain
  lanes,      ///< eight chains, as vectors of eight make them
  pairwise,   ///< halves of halves
};

template <class Number>
Number ascending_sum(std::span<const Number> terms) {
  Number sum(0);
  for (const Number t : terms) sum = sum + t;
  return sum;
}

template <class Number>
Number lanes_sum(std::span<const Number> terms) {
  std::array<Number, 8> lanes{};
  for (std::size_t i = 0; i < terms.size(); ++i) lanes[i % 8] = lanes[i % 8] + terms[i];
  return ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) + ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
}

template <class Number>
Number pairwise_sum(std::span<const Number> terms) {
  if (terms.size() <= 2) return ascending_sum(terms);
  const std::size_t half = terms.size() / 2;
  return pairwise_sum(terms.first(half)) + pairwise_sum(terms.subspan(half));
}

template <class Number>
Number sum_of(std::span<const Number> terms, Order order) {
  switch (order) {
    case Order::ascending:
      return ascending_sum(terms);
    case Order::lanes:
      return lanes_sum(terms);
    case Order::pairwise:
      return pairwise_sum(terms);
  }
  return Number(0);
}

}  // namespace ulpgate::host
