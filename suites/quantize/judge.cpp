#include <algorithm>
#include <bit>

#include "reference/formats/decode.h"
#include "reference/oracles/quantize.h"
#include "suites/framework/text.h"
#include "suites/quantize/match.h"
#include "suites/quantize/property.h"

namespace ulpgate::blocks {

bool without_elements(const std::vector<std::vector<Wanted>>& wanted) {
  return std::all_of(wanted.begin(), wanted.end(), [](const auto& tensor) { return tensor.empty(); });
}

std::optional<CaseJudgement> call_problem(const BlocksRun& run) {
  return judgement_of_call<CaseJudgement>(run.reply, run.damage);
}

namespace {

/// Scales first: where one is wrong, so are its elements.
std::vector<std::size_t> in_order_of_cause(const BlocksOffer& o) {
  std::vector<std::size_t> order;
  for (const bool scales : {true, false}) {
    for (std::size_t t = 0; t < o.formats.size(); ++t) {
      if (o.operation->tensors[t].name.starts_with("scales") == scales) order.push_back(t);
    }
  }
  return order;
}

/// Of a scale of quantize: the amax that it is made from. Empty of all else.
std::string amax_text(const BlocksOffer& o, const BlocksCase& c, const Inputs& inputs, std::size_t t,
                      std::size_t at) {
  const std::string_view name = o.operation->tensors[t].name;
  if (!o.is("quantize") || !name.starts_with("scales")) return {};
  const bool turned = name == "scales_t";
  std::vector<float> x = numbers(*o.format("x"), inputs[o.place("x")]);
  if (turned) x = quantize::transposed(x, c.rows, c.columns);
  const quantize::Grid g =
      quantize::grid_of(o.recipe.block, turned ? c.columns : c.rows, turned ? c.rows : c.columns);
  const std::vector<float> amaxes = quantize::block_amaxes(g, x, o.recipe.amax_nan);
  const Shape shape = shape_of(o, c, t);
  for (std::int64_t i = 0; i < g.scales(); ++i) {
    if (stored_place(o, shape, t, i / shape[1], i % shape[1]) == at)
      return ", of the amax " +
             shown_text(formats::fp32, std::bit_cast<std::uint32_t>(amaxes[static_cast<std::size_t>(i)]));
  }
  return ", in padding";
}

}  // namespace

CaseJudgement judge_outputs(const Runner& runner, const BlocksCase& c, const Inputs& inputs,
                            const BlocksRun& run) {
  const BlocksOffer& o = runner.offer();
  CaseJudgement j;
  if (const auto judged = matched(o, c, inputs, run)) {
    j.judged = std::max<std::uint64_t>(*judged, 1);
    return j;
  }
  const auto wanted = wanted_outputs(o, c, inputs);
  for (const std::size_t t : in_order_of_cause(o)) {
    if (wanted[t].empty()) continue;
    const std::int64_t columns = stored_shape(o, c, t)[1];
    for (std::size_t at = 0; at < wanted[t].size(); ++at) {
      const Wanted& w = wanted[t][at];
      if (w.anything) continue;
      ++j.judged;
      const std::uint64_t got = run.outputs[t][at];
      if (accepts(*o.formats[t], w, got) || j.failed++ > 0) continue;
      std::string what = "expected " + (w.anything_but_nan ? std::string("any scale but NaN")
                                                           : shown_text(*o.formats[t], w.low));
      if (w.low != w.high) what += " to " + shown_text(*o.formats[t], w.high);
      what += amax_text(o, c, inputs, t, at);
      const auto place = static_cast<std::int64_t>(at);
      j.finding = Finding{t, place / columns, place % columns, -1, got, w.low, what};
    }
  }
  if (without_elements(wanted)) j.judged = 1;  // and answered
  return j;
}

CaseJudgement judge_all(const Runner& runner, const BlocksCase& c) {
  const Inputs inputs = expand(runner.offer(), c);
  const BlocksRun run = runner.run(c, inputs);
  if (auto problem = call_problem(run)) return *problem;
  return judge_outputs(runner, c, inputs, run);
}

CaseJudgement compare_bits(const BlocksOffer& o, const BlocksCase& c, const BlocksRun& a, const BlocksRun& b,
                           std::string_view what_b_was) {
  CaseJudgement j;
  const auto wanted = wanted_outputs(o, c, expand(o, c));
  for (std::size_t t = 0; t < a.outputs.size(); ++t) {
    const std::int64_t columns = stored_shape(o, c, t)[1];
    for (std::size_t at = 0; at < a.outputs[t].size(); ++at) {
      if (wanted[t][at].anything) continue;  // padding
      ++j.judged;
      const Format& f = *o.formats[t];
      const std::uint64_t one = a.outputs[t][at], other = b.outputs[t][at];
      if (one == other || (is_nan(f, one) && is_nan(f, other)) || j.failed++ > 0) continue;
      const auto place = static_cast<std::int64_t>(at);
      j.finding = Finding{t,
                          place / columns,
                          place % columns,
                          -1,
                          other,
                          one,
                          std::string(what_b_was) + " was " + shown_text(f, one)};
    }
  }
  if (without_elements(wanted)) j.judged = 1;
  return j;
}

}  // namespace ulpgate::blocks
