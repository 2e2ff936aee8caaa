#include "reference/tests/norm/simulated.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "reference/formats/decode.h"

namespace ulpgate {

Rounder::Rounder(const Format& format, bool flushes)
    : drop_(53 - format.precision()),
      flushes_(flushes),
      smallest_normal_(std::ldexp(1.0, format.min_exponent())),
      subnormal_shift_(drop_ == 0 ? 0 : std::ldexp(1.5, 52 + format.quantum_exponent())),
      overflow_(to_double(format, max_finite_magnitude(format))) {}

double Rounder::operator()(double x) const {
  if (flushes_ && std::fabs(x) < smallest_normal_) return 0;
  if (drop_ == 0 || !std::isfinite(x)) return x;
  if (std::fabs(x) < smallest_normal_) return x + subnormal_shift_ - subnormal_shift_;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const std::uint64_t half = (std::uint64_t{1} << (drop_ - 1)) - 1 + (bits >> drop_ & 1);
  const double rounded = std::bit_cast<double>((bits + half) >> drop_ << drop_);
  return std::fabs(rounded) > overflow_ ? std::copysign(std::numeric_limits<double>::infinity(), x) : rounded;
}

namespace {

double pairwise(std::span<const double> terms, const Rounder& r) {
  if (terms.size() == 1) return terms[0];
  const std::size_t half = terms.size() / 2;
  return r(pairwise(terms.first(half), r) + pairwise(terms.subspan(half), r));
}

double in_turn(std::span<const double> terms, const Rounder& r) {
  double sum = terms[0];
  for (const double t : terms.subspan(1)) sum = r(sum + t);
  return sum;
}

}  // namespace

double simulated_sum(std::vector<double> terms, SumOrder order, const Rounder& r, Words& words) {
  switch (order) {
    case SumOrder::ascending:
      break;
    case SumOrder::descending:
      std::reverse(terms.begin(), terms.end());
      break;
    case SumOrder::pairwise:
      return pairwise(terms, r);
    case SumOrder::shuffled:
      for (std::size_t i = terms.size(); i > 1; --i)
        std::swap(terms[i - 1], terms[static_cast<std::size_t>(words.below(static_cast<int>(i)))]);
      break;
    case SumOrder::lanes: {
      std::vector<double> lanes(std::min<std::size_t>(terms.size(), 8), 0.0);
      for (std::size_t i = 0; i < terms.size(); ++i)
        lanes[i % lanes.size()] = r(lanes[i % lanes.size()] + terms[i]);
      return in_turn(lanes, r);
    }
  }
  return in_turn(terms, r);
}

namespace {

class Simulation {
 public:
  Simulation(const SimulatedNorm& row, const RowArithmetic& arithmetic, Words& words)
      : r(*arithmetic.accumulator, arithmetic.flushes_subnormals),
        a(arithmetic),
        in(row),
        w(words),
        order(static_cast<SumOrder>(words.below(sum_orders))) {
    for (const double v : row.x) x.push_back(r(v));
    n = r(static_cast<double>(x.size()));
  }

  NormResult run() {
    NormResult result;
    double variance = 0;
    if (!in.centred) {
      variance = mean_of(squares(0));
    } else if (a.variance == VarianceAlgorithm::welford) {
      const Moments m = moments();
      result.mean = m.mean;
      variance = divided(m.squares);
    } else {
      result.mean = mean_of(x);
      if (a.variance == VarianceAlgorithm::two_pass) {
        variance = mean_of(squares(result.mean));
      } else {
        variance = r(mean_of(squares(0)) - r(result.mean * result.mean));
      }
    }
    result.rstd = reciprocal_root(r(variance + r(in.eps)));
    const int form = w.below(4);
    for (std::size_t i = 0; i < x.size(); ++i) result.y.push_back(element(i, result, form));
    return result;
  }

 private:
  double divided(double sum) const {
    return a.division == Division::reciprocal ? r(sum * r(1 / n)) : r(sum / n);
  }

  double mean_of(const std::vector<double>& terms) { return divided(simulated_sum(terms, order, r, w)); }

  std::vector<double> squares(double centre) const {
    std::vector<double> result;
    for (const double v : x) {
      const double d = centre == 0 ? v : r(v - centre);
      result.push_back(r(d * d));
    }
    return result;
  }

  struct Moments {
    double count = 0, mean = 0, squares = 0;
  };

  Moments running(std::span<const double> part) const {
    Moments m;
    for (const double v : part) {
      m.count += 1;
      const double d = r(v - m.mean);
      m.mean = r(m.mean + (a.division == Division::reciprocal ? r(d * r(1 / m.count)) : r(d / m.count)));
      m.squares = r(m.squares + r(d * r(v - m.mean)));
    }
    return m;
  }

  Moments merged(const Moments& one, const Moments& other, bool weighted) const {
    const double d = r(other.mean - one.mean), count = one.count + other.count;
    const double inverse = r(1 / count), share = r(other.count * inverse);
    Moments m{count, 0, 0};
    m.mean = weighted ? r(r(r(one.count * inverse) * one.mean) + r(share * other.mean))
                      : r(one.mean + r(d * share));
    m.squares = r(r(one.squares + other.squares) + r(r(r(d * d) * one.count) * share));
    return m;
  }

  Moments moments() {
    const std::size_t parts =
        std::min<std::size_t>(x.size(), order == SumOrder::ascending ? 1 : 1 + w.below(8));
    const bool weighted = w.below(2) == 0;
    std::vector<Moments> of;
    const std::span<const double> all = x;
    for (std::size_t p = 0, first = 0; p < parts; ++p) {
      const std::size_t last = p + 1 == parts ? x.size() : (p + 1) * x.size() / parts;
      of.push_back(running(all.subspan(first, last - first)));
      first = last;
    }
    while (of.size() > 1) {
      const Moments last = of.back();
      of.pop_back();
      const std::size_t with = order == SumOrder::shuffled ? of.size() - 1 : 0;
      of[with] = merged(of[with], last, weighted);
    }
    return of[0];
  }

  /// The claimed ulps are used up at random.
  double reciprocal_root(double value) {
    const double exact = 1 / std::sqrt(value);
    if (!std::isfinite(exact) || exact == 0) return r(exact);
    const double ulp = std::ldexp(1.0, std::ilogb(exact) + 1 - a.accumulator->precision());
    // In fp64 the quotient and the root have rounded already.
    const double own = a.accumulator->precision() == 53 ? 1.5 : 0.5;
    const double room = std::max(0.0, a.rsqrt_ulps - own);
    return r(exact + (w.below(2) == 0 ? 1 : -1) * ulp * (w.below(2) == 0 ? room : room * w.unit()));
  }

  double element(std::size_t i, const NormResult& s, int form) const {
    double gamma = 1, beta = 0;
    if (!in.gamma.empty()) gamma = a.zero_centred ? r(1 + r(in.gamma[i])) : r(in.gamma[i]);
    if (!in.beta.empty()) beta = r(in.beta[i]);
    if (a.folded) {
      const double factor = in.gamma.empty() ? s.rstd : r(s.rstd * gamma);
      const double shift = form == 1 ? r(std::fma(-s.mean, factor, beta)) : r(beta - r(s.mean * factor));
      return form == 2 ? r(std::fma(x[i], factor, shift)) : r(r(x[i] * factor) + shift);
    }
    const double d = in.centred ? r(x[i] - s.mean) : x[i];
    double y = r(d * s.rstd);
    if (a.rounds_first) {
      y = Rounder(*in.y, a.flushes_subnormals)(y);
    } else if (form == 1 && in.centred && d != 0) {
      y = r(r(x[i] * s.rstd) - r(s.mean * s.rstd));
    } else if (form == 2 && !in.gamma.empty()) {
      return r(r(d * r(s.rstd * gamma)) + beta);
    }
    if (in.gamma.empty()) return in.beta.empty() ? y : r(y + beta);
    return form == 3 ? r(std::fma(y, gamma, beta)) : r(r(y * gamma) + beta);
  }

  Rounder r;
  const RowArithmetic& a;
  const SimulatedNorm& in;
  Words& w;
  SumOrder order;
  std::vector<double> x;
  double n = 0;
};

}  // namespace

NormResult simulate(const SimulatedNorm& row, const RowArithmetic& arithmetic, Words& words) {
  return Simulation(row, arithmetic, words).run();
}

}  // namespace ulpgate
