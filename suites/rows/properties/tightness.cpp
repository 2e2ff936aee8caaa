// A search for inputs that drive the error to its bound: rows are changed at random, and what brings some
// element nearer to its bound is kept.
#include <cmath>

#include "reference/formats/decode.h"
#include "suites/framework/random.h"
#include "suites/rows/judge_row.h"
#include "suites/rows/property.h"

namespace ulpgate::rows {
namespace {

constexpr std::int64_t together = 8;  // rows that are tried in one call

/// The inputs of one row by tensor, and what all rows share.
struct Candidate {
  RowsCase row;  ///< of one row, spelled out; of all, where they have one result
  double ratio = 0;
};

class Search {
 public:
  Search(const Runner& runner, std::uint64_t seed) : runner_(runner), random_(seed, 71) {}

  /// Judges a case; keeps its best row, spelled out.
  void evaluate(const RowsCase& c, Candidate& best) {
    const RowsOffer& o = runner_.offer();
    const ScopedSubject subject([&] { return subject_of(o, c); });
    const Inputs inputs = expand(o, c);
    const RowsRun run = runner_.run(c, inputs);
    if (run.reply.status != Status::ok) {
      total_.reply = run.reply;
      return;
    }
    const CaseJudge judge(runner_.definition(), o, c, inputs);
    std::int64_t best_row = -1;
    for_each_output(o, c, [&](const Element& e, std::size_t at) {
      if (o.is_amax(e.tensor)) return;
      const Format& f = *o.formats[e.tensor];
      const std::uint64_t code = run.outputs[e.tensor][at];
      const Acceptable acceptable = judge.acceptable(e, code);
      const ElementVerdict v = judge_element(f, acceptable, code);
      ++total_.judged;
      if (e.tensor == o.output_place()) total_.statistics.add(v);
      if (!v.accepted && total_.failed++ == 0) {
        total_.finding = Finding{e, code, acceptable.low, v.error_over_bound, explain_element(f, acceptable)};
        failing_ = c;
      }
      // What rounds nowhere, or may be anything, says nothing of a bound.
      if (e.tensor != o.output_place() || !v.error_over_bound || acceptable.exact || acceptable.infinity)
        return;
      if (*v.error_over_bound <= best.ratio) return;
      best.ratio = *v.error_over_bound;
      best_row = e.outer;
    });
    if (best_row >= 0) best.row = one_of_all() ? spelled_out(o, c) : row_of(c, inputs, best_row);
  }

  /// The row again and again, each time changed, but for the first. Of all rows together: changed once.
  RowsCase changed(const RowsCase& row) {
    const RowsOffer& o = runner_.offer();
    RowsCase c = row;
    for (std::size_t t = 0; t < c.codes.size() && one_of_all(); ++t) {
      if (!c.codes[t].empty() && o.formats[t]->is_floating()) change(*o.formats[t], c.codes[t]);
    }
    if (one_of_all()) return c;
    c.outer = together;
    if (o.causal) c.causal = 1;
    for (std::size_t t = 0; t < c.codes.size(); ++t) {
      const bool repeats = !c.codes[t].empty() && shape_of(o, c, t)[0] == together;
      if (!repeats) continue;
      const std::vector<std::uint64_t> one = row.codes[t];
      for (std::int64_t k = 1; k < together; ++k) {
        std::vector<std::uint64_t> line = one;
        if (o.formats[t]->is_floating()) change(*o.formats[t], line);
        c.codes[t].insert(c.codes[t].end(), line.begin(), line.end());
      }
    }
    return c;
  }

  /// Whether the output is one number of all rows.
  bool one_of_all() const {
    const RowsOffer& o = runner_.offer();
    return o.operation->tensors[o.output_place()].extents == Extents::reduced &&
           o.arithmetic.reduction != Reduction::none;
  }

  CaseJudgement& total() { return total_; }
  const std::optional<RowsCase>& failing() const { return failing_; }

 private:
  RowsCase row_of(const RowsCase& c, const Inputs& inputs, std::int64_t row) const {
    const RowsOffer& o = runner_.offer();
    RowsCase out = c;
    out.family = Family::codes;
    out.planted.clear();
    out.outer = 1;
    if (o.causal) out.causal = 1;
    out.codes.assign(o.formats.size(), {});
    for (std::size_t t = 0; t < inputs.size(); ++t) {
      const auto s = shape_of(o, c, t);
      const auto width = static_cast<std::ptrdiff_t>(s[1] * s[2]);
      if (inputs[t].empty()) continue;
      const auto first = inputs[t].begin() + (s[0] == c.outer ? row * width : 0);
      out.codes[t].assign(first, s[0] == c.outer ? first + width : inputs[t].end());
    }
    return out;
  }

  void change(const Format& f, std::vector<std::uint64_t>& line) {
    const std::uint64_t changes = 1 + random_.below(next_++, 3);
    for (std::uint64_t i = 0; i < changes && !line.empty(); ++i) {
      const auto at = static_cast<std::size_t>(random_.below(next_++, line.size()));
      line[at] =
          changed_code(f, line[at], line[static_cast<std::size_t>(random_.below(next_++, line.size()))]);
    }
  }

  std::uint64_t changed_code(const Format& f, std::uint64_t code, std::uint64_t other) {
    const std::uint64_t word = random_.word64(next_++);
    const std::uint64_t before = code;
    switch (word % 5) {
      case 0:  // another significand
        code = (code & ~f.significand_mask()) | ((word >> 8 << f.padding_bits) & f.significand_mask());
        break;
      case 1:  // the next number
        code += (word >> 8 & 1) != 0 ? f.code_step() : -f.code_step();
        break;
      case 2:  // a neighbouring exponent
        code += ((word >> 8 & 1) != 0 ? f.code_step() : -f.code_step()) << f.significand_bits;
        break;
      case 3:
        code = other;
        break;
      default:  // one significand bit
        code ^= f.code_step() << (word >> 8) % static_cast<std::uint64_t>(std::max(f.significand_bits, 1));
        break;
    }
    code &= f.code_mask();
    return is_finite(f, code) ? code : before;
  }

  const Runner& runner_;
  CounterRandom random_;
  std::uint64_t next_ = 0;
  CaseJudgement total_;
  std::optional<RowsCase> failing_;
};

}  // namespace

CaseJudgement search_tightness(const Runner& runner, Tier tier, std::uint64_t seed, RowsCase& best_case) {
  const RowsOffer& o = runner.offer();
  Search search(runner, seed);
  const int rounds = tier == Tier::smoke ? 15 : tier == Tier::standard ? 80 : 3000;
  Candidate best;
  for (const std::int64_t n : {2, 3, 9}) {
    Candidate here;
    for (const Family family : runner.definition().families) {
      search.evaluate(plain_case(o, together, n, family, seed), here);
      // Where many rows have one result, their errors rarely have one sign.
      if (search.one_of_all()) search.evaluate(plain_case(o, 1, n, family, seed), here);
    }
    for (int round = 0; round < rounds && here.ratio > 0 && !search.total().reply; ++round)
      search.evaluate(search.changed(here.row), here);
    if (here.ratio > best.ratio) best = here;
  }
  best_case = search.failing() ? *search.failing() : best.row;
  search.total().statistics.max_error_over_bound = best.ratio;
  return search.total();
}

}  // namespace ulpgate::rows
