#include "reference/tests/rows/simulated_softmax.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/tests/rows/rounded_arithmetic.h"

namespace ulpgate {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

class Simulation {
 public:
  Simulation(const SoftmaxRow& row, const RowArithmetic& claims, const SoftmaxChoices& choices)
      : row_(row), claims_(claims), choices_(choices), f_(*claims.accumulator, claims.flushes_subnormals) {}

  std::vector<double> run() {
    for (std::size_t i = 0; i < row_.x.size(); ++i) logits_.push_back(logit(i));
    m_ = *std::max_element(logits_.begin(), logits_.end());
    base2_ = claims_.softmax == SoftmaxAlgorithm::base2 || claims_.softmax == SoftmaxAlgorithm::base2_online;
    if (base2_)
      c_ = row_.mask.empty() ? f_.multiply(f_.round(row_.scale), f_.round(log2_e)) : f_.round(log2_e);
    const bool online =
        claims_.softmax == SoftmaxAlgorithm::online || claims_.softmax == SoftmaxAlgorithm::base2_online;
    for (std::size_t i = 0; i < logits_.size(); ++i) terms_.push_back(exponential(i, m_));
    sum_ = online ? online_sum() : sum(terms_);
    std::vector<double> y;
    for (std::size_t i = 0; i < logits_.size(); ++i)
      y.push_back(row_.log ? log_result(i) : softmax_result(i));
    return y;
  }

 private:
  static constexpr double log2_e = 1.4426950408889634;

  int lean_of(std::size_t i) const {
    if (choices_.lean == 0) return 0;
    return (choices_.lean >> (i * 7 % 61) & 1) != 0 ? 1 : -1;
  }

  bool is_masked(std::size_t i) const { return !row_.masked.empty() && row_.masked[i] != 0; }

  double natural_logit(std::size_t i) const {
    if (is_masked(i)) return claims_.mask_value ? f_.round(*claims_.mask_value) : -infinity;
    double z = f_.round(row_.x[i]);
    if (row_.scaled || row_.scale != 1) z = f_.multiply(f_.round(row_.scale), z);
    return row_.mask.empty() ? z : f_.add(z, f_.round(row_.mask[i]));
  }

  /// What the exponential starts from: base2 has the scale in c.
  double logit(std::size_t i) const {
    const bool in_c =
        claims_.softmax == SoftmaxAlgorithm::base2 || claims_.softmax == SoftmaxAlgorithm::base2_online;
    if (!in_c || !row_.mask.empty() || is_masked(i)) return natural_logit(i);
    return f_.round(row_.x[i]);
  }

  double function(double exact, double argument, int lean) const {
    return f_.lean(exact, claims_.exp.constant + claims_.exp.slope * std::fabs(argument), lean);
  }

  double exponential_of(double z, double m, int lean) const {
    if (z == -infinity) return 0;
    if (base2_) {
      const double argument = f_.fused(z, c_, -f_.multiply(m, c_));
      return function(std::exp2(argument), argument, argument == 0 ? 0 : lean);
    }
    const double argument = claims_.softmax == SoftmaxAlgorithm::unshifted ? z : f_.subtract(z, m);
    return function(std::exp(argument), argument, argument == 0 ? 0 : lean);
  }

  double exponential(std::size_t i, double m) const { return exponential_of(logits_[i], m, lean_of(i)); }

  double sum(std::vector<double> terms) const {
    const std::size_t n = terms.size();
    double total = 0;
    switch (choices_.order) {
      case 0:
        for (const double t : terms) total = f_.add(total, t);
        return total;
      case 1:
        for (std::size_t i = n; i-- > 0;) total = f_.add(total, terms[i]);
        return total;
      case 2:
        for (std::size_t step = 1; step < n; step *= 2) {
          for (std::size_t i = 0; i + step < n; i += 2 * step) terms[i] = f_.add(terms[i], terms[i + step]);
        }
        return terms.front();
      default: {
        double lanes[4] = {};
        for (std::size_t i = 0; i < n; ++i) lanes[i % 4] = f_.add(lanes[i % 4], terms[i]);
        return f_.add(f_.add(lanes[0], lanes[2]), f_.add(lanes[1], lanes[3]));
      }
    }
  }

  double online_sum() const {
    double total = 0, m = -infinity;
    const auto block = static_cast<std::size_t>(std::max<std::int64_t>(claims_.block, 1));
    for (std::size_t first = 0; first < logits_.size(); first += block) {
      const std::size_t last = std::min(first + block, logits_.size());
      const double most = std::max(m, *std::max_element(logits_.begin() + static_cast<std::ptrdiff_t>(first),
                                                        logits_.begin() + static_cast<std::ptrdiff_t>(last)));
      if (most == -infinity) continue;
      if (m != -infinity) total = f_.multiply(total, rescale(m, most, lean_of(first + 1)));
      std::vector<double> terms;
      for (std::size_t i = first; i < last; ++i) terms.push_back(exponential(i, most));
      total = f_.add(total, sum(terms));
      m = most;
    }
    return total;
  }

  double rescale(double m, double most, int lean) const {
    const double difference = f_.subtract(m, most);
    const double argument = base2_ ? f_.multiply(difference, c_) : difference;
    return function(base2_ ? std::exp2(argument) : std::exp(argument), argument, argument == 0 ? 0 : lean);
  }

  double quotient(double term) const {
    if (term == 0) return 0;
    if (claims_.division == Division::reciprocal) return f_.multiply(term, f_.divide(1, sum_));
    if (claims_.division == Division::rounded) return f_.divide(term, sum_);
    return f_.lean(term / sum_, claims_.division_ulps, lean_of(3));
  }

  double softmax_result(std::size_t i) const {
    if (!claims_.through_logarithm) return quotient(terms_[i]);
    if (logits_[i] == -infinity) return 0;
    const double argument = f_.subtract(f_.subtract(logits_[i], m_), logarithm(sum_));
    return function(std::exp(argument), argument, argument == 0 ? 0 : lean_of(i + 4));
  }

  double logarithm(double x) const {
    const double exact = std::log(x);
    const double off = claims_.log_absolute ? std::ldexp(lean_of(5), *claims_.log_absolute) : 0;
    return f_.round(f_.lean(exact, claims_.log.constant, exact == 0 ? 0 : lean_of(2)) + off * 0.9);
  }

  double log_result(std::size_t i) const {
    if (logits_[i] == -infinity) return -infinity;
    if (claims_.log_softmax == LogSoftmaxAlgorithm::of_softmax) return logarithm(quotient(terms_[i]));
    const double z = natural_logit(i), log = logarithm(sum_);
    if (claims_.softmax == SoftmaxAlgorithm::unshifted) return f_.subtract(z, log);
    // base2 keeps the maximum unscaled.
    const bool scales_m = base2_ && row_.mask.empty() && (row_.scaled || row_.scale != 1);
    const double m = scales_m ? f_.multiply(m_, f_.round(row_.scale)) : m_;
    return claims_.log_softmax == LogSoftmaxAlgorithm::subtract ? f_.subtract(f_.subtract(z, m), log)
                                                                : f_.subtract(z, f_.add(m, log));
  }

  const SoftmaxRow& row_;
  const RowArithmetic& claims_;
  const SoftmaxChoices& choices_;
  RoundedArithmetic f_;
  std::vector<double> logits_, terms_;
  double m_ = 0, c_ = 0, sum_ = 0;
  bool base2_ = false;
};

}  // namespace

std::vector<double> simulate_softmax(const SoftmaxRow& row, const RowArithmetic& claims,
                                     const SoftmaxChoices& choices) {
  return Simulation(row, claims, choices).run();
}

}  // namespace ulpgate
