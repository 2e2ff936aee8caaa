#pragma once
// layer_norm and rms_norm a second time, straight from their definitions, in floating point of 4800 bits:
// sums of doubles and of their squares are exact in it, whatever their exponents are, and what rounds has a
// relative error of 2^-4800. Rows are finite, with var + eps > 0.
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cstdint>
#include <span>
#include <vector>

namespace ulpgate {

using TwinReal = boost::multiprecision::number<
    boost::multiprecision::cpp_bin_float<4800, boost::multiprecision::digit_base_2>,
    boost::multiprecision::et_off>;

struct TwinNormRow {
  std::span<const double> x;
  std::span<const double> gamma;  ///< empty: none
  std::span<const double> beta;   ///< empty: none
  double eps = 0;
  bool zero_centred = false;
};

struct TwinNorm {
  std::vector<TwinReal> y;
  TwinReal mean;  ///< layer_norm alone
  TwinReal rstd;
};

TwinNorm twin_layer_norm(const TwinNormRow& row);
TwinNorm twin_rms_norm(const TwinNormRow& row);

/// group_norm of a whole tensor {batch, channels, spatial}, dense.
struct TwinGroupNorm {
  std::int64_t batch = 1, channels = 1, spatial = 1, groups = 1;
  std::span<const double> x;
  std::span<const double> gamma, beta;  ///< by channel; empty: none
  double eps = 0;
};

struct TwinGroups {
  std::vector<TwinReal> y;           ///< as x
  std::vector<TwinReal> mean, rstd;  ///< {batch, groups}
};

/// By the definition: channel c is of group floor(c * groups / channels).
TwinGroups twin_group_norm(const TwinGroupNorm& tensor);

/// Its gradients, from statistics {batch, groups} as they are given.
struct TwinGroupGradients {
  std::vector<TwinReal> dx;             ///< as x
  std::vector<TwinReal> dgamma, dbeta;  ///< by channel
};

TwinGroupGradients twin_group_norm_gradients(const TwinGroupNorm& tensor, std::span<const double> dy,
                                             std::span<const double> mean, std::span<const double> rstd);

struct TwinNormGradientRow {
  std::span<const double> dy, x;
  std::span<const double> gamma;  ///< empty: none
  double mean = 0;                ///< 0 for rms_norm
  double rstd = 1;
  bool zero_centred = false;
};

/// dx.
std::vector<TwinReal> twin_layer_norm_gradient(const TwinNormGradientRow& row);
std::vector<TwinReal> twin_rms_norm_gradient(const TwinNormGradientRow& row);
/// The sum down a column of dy * (x - mean) * rstd; `mean` may be empty, for rms_norm.
TwinReal twin_gamma_gradient(std::span<const double> dy, std::span<const double> x,
                             std::span<const double> mean, std::span<const double> rstd);
TwinReal twin_beta_gradient(std::span<const double> dy);

}  // namespace ulpgate
