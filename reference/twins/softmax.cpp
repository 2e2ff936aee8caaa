#include "reference/twins/softmax.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ulpgate {
namespace {

enum class LogitClass { finite, minus_infinity, plus_infinity, nan };

struct Logit {
  LogitClass logit_class = LogitClass::finite;
  TwinReal value = 0;
};

Logit special(double z) {
  if (std::isnan(z)) return {LogitClass::nan, 0};
  return {z > 0 ? LogitClass::plus_infinity : LogitClass::minus_infinity, 0};
}

Logit logit(const SoftmaxRow& row, const RowArithmetic& rules, std::size_t i) {
  if (!row.masked.empty() && row.masked[i] != 0) {
    if (!rules.mask_value) return {LogitClass::minus_infinity, 0};
    return {LogitClass::finite, TwinReal(*rules.mask_value)};
  }
  const double mask = row.mask.empty() ? 0 : row.mask[i];
  if (!std::isfinite(row.x[i]) || !std::isfinite(mask)) return special(row.scale * row.x[i] + mask);
  return {LogitClass::finite, TwinReal(row.scale) * TwinReal(row.x[i]) + TwinReal(mask)};
}

std::vector<TwinRowValue> filled(std::size_t n, const TwinRowValue& value) {
  return std::vector<TwinRowValue>(n, value);
}

TwinRowValue nothing(bool log) {
  return log ? TwinRowValue{NumberClass::infinity, true, 0} : TwinRowValue{NumberClass::finite, false, 0};
}

}  // namespace

std::vector<TwinRowValue> twin_softmax(const SoftmaxRow& row, const RowArithmetic& rules) {
  const std::size_t n = row.x.size();
  std::vector<Logit> z(n);
  for (std::size_t i = 0; i < n; ++i) z[i] = logit(row, rules, i);
  const auto count = [&](LogitClass c) {
    return std::count_if(z.begin(), z.end(), [&](const Logit& l) { return l.logit_class == c; });
  };
  const TwinRowValue nan{NumberClass::nan, false, 0};
  if (count(LogitClass::nan) > 0) return filled(n, nan);
  if (count(LogitClass::plus_infinity) > 0) {
    if (rules.infinity == InfinityRow::nan || count(LogitClass::plus_infinity) > 1) return filled(n, nan);
    auto result = filled(n, nothing(row.log));
    for (std::size_t i = 0; i < n; ++i) {
      if (z[i].logit_class == LogitClass::plus_infinity)
        result[i] = {NumberClass::finite, false, row.log ? 0 : 1};
    }
    return result;
  }
  bool any = false;
  TwinReal largest = 0;
  for (const Logit& l : z) {
    if (l.logit_class != LogitClass::finite) continue;
    if (!any || l.value > largest) largest = l.value;
    any = true;
  }
  if (!any || (rules.mask_value && largest == TwinReal(*rules.mask_value)))
    return filled(n, rules.masked_row == MaskedRow::zero ? nothing(row.log) : nan);
  // Without a shift wherever the exponent's range allows it.
  const TwinReal shift = abs(largest) > 1000000 ? largest : TwinReal(0);
  TwinReal sum = 0;
  for (Logit& l : z) {
    if (l.logit_class != LogitClass::finite) continue;
    l.value -= shift;
    if (l.value > -1000000) sum += exp(l.value);
  }
  auto result = filled(n, nothing(row.log));
  for (std::size_t i = 0; i < n; ++i) {
    if (z[i].logit_class != LogitClass::finite) continue;
    result[i] = {NumberClass::finite, false, 0};
    if (row.log) {
      result[i].value = z[i].value - log(sum);
    } else if (z[i].value > -1000000) {
      result[i].value = exp(z[i].value) / sum;
    }
  }
  return result;
}

}  // namespace ulpgate
