// What must not change bits: repetition, the number of rows and columns, leading dimensions.
#include <algorithm>

#include "suites/framework/random.h"
#include "suites/probe/gemm_context.h"

namespace ulpgate::probe::box {
namespace {

/// Operands whose sums round everywhere. Every second row's exact sums are 0, because the second half of k
/// repeats products of the first half, in another order, with the other sign: what is left is rounding alone,
/// which a narrow D shows too. Row r and column c do not depend on how many there are.
class Data {
 public:
  Data(const Context& c, std::int64_t k, bool cancelling) : c_(c), k_(k), cancelling_(cancelling) {
    // Elements of 1 to 16 make sums of about 2^12 at K = 4096; D's range may need smaller ones.
    if (c.reach.d->is_floating()) lowest_ = std::min(0, (powers_of(*c.reach.d).largest - 15) / 2);
  }

  std::vector<std::uint64_t> rows(std::int64_t m) const {
    std::vector<std::uint64_t> all;
    for (std::int64_t r = 0; r < m; ++r) {
      for (std::int64_t k = 0; k < k_; ++k) all.push_back(element(*c_.reach.a, 2 * r, k, negated(k)));
    }
    return all;
  }
  std::vector<std::uint64_t> columns(std::int64_t n) const {
    std::vector<std::uint64_t> all;
    for (std::int64_t k = 0; k < k_; ++k) {
      for (std::int64_t c = 0; c < n; ++c) all.push_back(element(*c_.reach.b, 2 * c + 1, k, false));
    }
    return all;
  }

 private:
  bool negated(std::int64_t k) const { return cancelling_ && k >= k_ / 2 && k < k_ / 2 * 2; }

  /// Where in the first half an element of the second half comes from: a rotation by about a third.
  std::int64_t source(std::int64_t k) const { return negated(k) ? (k - k_ / 2 + k_ / 6) % (k_ / 2) : k; }

  std::uint64_t element(const Format& f, std::int64_t stream, std::int64_t k, bool negative) const {
    const CounterRandom random(derive_seed(c_.options.seed, "gemm_probe"),
                               static_cast<std::uint64_t>(stream));
    const std::uint64_t word = random.word64(static_cast<std::uint64_t>(cancelling_ ? source(k) : k));
    const bool sign = ((word & 1) != 0) != negative && f.has_sign;
    if (f.kind == FormatKind::integer) {
      const std::uint64_t magnitude = word >> 32 & Format::ones(f.significand_bits);
      return (sign ? ~magnitude + 1 : magnitude) & f.code_mask();
    }
    const Powers powers = powers_of(f);
    const int exponent =
        std::clamp(lowest_ + static_cast<int>(word >> 60 & 3), powers.normal, powers.largest - 1);
    const std::uint64_t magnitude = static_cast<std::uint64_t>(exponent + f.bias) << f.significand_bits |
                                    (word >> 4 & Format::ones(f.significand_bits));
    return magnitude << f.padding_bits | (sign ? f.sign_mask() : 0);
  }

  const Context& c_;
  std::int64_t k_;
  bool cancelling_;
  int lowest_ = 0;  ///< the smallest of four exponents
};

struct Operands {
  std::vector<std::uint64_t> a, b;
};

std::vector<std::uint64_t> run(Context& c, std::int64_t m, std::int64_t n, std::int64_t k, const Operands& o,
                               std::int64_t pad = 0) {
  return c.dots.call({m, n, k, o.a, o.b, pad});
}

/// One line of `length` elements in place of each.
std::vector<std::uint64_t> repeated_rows(const std::vector<std::uint64_t>& row, std::int64_t m) {
  std::vector<std::uint64_t> all;
  all.reserve(row.size() * static_cast<std::size_t>(m));
  for (std::int64_t r = 0; r < m; ++r) all.insert(all.end(), row.begin(), row.end());
  return all;
}

std::vector<std::uint64_t> repeated_columns(const std::vector<std::uint64_t>& column, std::int64_t n) {
  std::vector<std::uint64_t> all;
  all.reserve(column.size() * static_cast<std::size_t>(n));
  for (const std::uint64_t code : column) all.insert(all.end(), static_cast<std::size_t>(n), code);
  return all;
}

std::string count_text(std::size_t n, const char* what) { return std::to_string(n) + " " + what; }

/// Bits of row 0 (column 0) for each number of rows (columns).
void probe_batch(Context& c, bool rows) {
  const std::string name = rows ? "batch_rows" : "batch_columns";
  const std::int64_t k = c.options.data_k, size = c.options.size;
  std::size_t compared = 0;
  std::string tried;
  for (const bool cancelling : {false, true}) {
    const Data data(c, k, cancelling);
    const std::int64_t largest = *std::max_element(c.options.batches.begin(), c.options.batches.end());
    const std::vector<std::uint64_t> a = data.rows(rows ? largest : size);
    const std::vector<std::uint64_t> b = rows ? data.columns(size) : std::vector<std::uint64_t>();
    std::vector<std::uint64_t> first;
    std::int64_t first_at = 0;
    for (const std::int64_t batch : c.options.batches) {
      const std::int64_t m = rows ? batch : size, n = rows ? size : batch;
      Operands o{{a.begin(), a.begin() + static_cast<std::ptrdiff_t>(m * k)}, rows ? b : data.columns(n)};
      std::vector<std::uint64_t> d;
      try {
        d = run(c, m, n, k, o);
      } catch (const Refused&) {
        continue;
      }
      std::vector<std::uint64_t> line;
      for (std::int64_t i = 0; i < size; ++i) line.push_back(d[static_cast<std::size_t>(rows ? i : i * n)]);
      if (!cancelling) tried += (tried.empty() ? "" : ", ") + std::to_string(batch);
      if (first_at == 0) {
        first = line;
        first_at = batch;
        continue;
      }
      compared += line.size();
      if (line != first) {
        const auto differing = static_cast<std::size_t>(
            std::mismatch(line.begin(), line.end(), first.begin()).first - line.begin());
        return c.facts.add(name, "varies",
                           std::string(rows ? "M" : "N") + " = " + std::to_string(batch) + " and " +
                               std::to_string(first_at) + " differ in element " + std::to_string(differing) +
                               ", K = " + std::to_string(k));
      }
    }
  }
  if (compared == 0) return c.facts.not_observed(name, "fewer than two sizes were computed");
  c.facts.add(name, "invariant",
              count_text(compared, "elements equal for ") + (rows ? "M" : "N") + " in " + tried +
                  ", K = " + std::to_string(k));
}

void probe_leading_dimensions(Context& c) {
  const std::int64_t k = c.options.data_k, size = c.options.size;
  for (const bool cancelling : {false, true}) {
    const Data data(c, k, cancelling);
    const Operands o{data.rows(size), data.columns(size)};
    if (run(c, size, size, k, o) != run(c, size, size, k, o, 1))
      return c.facts.add("leading_dimensions", "differ", "larger by 1, K = " + std::to_string(k));
  }
  c.facts.add("leading_dimensions", "equal", "larger by 1, K = " + std::to_string(k));
}

}  // namespace

void probe_repeats(Context& c) {
  const std::int64_t size = c.options.size;
  for (const std::int64_t k : {c.options.data_k, c.options.order_k}) {
    const Data data(c, k, true), other(c, k, false);
    const Operands o{data.rows(size), data.columns(size)}, between{other.rows(size), other.columns(size)};
    const std::vector<std::uint64_t> first = run(c, size, size, k, o);
    for (int i = 1; i < c.options.repeats; ++i) {
      if (i > c.options.repeats / 2) run(c, size, size, k, between);
      if (run(c, size, size, k, o) == first) continue;
      c.repeats = false;
      return c.facts.add("repeats", "vary",
                         "call " + std::to_string(i + 1) + " of " + std::to_string(c.options.repeats) +
                             " differed, K = " + std::to_string(k));
    }
  }
  c.facts.add("repeats", "same",
              std::to_string(c.options.repeats) + " calls each at K = " + std::to_string(c.options.data_k) +
                  " and " + std::to_string(c.options.order_k));
}

void probe_elements(Context& c) {
  if (!c.repeats) return c.facts.not_observed("elements", "calls do not repeat their bits");
  const auto size = static_cast<std::size_t>(c.options.size);
  std::vector<bool> like_first(size * size, true);
  for (const std::int64_t k : {c.options.order_k, c.options.data_k}) {
    for (const bool cancelling : {false, true}) {
      const Data data(c, k, cancelling);
      const Operands o{repeated_rows(data.rows(1), c.options.size),
                       repeated_columns(data.columns(1), c.options.size)};
      const std::vector<std::uint64_t> d = run(c, c.options.size, c.options.size, k, o);
      for (std::size_t i = 0; i < d.size(); ++i) like_first[i] = like_first[i] && d[i] == d[0];
    }
  }
  const std::string ks =
      ", K = " + std::to_string(c.options.order_k) + " and " + std::to_string(c.options.data_k);
  const auto other = std::find(like_first.begin(), like_first.end(), false);
  if (other == like_first.end())
    return c.facts.add("elements", "alike",
                       "equal rows times equal columns, " + count_text(size * size, "elements") + ks);
  std::vector<std::size_t> places;
  for (std::size_t r = 0; r < size; ++r) {
    if (like_first[r * (size + 1)]) places.push_back(r);
  }
  const auto first = static_cast<std::size_t>(other - like_first.begin());
  c.facts.add("elements", "differ",
              "(" + std::to_string(first / size) + ", " + std::to_string(first % size) +
                  ") is not like (0, 0); the other facts are of " + count_text(places.size(), "elements") +
                  " that are" + ks);
  c.dots.use_places(std::move(places));
}

void probe_conduct(Context& c) {
  probe_batch(c, true);
  probe_batch(c, false);
  try {
    probe_leading_dimensions(c);
  } catch (const Refused& refused) {
    c.facts.not_observed("leading_dimensions", refused.what());
  }
}

}  // namespace ulpgate::probe::box
