#include "suites/optimizer/step.h"

#include <cmath>
#include <utility>

#include "suites/framework/codes.h"
#include "suites/framework/text.h"
#include "suites/rows/cases.h"

namespace ulpgate::optimizer {
namespace {

using rows::CaseJudgement;
using rows::RowsCase;
using rows::RowsOffer;

class Skipping : public RowOracle {
 public:
  Skipping(const rows::Part& part, bool skips, std::vector<StepOutput> outputs,
           std::unique_ptr<RowOracle> step)
      : part_(part), skips_(skips), outputs_(std::move(outputs)), step_(std::move(step)) {}

  RowValue value(int output, std::int64_t i) const override {
    return skips_ ? kept(output, i) : step_->value(of(output), i);
  }
  RowValue refined(int output, std::int64_t i, int bits) const override {
    return skips_ ? kept(output, i) : step_->refined(of(output), i, bits);
  }
  RowBound bound(int output, std::int64_t i) const override {
    return skips_ ? RowBound{} : step_->bound(of(output), i);
  }

 private:
  const StepOutput& output_at(int output) const { return outputs_.at(static_cast<std::size_t>(output)); }
  int of(int output) const { return output_at(output).of_oracle; }
  RowValue kept(int output, std::int64_t i) const {
    return kept_value(part_.values[output_at(output).state][static_cast<std::size_t>(i)]);
  }

  const rows::Part& part_;
  bool skips_;
  std::vector<StepOutput> outputs_;
  std::unique_ptr<RowOracle> step_;
};

}  // namespace

RowValue kept_value(double x) {
  if (std::isnan(x)) return {NumberClass::nan, false, {}};
  if (std::isinf(x)) return {NumberClass::infinity, x < 0, {}};
  return {x == 0 ? NumberClass::zero : NumberClass::finite, std::signbit(x), {x, 0, 0}, true};
}

bool is_skipped(const RowsOffer& o, const rows::Part& part) {
  const std::vector<double>& found = part.values[o.place("found_inf")];
  return !found.empty() && !(found[0] == 0);
}

std::unique_ptr<RowOracle> skipping_step(const RowsOffer& o, const rows::Part& part,
                                         std::vector<StepOutput> outputs, std::unique_ptr<RowOracle> step) {
  return std::make_unique<Skipping>(part, is_skipped(o, part), std::move(outputs), std::move(step));
}

rows::Cases skip_cases(const rows::Definition&, const RowsOffer& o, Tier, std::uint64_t seed) {
  rows::Cases all;
  const std::size_t found_inf = o.place("found_inf");
  for (const double found : {1.0, 2.0, 0x1p-149, HUGE_VAL, std::nan("")}) {
    for (const std::int64_t n : {1, 5, 64, 257}) {
      RowsCase c = rows::plain_case(o, 2, n, rows::Family::normal, ++seed);
      const Format& f = *o.formats[found_inf];
      const std::uint64_t code = std::isnan(found)   ? alarming_code(f)
                                 : std::isinf(found) ? infinity_magnitude(f)
                                                     : nearest_code(f, found);
      c.planted = {{found_inf, 0, 0, 0, code}};
      all.push_back(c);
      c.planted.push_back({0, 1, n - 1, 0, alarming_code(*o.formats[0])});
      all.push_back(c);
    }
  }
  return all;
}

void zero_cases(const RowsOffer& o, std::initializer_list<std::string_view> moments, std::uint64_t& seed,
                rows::Cases& all) {
  for (const double decay : {0.0, 0.1}) {
    for (const double lr : {1e-3, 0.5}) {
      RowsCase c = rows::plain_case(o, 2, 16, rows::Family::normal, ++seed);
      rows::set_scalar(o, c, "weight_decay", decay);
      rows::set_scalar(o, c, "lr", lr);
      for (std::int64_t i = 0; i < c.n; ++i) {
        if ((i & 1) != 0) c.planted.push_back({0, 0, i, 0, 0});
        c.planted.push_back({0, 1, i, 0, (i & 8) != 0 ? o.input().sign_mask() : 0});
        std::int64_t bit = 2;
        for (const std::string_view moment : moments) {
          for (std::int64_t row = 0; (i & bit) != 0 && row < c.outer; ++row)
            c.planted.push_back({o.place(moment), row, i, 0, 0});
          bit *= 2;
        }
      }
      all.push_back(c);
    }
  }
}

void subnormal_cases(const RowsOffer& o, std::initializer_list<std::string_view> moments, std::uint64_t& seed,
                     rows::Cases& all) {
  for (const int depth : {1, 4, 9}) {
    RowsCase c = rows::plain_case(o, 1, 8, rows::Family::quiet, ++seed);
    for (const std::string_view moment : moments) {
      const std::size_t place = o.place(moment);
      const Format& f = *o.formats[place];
      for (std::int64_t i = 0; i < c.n; ++i) {
        const double size = 1 + static_cast<double>(i) / 8;
        c.planted.push_back({place, 0, i, 0, nearest_code(f, std::ldexp(size, f.min_exponent() - depth))});
      }
    }
    all.push_back(c);
  }
}

bool has_model(const RowsOffer& o) { return o.has("model"); }

CaseJudgement judge_model_copy(const rows::Runner& runner, const RowsCase& c) {
  const RowsOffer& o = runner.offer();
  const rows::RowsRun run = runner.run(c, rows::expand(o, c));
  if (auto problem = rows::call_problem(run)) return *problem;
  CaseJudgement j;
  const std::size_t copy = o.place("model"), master = o.place("new_param");
  const Format &from = *o.formats[master], &to = *o.formats[copy];
  rows::for_each_output(o, c, [&](const rows::Element& e, std::size_t at) {
    if (e.tensor != copy) return;
    const std::uint64_t code = run.outputs[copy][at];
    const Expected right = encode(to, unpack(from, run.outputs[master][at]), o.rule_of(copy));
    ++j.judged;
    if (meets(to, code, right)) return;
    if (j.failed++ == 0)
      j.finding = rows::Finding{e, code, right.code, std::nullopt,
                                "new_param is " + shown_text(from, run.outputs[master][at]) + ", expected " +
                                    shown_text(to, right.code)};
  });
  return j;
}

}  // namespace ulpgate::optimizer
