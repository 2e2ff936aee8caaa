#include "kernels/adapters/model/epilogue.h"

#include <bit>
#include <cmath>

#include "reference/formats/decode.h"

namespace ulpgate::model {
namespace {

Arithmetic nearest_even(const Format& to, std::uint64_t nan_code) {
  Arithmetic r;
  r.output_rounding = OutputRounding::nearest_even;
  r.output_fraction_bits = to.significand_bits;
  r.nan_code = nan_code;
  return r;
}

float as_float(const Format& f, std::uint64_t code) {
  if (f.name == formats::fp32.name) return std::bit_cast<float>(static_cast<std::uint32_t>(code));
  return static_cast<float>(to_double(f, code));
}

double as_double(std::uint64_t code) { return std::bit_cast<double>(code); }

std::uint64_t fp64_code(double x, std::uint64_t nan_code) {
  return std::isnan(x) ? nan_code : std::bit_cast<std::uint64_t>(x);
}

std::uint32_t as_integer(double scalar) {
  return static_cast<std::uint32_t>(static_cast<std::int64_t>(scalar));
}

}  // namespace

std::string epilogue_text(const Format& accumulator) {
  if (accumulator.name == formats::int32.name) return "alpha * sum + beta * c modulo 2^32";
  const char* format = accumulator.name == formats::fp64.name ? "fp64" : "fp32";
  return std::string("fma(alpha, sum, beta * c) in ") + format + ", rounded to nearest even";
}

std::uint64_t nan_code_of(const ProfileEntry& entry, const Format& d) {
  return d.name == entry.output->name ? entry.arithmetic.nan_code : d.magnitude_mask();
}

Narrow::Narrow(const Format& to, std::uint64_t nan_code)
    : is_fp32_(to.name == formats::fp32.name), rounder_(to, nearest_even(to, nan_code)) {}

std::uint64_t Narrow::operator()(float x) const {
  if (std::isnan(x)) return rounder_.nan();
  const auto bits = std::bit_cast<std::uint32_t>(x);
  if (is_fp32_) return bits;
  const bool negative = (bits >> 31) != 0;
  if (std::isinf(x)) return rounder_.infinity(negative);
  if (x == 0) return negative ? rounder_.infinity(true) & ~rounder_.infinity(false) : 0;
  const std::uint32_t biased = bits >> 23 & 0xFF, fraction = bits & 0x7FFFFF;
  const std::uint64_t magnitude = biased == 0 ? fraction : fraction | 0x800000;
  return rounder_.round(negative, magnitude, static_cast<int>(biased == 0 ? 1 : biased) - 150);
}

Epilogue::Epilogue(const ProfileEntry& entry, const Format& d, double alpha, double beta)
    : accumulator_(*entry.output),
      d_(d),
      narrow_(d, nan_code_of(entry, d)),
      nan_code_(nan_code_of(entry, d)),
      alpha_(alpha),
      beta_(beta) {}

std::uint64_t Epilogue::without_sum(std::uint64_t c) const {
  if (beta_ == 0) return 0;
  if (d_.name == formats::int32.name) return static_cast<std::uint32_t>(as_integer(beta_) * c);
  if (d_.name == formats::fp64.name) return fp64_code(beta_ * as_double(c), nan_code_);
  return narrow_(static_cast<float>(beta_) * as_float(d_, c));
}

std::uint64_t Epilogue::with_sum(std::uint64_t sum, std::uint64_t c) const {
  if (d_.name == formats::int32.name) {
    const std::uint64_t rest = beta_ == 0 ? 0 : as_integer(beta_) * c;
    return static_cast<std::uint32_t>(as_integer(alpha_) * sum + rest);
  }
  if (d_.name == formats::fp64.name) {
    const double x = as_double(sum);
    return fp64_code(beta_ == 0 ? alpha_ * x : std::fma(alpha_, x, beta_ * as_double(c)), nan_code_);
  }
  return with_sum(as_float(accumulator_, sum), c);
}

float Epilogue::narrowed(float x) const { return as_float(d_, narrow_(x)); }

std::uint64_t Epilogue::with_sum(float sum, std::uint64_t c) const {
  const auto alpha = static_cast<float>(alpha_), beta = static_cast<float>(beta_);
  return narrow_(beta_ == 0 ? alpha * sum : std::fma(alpha, sum, beta * as_float(d_, c)));
}

}  // namespace ulpgate::model
