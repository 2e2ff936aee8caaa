// Statistics, and what signs and scales may not change.
#include <cmath>

#include "reference/formats/decode.h"
#include "suites/framework/codes.h"
#include "suites/framework/text.h"
#include "suites/norm/properties.h"

namespace ulpgate::norm {
namespace {

using rows::Element;

void negate(const Format& f, std::vector<std::uint64_t>& codes) {
  for (std::uint64_t& code : codes) code ^= f.sign_mask();
}

/// Codes times 2^exponent; false where one is not exact, or subnormal on either side.
bool scale(const Format& f, std::vector<std::uint64_t>& codes, int exponent) {
  for (std::uint64_t& code : codes) {
    const double before = to_double(f, code), after = std::ldexp(before, exponent);
    code = nearest_code(f, after);
    const double smallest = std::ldexp(1.0, f.min_exponent());
    if (before != 0 && (std::fabs(before) < smallest || std::fabs(after) < smallest)) return false;
    if (to_double(f, code) != after) return false;
  }
  return true;
}

}  // namespace

CaseJudgement judge_statistics(const Runner& runner, const RowsCase& c) {
  return rows::judge_some(runner, c,
                          [](const RowsOffer& o, const Element& e) { return e.tensor != o.output_place(); });
}

CaseJudgement judge_sign(const Runner& runner, const RowsCase& c) {
  const RowsOffer& o = runner.offer();
  const rows::Inputs inputs = rows::expand(o, c);
  const rows::RowsRun straight = runner.run(c, inputs);
  if (auto problem = rows::call_problem(straight)) return *problem;
  rows::Inputs negated = inputs;
  negate(*o.formats[0], negated[0]);
  if (o.has("beta")) negate(*o.format("beta"), negated[o.place("beta")]);
  rows::RowsRun other = runner.run(c, negated);
  if (auto problem = rows::call_problem(other)) return *problem;
  // Both zeros are zero.
  const auto plain_zeros = [&](const rows::RowsRun& run, bool negates) {
    rows::RowsRun out = run;
    for (std::size_t t = 0; t < o.formats.size(); ++t) {
      if (out.outputs[t].empty()) continue;
      const Format& f = *o.formats[t];
      if (negates && o.operation->tensors[t].name != "rstd" && !o.is_amax(t)) negate(f, out.outputs[t]);
      for (std::uint64_t& code : out.outputs[t]) {
        if ((code & f.magnitude_mask()) == 0) code = 0;
      }
    }
    return out;
  };
  return rows::compare_bits(o, c, plain_zeros(straight, false), plain_zeros(other, true),
                            "of x and beta negated, with its sign changed,");
}

CaseJudgement judge_scale(const Runner& runner, const RowsCase& c) {
  const RowsOffer& o = runner.offer();
  const rows::Inputs inputs = rows::expand(o, c);
  const rows::RowsRun straight = runner.run(c, inputs);
  if (auto problem = rows::call_problem(straight)) return *problem;
  CaseJudgement total;
  for (const int exponent : {1, -2, 4}) {
    rows::Inputs scaled = inputs;
    std::vector<std::uint64_t> eps{c.eps};
    if (!scale(*o.formats[0], scaled[0], exponent) || !scale(o.eps_format(), eps, 2 * exponent)) continue;
    RowsCase other = c;
    other.eps = eps[0];
    rows::RowsRun run = runner.run(other, scaled);
    if (auto problem = rows::call_problem(run)) return *problem;
    rows::RowsRun expected = straight;
    bool exact = true;
    for (std::size_t t = 0; t < o.formats.size(); ++t) {
      const std::string_view name = o.operation->tensors[t].name;
      if (expected.outputs[t].empty() || (name != "mean" && name != "rstd")) continue;
      exact = scale(*o.formats[t], expected.outputs[t], name == "mean" ? exponent : -exponent) && exact;
    }
    if (!exact) continue;
    total.add(rows::compare_bits(o, c, run, expected,
                                 "that x without its factor of 2^" + std::to_string(exponent) + " gives"));
  }
  return total;
}

}  // namespace ulpgate::norm
