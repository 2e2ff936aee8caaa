#include "reference/oracles/convert.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>

#include "reference/oracles/convert_fp32.h"

namespace ulpgate {
namespace {

constexpr std::size_t fast_group = 16;

bool fp32_path_applies(const Format& from, const Format& to) {
  return from.name == formats::fp32.name && to.is_floating() && to.has_sign && to.storage_bits <= 32 &&
         to.significand_bits < 23;
}

detail::MagnitudeRounding magnitude_rounding(Rounding r) {
  switch (r) {
    case Rounding::nearest_away:
      return detail::MagnitudeRounding::nearest_away;
    case Rounding::toward_zero:
      return detail::MagnitudeRounding::toward_zero;
    case Rounding::up:
      return detail::MagnitudeRounding::up;
    case Rounding::down:
      return detail::MagnitudeRounding::down;
    default:
      return detail::MagnitudeRounding::nearest_even;
  }
}

template <typename T>
T load(const void* data, std::size_t i) {
  T value;
  std::memcpy(&value, static_cast<const std::byte*>(data) + i * sizeof(T), sizeof(T));
  return value;
}

template <typename T>
void store(void* data, std::size_t i, std::uint64_t code) {
  const T value = static_cast<T>(code);
  std::memcpy(static_cast<std::byte*>(data) + i * sizeof(T), &value, sizeof(T));
}

}  // namespace

std::uint64_t load_element(const Format& format, const void* data, std::size_t i) {
  switch (format.storage_bits) {
    case 8:
      return load<std::uint8_t>(data, i);
    case 16:
      return load<std::uint16_t>(data, i);
    case 32:
      return load<std::uint32_t>(data, i);
    default:
      return load<std::uint64_t>(data, i);
  }
}

void store_element(const Format& format, void* data, std::size_t i, std::uint64_t code) {
  switch (format.storage_bits) {
    case 8:
      return store<std::uint8_t>(data, i, code);
    case 16:
      return store<std::uint16_t>(data, i, code);
    case 32:
      return store<std::uint32_t>(data, i, code);
    default:
      return store<std::uint64_t>(data, i, code);
  }
}

void ErrorSums::add(double error) {
  ++measured;
  max_abs = std::max(max_abs, std::fabs(error));
  sum += error;
  sum_squares += error * error;
}

void ErrorSums::merge(const ErrorSums& later) {
  measured += later.measured;
  max_abs = std::max(max_abs, later.max_abs);
  sum += later.sum;
  sum_squares += later.sum_squares;
}

ConvertOracle::ConvertOracle(const Format& from, const Format& to, const Rule& rule)
    : from_(&from), to_(&to), rule_(rule) {
  if (from.width() > 16) return;
  table_.reserve(from.code_count());
  for (std::uint64_t code = 0; code < from.code_count(); ++code)
    table_.push_back(expect(code << from.padding_bits));
}
ConvertOracle::~ConvertOracle() = default;
ConvertOracle::ConvertOracle(ConvertOracle&&) noexcept = default;
ConvertOracle& ConvertOracle::operator=(ConvertOracle&&) noexcept = default;

Expected ConvertOracle::table_or_encode(std::uint64_t input) const {
  return table_.empty() ? expect(input) : table_[(input & from_->code_mask()) >> from_->padding_bits];
}

bool ConvertOracle::is_measured(Outcome outcome, std::uint64_t actual) const {
  const std::uint64_t unused = ~to_->code_mask() & ~Format::ones(to_->padding_bits);
  return convert_bound_applies(*to_, rule_, outcome) && (actual & unused) == 0 && is_finite(*to_, actual);
}

BlockJudgement ConvertOracle::judge_generic(const void* inputs, const void* outputs,
                                            std::size_t count) const {
  BlockJudgement j;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t input = load_element(*from_, inputs, i);
    const std::uint64_t actual = load_element(*to_, outputs, i);
    const Expected expected = table_or_encode(input);
    const auto outcome = static_cast<std::size_t>(expected.outcome);
    ++j.judged[outcome];
    if (!meets(*to_, actual, expected)) {
      ++j.failed[outcome];
      j.mismatches.push_back({i, input, actual, expected});
    }
    if (is_measured(expected.outcome, actual)) j.errors.add(signed_ulp_error(*from_, input, *to_, actual));
  }
  return j;
}

BlockJudgement ConvertOracle::judge(const void* inputs, const void* outputs, std::size_t count) const {
  if (!fp32_path_applies(*from_, *to_)) return judge_generic(inputs, outputs, count);
  const std::size_t fast = count - count % fast_group;
  const detail::Fp32Target target = detail::make_fp32_target(*to_, rule_);
  const detail::Fp32Sums sums =
      detail::judge_fp32(target, magnitude_rounding(rule_.rounding), to_->storage_bits,
                         static_cast<const std::uint32_t*>(inputs), outputs, fast);
  if (sums.mismatches != 0) return judge_generic(inputs, outputs, count);
  const auto* rest_in = static_cast<const std::byte*>(inputs) + fast * from_->bytes();
  const auto* rest_out = static_cast<const std::byte*>(outputs) + fast * to_->bytes();
  BlockJudgement j = judge_generic(rest_in, rest_out, count - fast);
  for (Mismatch& m : j.mismatches) m.index += fast;
  ErrorSums errors;
  for (std::size_t o = 0; o < std::size(sums.judged); ++o) {
    j.judged[o] += sums.judged[o];
    if (is_measured(static_cast<Outcome>(o), 0)) errors.measured += sums.judged[o];
  }
  errors.max_abs = static_cast<double>(sums.max_abs);
  errors.sum = sums.sum;
  errors.sum_squares = sums.sum_squares;
  errors.merge(j.errors);
  j.errors = errors;
  return j;
}

}  // namespace ulpgate
