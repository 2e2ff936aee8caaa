// Properties of calls: memory, repetition, the thread's floating-point state, other rows.
#include "suites/rows/properties/conduct.h"

#include <cfenv>

#include "suites/framework/fp_environment.h"

namespace ulpgate::rows {

CaseJudgement judge_tall(const Runner& runner, const RowsCase& c) {
  if (c.family != Family::quiet) return judge_all(runner, c);
  return judge_some(runner, c, [](const RowsOffer& o, const Element& e) {
    return o.operation->tensors[e.tensor].extents == Extents::row;
  });
}

CaseJudgement judge_write(const Runner& runner, const RowsCase& c) {
  const RowsOffer& o = runner.offer();
  const Inputs inputs = expand(o, c);
  const RowsRun first = runner.run(c, inputs, {.poison = first_poison});
  const RowsRun second = runner.run(c, inputs, {.poison = second_poison});
  for (const RowsRun* run : {&first, &second}) {
    if (auto problem = call_problem(*run)) return *problem;
  }
  CaseJudgement j;
  for_each_output(o, c, [&](const Element& e, std::size_t at) {
    ++j.judged;
    const Format& f = *o.formats[e.tensor];
    const auto poisoned = [&](const RowsRun& run, std::uint8_t poison) {
      return run.outputs[e.tensor][at] == (0x0101010101010101u * poison & Format::ones(f.storage_bits));
    };
    if (!poisoned(first, first_poison) || !poisoned(second, second_poison)) return;
    if (j.failed++ > 0) return;
    const std::uint64_t code = first.outputs[e.tensor][at];
    j.finding = Finding{e, code, code, std::nullopt, "the element was not written"};
  });
  j.judged = std::max<std::uint64_t>(j.judged, 1);
  return j;
}

CaseJudgement judge_read(const Runner& runner, const RowsCase& c) {
  const Inputs inputs = expand(runner.offer(), c);
  const RowsRun nan = runner.run(c, inputs, {.surroundings = Surroundings::nan});
  const RowsRun zero = runner.run(c, inputs, {.surroundings = Surroundings::zero});
  for (const RowsRun* run : {&nan, &zero}) {
    if (auto problem = call_problem(*run)) return *problem;
  }
  return compare_bits(runner.offer(), c, nan, zero, "with zeros around the inputs, instead of NaN,");
}

CaseJudgement judge_repeat(const Runner& runner, const RowsCase& c) {
  const Inputs inputs = expand(runner.offer(), c);
  const RowsRun first = runner.run(c, inputs);
  if (auto problem = call_problem(first)) return *problem;
  CaseJudgement total;
  for (int i = 0; i < 3; ++i) {
    const RowsRun again = runner.run(c, inputs, {.poison = i % 2 == 0 ? second_poison : first_poison});
    if (auto problem = call_problem(again)) return *problem;
    total.add(compare_bits(runner.offer(), c, first, again, "of another call"));
  }
  return total;
}

CaseJudgement judge_state(const Runner& runner, const RowsCase& c) {
  const Inputs inputs = expand(runner.offer(), c);
  CaseJudgement total;
  for (const int mode : {FE_TONEAREST, FE_UPWARD}) {
    const ScopedFpEnvironment scope(mode);
    const RowsRun run = runner.run(c, inputs);
    if (auto problem = call_problem(run)) return *problem;
    ++total.judged;
    if (run.state_change.empty()) continue;
    ++total.failed;
    total.damage = run.state_change;
  }
  return total;
}

CaseJudgement judge_index(const Runner& runner, const RowsCase& c) {
  const Inputs inputs = expand(runner.offer(), c);
  const RowsRun run = runner.run_sparse(c, inputs);
  if (auto problem = call_problem(run)) return *problem;
  return judge_outputs(runner, c, inputs, run, nullptr);
}

namespace {

/// Some leading rows of a run.
RowsRun leading(const RowsOffer& o, const RowsRun& run, const RowsCase& part) {
  RowsRun out = run;
  for (std::size_t t = 0; t < o.formats.size(); ++t) {
    const auto shape = shape_of(o, part, t);
    if (!out.outputs[t].empty())
      out.outputs[t].resize(static_cast<std::size_t>(shape[0] * shape[1] * shape[2]));
  }
  return out;
}

/// Sums over rows belong to none.
bool is_of_rows(const RowsOffer& o, const Element& e) {
  return o.operation->tensors[e.tensor].extents != Extents::row;
}

}  // namespace

CaseJudgement judge_alone(const Runner& runner, const RowsCase& c) {
  const RowsOffer& o = runner.offer();
  const RowsRun whole = runner.run(c, expand(o, c));
  if (auto problem = call_problem(whole)) return *problem;
  CaseJudgement total;
  for (const std::int64_t rows :
       {std::int64_t{1}, std::int64_t{2}, std::int64_t{3}, c.outer / 3, c.outer - 1}) {
    if (rows < 1 || rows >= c.outer) continue;
    RowsCase part = c;
    part.outer = rows;
    const RowsRun run = runner.run(part, expand(o, part));
    if (auto problem = call_problem(run)) return *problem;
    total.add(compare_bits(o, part, leading(o, whole, part), run,
                           "of a call with " + std::to_string(rows) + " row(s) alone", is_of_rows));
  }
  return total;
}

CaseJudgement judge_equal(const Runner& runner, const RowsCase& c) {
  const RowsOffer& o = runner.offer();
  const Inputs inputs = expand(o, c);
  const RowsRun run = runner.run(c, inputs);
  if (auto problem = call_problem(run)) return *problem;
  CaseJudgement j;
  const std::size_t y = o.output_place();
  const auto shape = shape_of(o, c, y);
  const auto at = [&](const Element& e) {
    return static_cast<std::size_t>((e.outer * shape[1] + e.i) * shape[2] + e.inner);
  };
  // What an element is made of: all inputs at its place.
  const auto made_of = [&](const Element& e) {
    std::vector<std::uint64_t> codes;
    for (std::size_t t = 0; t < o.formats.size(); ++t) {
      if (inputs[t].empty()) continue;
      if (o.operation->tensors[t].name == "target") {
        codes.push_back(inputs[t][static_cast<std::size_t>(e.outer)] == static_cast<std::uint64_t>(e.i));
        continue;
      }
      const auto s = shape_of(o, c, t);
      if (s[1] != shape[1]) continue;
      const std::int64_t line = (s[0] == 1 ? 0 : e.outer) * s[1] + e.i;
      codes.push_back(inputs[t][static_cast<std::size_t>(line * s[2] + (s[2] == 1 ? 0 : e.inner))]);
    }
    return codes;
  };
  std::map<std::vector<std::uint64_t>, Element> first;
  std::pair<std::int64_t, std::int64_t> row{-1, -1};
  for_each_output(o, c, [&](const Element& e, std::size_t) {
    if (e.tensor != y) return;
    const RowPlace here_in = place_in_row(o, c, e);
    if (row != std::pair{here_in.outer, here_in.inner}) first.clear();
    row = {here_in.outer, here_in.inner};
    const auto [known, inserted] = first.emplace(made_of(e), e);
    if (inserted) return;
    ++j.judged;
    const std::uint64_t here = run.outputs[y][at(e)], there = run.outputs[y][at(known->second)];
    const Format& f = *o.formats[y];
    if (here == there || (is_nan(f, here) && is_nan(f, there)) || j.failed++ > 0) return;
    j.finding =
        Finding{e, here, there, std::nullopt,
                "an equal element at " + std::to_string(known->second.i) +
                    (c.inner == 1 ? "" : ", " + std::to_string(known->second.inner)) + " has another result"};
  });
  return j;
}

}  // namespace ulpgate::rows
