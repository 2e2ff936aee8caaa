#include "suites/self/gemm_model.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <stdexcept>
#include <utility>

#include "reference/formats/decode.h"
#include "reference/formats/encode.h"

namespace ulpgate {
namespace {

/// A product that is not zero.
struct Term {
  std::int64_t k;
  std::uint64_t a, b;  ///< codes
  double x, y;         ///< values
};
using Terms = std::span<const Term>;

std::uint64_t encoded(double value, const Format& to, Rounding rounding, bool flushes = false) {
  Rule rule{.rounding = rounding};
  if (!to.has_infinity) rule.overflow = Overflow::saturate;
  if (!to.has_infinity) rule.infinity = InfinityRule::saturate;
  rule.subnormals = flushes ? Subnormals::flushed : Subnormals::kept;
  return encode(to, unpack(formats::fp64, std::bit_cast<std::uint64_t>(value)), rule).code;
}

double rounded(double value, const Format& to, Rounding rounding = Rounding::nearest_even) {
  if (to.name == formats::fp64.name) return value;
  return to_double(to, encoded(value, to, rounding));
}

/// x + y to odd, so that rounding it again, to fewer bits, is rounding the exact sum.
double odd_sum(double x, double y) {
  const double sum = x + y;
  if (!std::isfinite(sum)) return sum;
  const double back = sum - x;
  const double rest = (x - (sum - back)) + (y - back);
  const auto bits = std::bit_cast<std::uint64_t>(sum);
  if (rest == 0 || (bits & 1) != 0) return sum;
  return std::nextafter(sum, rest > 0 ? INFINITY : -INFINITY);
}

double add(double x, double y, const Format& format, Rounding rounding) {
  if (format.name == formats::fp64.name) return x + y;
  if (format.name == formats::fp32.name && rounding == Rounding::nearest_even)
    return static_cast<float>(x) + static_cast<float>(y);
  return rounded(odd_sum(x, y), format, rounding);
}

class Sum {
 public:
  Sum(const GemmModel& model, const Mma* mma) : m_(model), mma_(mma) {}

  double of(Terms terms, std::int64_t k, std::int64_t split) const {
    const std::int64_t length = m_.part_length(k, split);
    std::vector<double> parts;
    for (std::int64_t first = 0; first < k; first += length) {
      double part = promoted(between(terms, first, first + length), first, std::min(first + length, k));
      if (m_.partials != nullptr) part = rounded(part, *m_.partials);
      parts.push_back(part);
    }
    return join(parts);
  }

 private:
  static Terms between(Terms terms, std::int64_t first, std::int64_t last) {
    const auto before = [](const Term& t, std::int64_t k) { return t.k < k; };
    const auto low = std::lower_bound(terms.begin(), terms.end(), first, before);
    return {low, std::lower_bound(low, terms.end(), last, before)};
  }

  double join(const std::vector<double>& parts) const {
    const Format& format = m_.joining != nullptr              ? *m_.joining
                           : m_.accumulator == &formats::fp64 ? formats::fp64
                                                              : formats::fp32;
    std::vector<double> left = parts;
    while (m_.pairwise_join && left.size() > 1) {
      std::vector<double> next;
      for (std::size_t i = 0; i < left.size(); i += 2)
        next.push_back(i + 1 < left.size() ? add(left[i], left[i + 1], format, Rounding::nearest_even)
                                           : left[i]);
      left = next;
    }
    double sum = left.front();
    for (std::size_t i = 1; i < left.size(); ++i) sum = add(sum, left[i], format, Rounding::nearest_even);
    return sum;
  }

  double promoted(Terms terms, std::int64_t first, std::int64_t last) const {
    if (m_.promotion == 0) return chain(terms, first, last);
    float sum = 0;
    for (std::int64_t at = first; at < last; at += m_.promotion) {
      const std::int64_t end = std::min(at + m_.promotion, last);
      sum += static_cast<float>(chain(between(terms, at, end), at, end));
    }
    return sum;
  }

  double product(const Term& t) const {
    return m_.rounds_products ? rounded(t.x * t.y, *m_.accumulator, m_.rounding) : t.x * t.y;
  }

  double plus(double sum, const Term& t) const {
    if (m_.accumulator == &formats::fp64 && !m_.rounds_products) return std::fma(t.x, t.y, sum);
    // A product of two fp32 numbers is exact in fp64.
    return add_exact(sum, product(t));
  }

  /// The accumulator may meet a product that it does not hold.
  double add_exact(double sum, double product) const {
    if (m_.accumulator == &formats::fp64) return sum + product;
    return rounded(odd_sum(sum, product), *m_.accumulator, m_.rounding);
  }

  double chain(Terms terms, std::int64_t first, std::int64_t last) const {
    double sum = 0;
    switch (m_.order) {
      case GemmModel::Order::ascending:
        for (const Term& t : terms) sum = plus(sum, t);
        return sum;
      case GemmModel::Order::descending:
        for (std::size_t i = terms.size(); i > 0; --i) sum = plus(sum, terms[i - 1]);
        return sum;
      case GemmModel::Order::pairwise:
        return pairwise(terms, first, last);
      case GemmModel::Order::lanes:
        return in_lanes(terms, first);
      case GemmModel::Order::instruction:
        return instructions(terms, first, last);
    }
    return sum;
  }

  double pairwise(Terms terms, std::int64_t first, std::int64_t last) const {
    if (terms.empty()) return 0;
    if (last - first == 1) return plus(0, terms.front());
    const std::int64_t middle =
        first + static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(last - first))) / 2;
    return add(pairwise(between(terms, first, middle), first, middle),
               pairwise(between(terms, middle, last), middle, last), *m_.accumulator, m_.rounding);
  }

  double in_lanes(Terms terms, std::int64_t first) const {
    std::vector<double> sums(static_cast<std::size_t>(m_.lanes), 0);
    for (const Term& t : terms) {
      double& sum = sums[static_cast<std::size_t>((t.k - first) % m_.lanes)];
      sum = plus(sum, t);
    }
    for (std::size_t n = sums.size(); n > 1; n /= 2) {
      for (std::size_t i = 0; i < n / 2; ++i)
        sums[i] = add(sums[2 * i], sums[2 * i + 1], *m_.accumulator, m_.rounding);
    }
    return sums.front();
  }

  double instructions(Terms terms, std::int64_t first, std::int64_t last) const {
    std::uint64_t sum = 0;
    std::vector<std::uint64_t> a(static_cast<std::size_t>(m_.instruction_k)), b(a.size());
    std::size_t t = 0;
    // Zero products leave what an instruction once returned as it is.
    while (t < terms.size()) {
      const std::int64_t block = first + (terms[t].k - first) / m_.instruction_k * m_.instruction_k;
      std::fill(a.begin(), a.end(), 0);
      std::fill(b.begin(), b.end(), 0);
      for (; t < terms.size() && terms[t].k < block + m_.instruction_k; ++t) {
        a[static_cast<std::size_t>(terms[t].k - block)] = terms[t].a;
        b[static_cast<std::size_t>(terms[t].k - block)] = terms[t].b;
      }
      sum = mma_->dot(a, b, sum);
    }
    (void)last;
    return to_double(*mma_->entry().output, sum);
  }

  const GemmModel& m_;
  const Mma* mma_;
};

bool subnormal(const Format& f, std::uint64_t code) {
  return f.is_floating() &&
         (code & f.magnitude_mask()) >> f.padding_bits <= f.significand_mask() >> f.padding_bits;
}

class Model {
 public:
  explicit Model(GemmModel model) : m_(std::move(model)) {
    if (m_.order != GemmModel::Order::instruction) return;
    const auto slash = m_.instruction.find('/');
    const ProfileEntry* entry =
        find_profile(m_.instruction.substr(0, slash))->find(m_.instruction.substr(slash + 1));
    if (entry == nullptr) throw std::invalid_argument("no instruction is called '" + m_.instruction + "'");
    mma_ = std::make_shared<Mma>(*entry, m_.a_input != nullptr ? *m_.a_input : *m_.a,
                                 m_.b_input != nullptr ? *m_.b_input : *m_.b);
  }

  probe::GemmAnswer run(const probe::GemmProblem& p) {
    ++calls_;
    probe::GemmAnswer answer;
    if (p.k % m_.k_multiple != 0) {
      answer.refused = "was refused: k is no multiple of " + std::to_string(m_.k_multiple);
      return answer;
    }
    std::int64_t split = m_.split;
    if (p.m < m_.splits_below_rows || p.n < m_.splits_below_columns) split = 2;
    if (m_.varies && calls_ % 2 == 0) split = 2;
    if (m_.differs_when_padded && p.pad > 0) split = 2;
    const Operand a = operand(p.a, *m_.a, m_.a_input, m_.flushes_a),
                  b = operand(p.b, *m_.b, m_.b_input, m_.flushes_b);
    // Which k of a row and of a column are not 0.
    std::vector<std::vector<std::int64_t>> rows(static_cast<std::size_t>(p.m));
    for (std::int64_t i = 0; i < p.m; ++i) {
      for (std::int64_t k = 0; k < p.k; ++k) {
        if (a.values[static_cast<std::size_t>(i * p.k + k)] != 0)
          rows[static_cast<std::size_t>(i)].push_back(k);
      }
    }
    const Sum sum(m_, mma_.get());
    std::vector<Term> terms;
    for (std::int64_t i = 0; i < p.m; ++i) {
      for (std::int64_t j = 0; j < p.n; ++j) {
        terms.clear();
        for (const std::int64_t k : rows[static_cast<std::size_t>(i)]) {
          const auto x = static_cast<std::size_t>(i * p.k + k), y = static_cast<std::size_t>(k * p.n + j);
          if (b.values[y] != 0) terms.push_back({k, a.codes[x], b.codes[y], a.values[x], b.values[y]});
        }
        answer.d.push_back(
            m_.a->kind == FormatKind::integer && m_.b->kind == FormatKind::integer
                ? integer(terms)
                : encoded(sum.of(terms, p.k, m_.splits_from_row > 0 && i >= m_.splits_from_row ? 2 : split),
                          *m_.d, Rounding::nearest_even, m_.flushes_d));
      }
    }
    return answer;
  }

 private:
  struct Operand {
    std::vector<std::uint64_t> codes;
    std::vector<double> values;
  };

  Operand operand(std::span<const std::uint64_t> given, const Format& format, const Format* input,
                  bool flushes) const {
    Operand o{std::vector<std::uint64_t>(given.size()), std::vector<double>(given.size())};
    for (std::size_t i = 0; i < given.size(); ++i) {
      std::uint64_t code = given[i];
      // Most elements of most probes.
      if (code == 0 || (flushes && subnormal(format, code))) continue;
      double value = to_double(format, code);
      if (input != nullptr && value != 0) {
        code = encoded(value, *input, m_.input_rounding);
        value = to_double(*input, code);
      }
      o.codes[i] = code;
      o.values[i] = value;
    }
    return o;
  }

  std::uint64_t integer(const std::vector<Term>& terms) const {
    constexpr std::int64_t low = INT32_MIN, high = INT32_MAX;
    std::int64_t sum = 0;
    for (const Term& t : terms) {
      sum += static_cast<std::int64_t>(t.x) * static_cast<std::int64_t>(t.y);
      if (m_.accumulator == &formats::fp32) sum = static_cast<std::int64_t>(static_cast<float>(sum));
      if (m_.saturates_steps) sum = std::clamp(sum, low, high);
    }
    if (m_.rounds_result_to_fp32)
      sum = static_cast<std::int64_t>(
          static_cast<float>(static_cast<std::int32_t>(static_cast<std::uint64_t>(sum))));
    if (m_.saturates_result) sum = std::clamp(sum, low, high);
    if (m_.d->is_floating()) return encoded(static_cast<double>(sum), *m_.d, Rounding::nearest_even);
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>(sum));
  }

  GemmModel m_;
  std::shared_ptr<Mma> mma_;
  std::int64_t calls_ = 0;
};

}  // namespace

std::int64_t GemmModel::part_length(std::int64_t k, std::int64_t parts) const {
  const std::int64_t unit = promotion > 0                 ? promotion
                            : order == Order::instruction ? instruction_k
                            : order == Order::lanes       ? lanes
                                                          : 1;
  return ((k + parts - 1) / parts + unit - 1) / unit * unit;
}

std::string GemmModel::text() const {
  const char* orders[] = {"ascending", "descending", "pairwise", "lanes", "instruction"};
  std::string out = std::string(a->name) + " x " + std::string(b->name) + " to " + std::string(d->name) +
                    ", " + orders[static_cast<int>(order)];
  if (order == Order::instruction)
    out += " " + instruction + " k" + std::to_string(instruction_k);
  else
    out += " in " + std::string(accumulator->name) + (rounds_products ? ", rounded products" : "");
  if (order == Order::lanes) out += ", " + std::to_string(lanes) + " lanes";
  if (split > 1) out += ", split " + std::to_string(split) + (pairwise_join ? " joined pairwise" : "");
  if (partials != nullptr) out += ", partials " + std::string(partials->name);
  if (joining != nullptr) out += ", joined in " + std::string(joining->name);
  if (promotion > 0) out += ", promotion " + std::to_string(promotion);
  if (a_input != nullptr) out += ", A as " + std::string(a_input->name);
  if (b_input != nullptr) out += ", B as " + std::string(b_input->name);
  if (flushes_a) out += ", A flushed";
  if (flushes_b) out += ", B flushed";
  if (flushes_d) out += ", D flushed";
  return out;
}

probe::GemmBox box_of(const GemmModel& model) {
  auto state = std::make_shared<Model>(model);
  return {model.a, model.b, model.d, [state](const probe::GemmProblem& p) { return state->run(p); }};
}

}  // namespace ulpgate
