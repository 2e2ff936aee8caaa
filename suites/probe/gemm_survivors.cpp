#include "suites/probe/gemm_survivors.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace ulpgate::probe::box {

std::optional<Survivors> Survivors::make(Dots& dots, const Reach& reach, int kept, int countable,
                                         bool within_output) {
  for (int at_once = 64; at_once >= 1; at_once /= 2) {
    if (at_once > countable) continue;
    // All small products together are less than a quarter of the last bit kept next to the large one.
    const int ratio = kept + 3 + std::countr_zero(static_cast<unsigned>(at_once));
    const auto scale = reach.scale(ratio, within_output);
    if (!scale) continue;
    Survivors s;
    s.dots_ = &dots;
    s.scale_ = *scale;
    s.at_once_ = at_once;
    s.precision_ = reach.d->precision();
    s.plus_ = reach.power(scale->large);
    s.minus_ = reach.power(scale->large, true);
    s.small_ = reach.power(scale->small);
    return s;
  }
  return std::nullopt;
}

std::vector<std::optional<int>> Survivors::count(std::int64_t k, std::span<const Mask> masks) const {
  std::vector<std::optional<int>> counts = count_once(k, masks);
  // A sum that rounds toward zero counts well only where small products meet the large one of their sign.
  std::vector<Mask> again;
  std::vector<std::size_t> mask_of;
  for (std::size_t m = 0; m < masks.size(); ++m) {
    if (counts[m]) continue;
    again.push_back({masks[m].minus, masks[m].plus, masks[m].others});
    mask_of.push_back(m);
  }
  if (again.empty()) return counts;
  const auto swapped = count_once(k, again);
  for (std::size_t i = 0; i < again.size(); ++i) counts[mask_of[i]] = swapped[i];
  return counts;
}

std::vector<std::optional<int>> Survivors::count_once(std::int64_t k, std::span<const Mask> masks) const {
  std::vector<Dot> all;
  std::vector<std::size_t> mask_of;
  const auto step = static_cast<std::size_t>(at_once_);
  for (std::size_t m = 0; m < masks.size(); ++m) {
    const Mask& mask = masks[m];
    for (std::size_t first = 0; first < mask.others.size(); first += step) {
      Dot dot{{mask.plus, plus_}, {mask.minus, minus_}};
      for (std::size_t o = first; o < std::min(first + step, mask.others.size()); ++o)
        dot.push_back({mask.others[o], small_});
      all.push_back(std::move(dot));
      mask_of.push_back(m);
    }
  }
  const std::vector<double> d = dots_->values(k, all);
  std::vector<std::optional<int>> counts(masks.size(), 0);
  for (std::size_t i = 0; i < d.size(); ++i) {
    double left = std::ldexp(d[i], -scale_.small);
    std::optional<int>& count = counts[mask_of[i]];
    if (!count) continue;
    // A sum that rounds toward zero moves by a last bit where a small product meets the large one of the
    // other sign. That is a multiple of what all small products cannot reach, if D shows it exactly.
    const double last_bit = 4 * at_once_;
    if (std::fabs(left) < std::ldexp(1, precision_)) left -= last_bit * std::floor(left / last_bit);
    if (left >= 0 && left <= static_cast<double>(all[i].size() - 2) && left == std::floor(left))
      *count += static_cast<int>(left);
    else
      count.reset();
  }
  return counts;
}

std::string Survivors::scale_text() const {
  return "2^" + std::to_string(scale_.large) + " and 2^" + std::to_string(scale_.small);
}

}  // namespace ulpgate::probe::box
