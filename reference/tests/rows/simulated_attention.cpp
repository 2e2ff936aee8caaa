#include "reference/tests/rows/simulated_attention.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/tests/rows/rounded_arithmetic.h"

namespace ulpgate {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double log2_e = 1.4426950408889634;

class Simulation {
 public:
  Simulation(const AttentionRow& row, const RowArithmetic& claims, const AttentionChoices& choices)
      : row_(row),
        claims_(claims),
        choices_(choices),
        f_(*claims.accumulator, claims.flushes_subnormals),
        p_(claims.probabilities == nullptr ? *claims.accumulator : *claims.probabilities,
           claims.flushes_subnormals) {}

  SimulatedAttention run() {
    base2_ = claims_.softmax == SoftmaxAlgorithm::base2 || claims_.softmax == SoftmaxAlgorithm::base2_online;
    online_ =
        claims_.softmax == SoftmaxAlgorithm::online || claims_.softmax == SoftmaxAlgorithm::base2_online;
    if (base2_) c_ = f_.multiply(f_.round(row_.scale), f_.round(log2_e));
    for (std::size_t i = 0; i < row_.x.size(); ++i) {
      const bool gone = !row_.masked.empty() && row_.masked[i] != 0;
      const double x = f_.round(row_.x[i]);
      z_.push_back(gone ? -infinity : base2_ ? x : f_.multiply(f_.round(row_.scale), x));
    }
    const auto n = static_cast<std::int64_t>(z_.size());
    if (claims_.parts <= 1) return part(0, n);
    std::vector<SimulatedAttention> parts;
    const std::int64_t length = (n + claims_.parts - 1) / claims_.parts;
    for (std::int64_t first = 0; first < n;) {
      std::int64_t last = std::min(n, first + length);
      if (first > 0 && last < n) last = std::max(first + 1, last - choices_.cut);
      if (static_cast<std::int64_t>(parts.size()) + 1 == claims_.parts) last = n;
      parts.push_back(part(first, last));
      first = last;
    }
    return combined(parts);
  }

 private:
  int lean_of(std::size_t i) const {
    if (choices_.lean == 0) return 0;
    return (choices_.lean >> (i * 7 % 61) & 1) != 0 ? 1 : -1;
  }
  double function(double exact, double argument, int lean) const {
    return f_.lean(exact, claims_.exp.constant + claims_.exp.slope * std::fabs(argument),
                   argument == 0 ? 0 : lean);
  }
  double exponential(double argument, int lean) const {
    return argument == -infinity ? 0 : function(std::exp(argument), argument, lean);
  }
  double logarithm(double x) const {
    const double exact = std::log(x);
    const double off = claims_.log_absolute ? std::ldexp(lean_of(5), *claims_.log_absolute) : 0;
    return f_.round(f_.lean(exact, claims_.log.constant, exact == 0 ? 0 : lean_of(2)) + off * 0.9);
  }

  double term(std::size_t i, double m) const {
    if (z_[i] == -infinity) return 0;
    if (base2_) {
      const double argument = f_.fused(z_[i], c_, -f_.multiply(m, c_));
      return function(std::exp2(argument), argument, lean_of(i));
    }
    return exponential(claims_.softmax == SoftmaxAlgorithm::unshifted ? z_[i] : f_.subtract(z_[i], m),
                       lean_of(i));
  }
  double rescale(double m, double most, int lean) const {
    const double difference = f_.subtract(m, most);
    const double argument = base2_ ? f_.multiply(difference, c_) : difference;
    return function(base2_ ? std::exp2(argument) : std::exp(argument), argument, lean);
  }

  double sum(std::vector<double> terms) const {
    const std::size_t n = terms.size();
    double total = 0;
    if (choices_.order == 0) {
      for (const double t : terms) total = f_.add(total, t);
    } else if (choices_.order == 1) {
      for (std::size_t i = n; i-- > 0;) total = f_.add(total, terms[i]);
    } else {
      for (std::size_t step = 1; step < n; step *= 2) {
        for (std::size_t i = 0; i + step < n; i += 2 * step) terms[i] = f_.add(terms[i], terms[i + step]);
      }
      total = n == 0 ? 0 : terms.front();
    }
    return total;
  }

  /// w v for a column, onto what was there.
  double products(double total, const std::vector<double>& w, std::int64_t first, std::int64_t c) const {
    std::vector<double> terms;
    for (std::size_t i = 0; i < w.size(); ++i) {
      const double v =
          f_.round(row_.v[(static_cast<std::size_t>(first) + i) * static_cast<std::size_t>(row_.d) +
                          static_cast<std::size_t>(c)]);
      if (choices_.fuses) {
        total = f_.fused(w[i], v, total);
      } else {
        terms.push_back(f_.multiply(w[i], v));
      }
    }
    return choices_.fuses ? total : f_.add(total, sum(terms));
  }

  double quotient(double numerator, double divisor) const {
    if (claims_.division == Division::reciprocal) return f_.multiply(numerator, f_.divide(1, divisor));
    if (claims_.division == Division::rounded) return f_.divide(numerator, divisor);
    return f_.lean(numerator / divisor, claims_.division_ulps, lean_of(3));
  }

  SimulatedAttention part(std::int64_t first, std::int64_t last) const {
    SimulatedAttention result;
    result.o.assign(static_cast<std::size_t>(row_.d), 0);
    double m = -infinity, total = 0;
    const std::int64_t block = online_ ? std::max<std::int64_t>(claims_.block, 1) : last - first;
    std::vector<double> weights;
    for (std::int64_t begin = first; begin < last; begin += block) {
      const std::int64_t end = std::min(begin + block, last);
      double most = m;
      for (std::int64_t i = begin; i < end; ++i) most = std::max(most, z_[static_cast<std::size_t>(i)]);
      if (most == -infinity) continue;
      const double factor =
          m == -infinity ? 1 : rescale(m, most, lean_of(static_cast<std::size_t>(begin) + 1));
      weights.clear();
      for (std::int64_t i = begin; i < end; ++i) weights.push_back(term(static_cast<std::size_t>(i), most));
      std::vector<double> rounded = weights;
      for (double& w : rounded) w = p_.round(w);
      const double here = sum(choices_.sums_rounded ? rounded : weights);
      total = f_.add(m == -infinity ? 0 : f_.multiply(total, factor), here);
      const bool divides = choices_.divides_first && !online_;
      if (divides) {
        for (std::size_t i = 0; i < weights.size(); ++i) rounded[i] = p_.round(quotient(weights[i], total));
      }
      for (std::int64_t c = 0; c < row_.d; ++c) {
        double& o = result.o[static_cast<std::size_t>(c)];
        o = products(m == -infinity ? 0 : f_.multiply(o, factor), rounded, begin, c);
      }
      m = most;
    }
    if (m == -infinity) return {result.o, -infinity};
    if (!choices_.divides_first || online_) {
      for (double& o : result.o) o = quotient(o, total);
    }
    const double scaled = base2_ ? f_.multiply(m, f_.round(row_.scale)) : m;
    const double log = logarithm(total);
    result.lse = claims_.softmax == SoftmaxAlgorithm::unshifted ? log : f_.add(scaled, log);
    return result;
  }

  SimulatedAttention combined(const std::vector<SimulatedAttention>& parts) const {
    double m = -infinity;
    for (const SimulatedAttention& p : parts) m = std::max(m, p.lse);
    if (m == -infinity) return parts.front();
    std::vector<double> weights;
    for (std::size_t k = 0; k < parts.size(); ++k)
      weights.push_back(exponential(f_.subtract(parts[k].lse, m), lean_of(k + 9)));
    const double total = sum(weights), lse = f_.add(m, logarithm(total));
    if (choices_.by_lse) {
      for (std::size_t k = 0; k < parts.size(); ++k)
        weights[k] = exponential(f_.subtract(parts[k].lse, lse), lean_of(k + 9));
    }
    SimulatedAttention result{{}, lse};
    for (std::size_t c = 0; c < static_cast<std::size_t>(row_.d); ++c) {
      double o = 0;
      for (std::size_t k = 0; k < parts.size(); ++k)
        o = choices_.fuses ? f_.fused(weights[k], parts[k].o[c], o)
                           : f_.add(o, f_.multiply(weights[k], parts[k].o[c]));
      result.o.push_back(choices_.by_lse ? o : quotient(o, total));
    }
    return result;
  }

  const AttentionRow& row_;
  const RowArithmetic& claims_;
  const AttentionChoices& choices_;
  RoundedArithmetic f_, p_;
  std::vector<double> z_;
  double c_ = 0;
  bool base2_ = false, online_ = false;
};

}  // namespace

SimulatedAttention simulate_attention(const AttentionRow& row, const RowArithmetic& claims,
                                      const AttentionChoices& choices) {
  return Simulation(row, claims, choices).run();
}

}  // namespace ulpgate
