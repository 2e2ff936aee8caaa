#include "reference/twins/norm.h"

namespace ulpgate {
namespace {

TwinReal mean_of(const std::vector<TwinReal>& values) {
  TwinReal sum = 0;
  for (const TwinReal& v : values) sum += v;
  return sum / TwinReal(values.size());
}

TwinNorm normalise(const TwinNormRow& row, const TwinReal& mean) {
  std::vector<TwinReal> centred, squares;
  for (const double x : row.x) {
    centred.push_back(TwinReal(x) - mean);
    squares.push_back(centred.back() * centred.back());
  }
  TwinNorm result;
  result.mean = mean;
  result.rstd = 1 / sqrt(mean_of(squares) + TwinReal(row.eps));
  for (std::size_t i = 0; i < centred.size(); ++i) {
    TwinReal y = centred[i] * result.rstd;
    if (!row.gamma.empty()) y *= TwinReal(row.gamma[i]) + (row.zero_centred ? 1 : 0);
    if (!row.beta.empty()) y += TwinReal(row.beta[i]);
    result.y.push_back(y);
  }
  return result;
}

std::vector<TwinReal> gradient(const TwinNormGradientRow& row, bool centred) {
  std::vector<TwinReal> g, products, normalised;
  for (std::size_t i = 0; i < row.x.size(); ++i) {
    normalised.push_back((TwinReal(row.x[i]) - TwinReal(row.mean)) * TwinReal(row.rstd));
    g.emplace_back(row.dy[i]);
    if (!row.gamma.empty()) g.back() *= TwinReal(row.gamma[i]) + (row.zero_centred ? 1 : 0);
    products.push_back(g.back() * normalised.back());
  }
  const TwinReal along = mean_of(products), common = centred ? mean_of(g) : TwinReal(0);
  std::vector<TwinReal> dx;
  for (std::size_t i = 0; i < g.size(); ++i)
    dx.push_back(TwinReal(row.rstd) * (g[i] - common - normalised[i] * along));
  return dx;
}

}  // namespace

TwinNorm twin_layer_norm(const TwinNormRow& row) {
  std::vector<TwinReal> x;
  for (const double v : row.x) x.emplace_back(v);
  return normalise(row, mean_of(x));
}

TwinNorm twin_rms_norm(const TwinNormRow& row) { return normalise(row, 0); }

namespace {

/// visit(place, channel) for the elements of one group of one batch.
template <typename Visit>
void for_each_of_group(const TwinGroupNorm& t, std::int64_t batch, std::int64_t group, const Visit& visit) {
  for (std::int64_t c = 0; c < t.channels; ++c) {
    if (c * t.groups / t.channels != group) continue;
    for (std::int64_t s = 0; s < t.spatial; ++s)
      visit(static_cast<std::size_t>((batch * t.channels + c) * t.spatial + s), static_cast<std::size_t>(c));
  }
}

}  // namespace

TwinGroups twin_group_norm(const TwinGroupNorm& t) {
  TwinGroups result;
  result.y.resize(t.x.size());
  const auto elements = [&](std::int64_t batch, std::int64_t group, auto visit) {
    for_each_of_group(t, batch, group, visit);
  };
  for (std::int64_t batch = 0; batch < t.batch; ++batch) {
    for (std::int64_t group = 0; group < t.groups; ++group) {
      TwinReal count = 0, sum = 0, squares = 0;
      elements(batch, group, [&](std::size_t at, std::size_t) {
        count += 1;
        sum += TwinReal(t.x[at]);
      });
      const TwinReal mean = sum / count;
      elements(batch, group, [&](std::size_t at, std::size_t) {
        squares += (TwinReal(t.x[at]) - mean) * (TwinReal(t.x[at]) - mean);
      });
      const TwinReal rstd = 1 / sqrt(squares / count + TwinReal(t.eps));
      elements(batch, group, [&](std::size_t at, std::size_t c) {
        TwinReal y = (TwinReal(t.x[at]) - mean) * rstd;
        if (!t.gamma.empty()) y *= TwinReal(t.gamma[c]);
        if (!t.beta.empty()) y += TwinReal(t.beta[c]);
        result.y[at] = y;
      });
      result.mean.push_back(mean);
      result.rstd.push_back(rstd);
    }
  }
  return result;
}

TwinGroupGradients twin_group_norm_gradients(const TwinGroupNorm& t, std::span<const double> dy,
                                             std::span<const double> mean, std::span<const double> rstd) {
  TwinGroupGradients result;
  result.dx.resize(t.x.size());
  result.dgamma.resize(static_cast<std::size_t>(t.channels));
  result.dbeta.resize(static_cast<std::size_t>(t.channels));
  for (std::int64_t row = 0; row < t.batch * t.groups; ++row) {
    const TwinReal m(mean[static_cast<std::size_t>(row)]), r(rstd[static_cast<std::size_t>(row)]);
    const auto z = [&](std::size_t at) { return TwinReal((TwinReal(t.x[at]) - m) * r); };
    const auto g = [&](std::size_t at, std::size_t c) {
      return TwinReal(TwinReal(dy[at]) * TwinReal(t.gamma.empty() ? 1 : t.gamma[c]));
    };
    TwinReal count = 0, common = 0, along = 0;
    for_each_of_group(t, row / t.groups, row % t.groups, [&](std::size_t at, std::size_t c) {
      count += 1;
      common += g(at, c);
      along += g(at, c) * z(at);
      result.dgamma[c] += TwinReal(dy[at]) * z(at);
      result.dbeta[c] += TwinReal(dy[at]);
    });
    for_each_of_group(t, row / t.groups, row % t.groups, [&](std::size_t at, std::size_t c) {
      result.dx[at] = r * (g(at, c) - common / count - z(at) * (along / count));
    });
  }
  return result;
}

std::vector<TwinReal> twin_layer_norm_gradient(const TwinNormGradientRow& row) { return gradient(row, true); }

std::vector<TwinReal> twin_rms_norm_gradient(const TwinNormGradientRow& row) { return gradient(row, false); }

TwinReal twin_gamma_gradient(std::span<const double> dy, std::span<const double> x,
                             std::span<const double> mean, std::span<const double> rstd) {
  TwinReal sum = 0;
  for (std::size_t i = 0; i < dy.size(); ++i) {
    const TwinReal centred = TwinReal(x[i]) - (mean.empty() ? TwinReal(0) : TwinReal(mean[i]));
    sum += TwinReal(dy[i]) * centred * TwinReal(rstd[i]);
  }
  return sum;
}

TwinReal twin_beta_gradient(std::span<const double> dy) {
  TwinReal sum = 0;
  for (const double v : dy) sum += TwinReal(v);
  return sum;
}

}  // namespace ulpgate
