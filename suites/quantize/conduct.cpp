#include "suites/quantize/conduct.h"

#include <algorithm>
#include <cfenv>

#include "suites/framework/fp_environment.h"

namespace ulpgate::blocks {

namespace {

/// What an element is that was not written.
std::uint64_t poison_code(const BlocksOffer& o, std::size_t tensor, std::int64_t column,
                          std::uint8_t poison) {
  const quantize::Packing packing = packing_of(o, tensor);
  if (packing == quantize::Packing::none)
    return 0x0101010101010101U * poison & Format::ones(o.formats[tensor]->storage_bits);
  return quantize::unpacked(packing, {poison}, 1, 2).codes[static_cast<std::size_t>(column % 2)];
}

}  // namespace

CaseJudgement judge_write(const Runner& runner, const BlocksCase& c) {
  const BlocksOffer& o = runner.offer();
  const Inputs inputs = expand(o, c);
  const BlocksRun first = runner.run(c, inputs, {.poison = first_poison});
  const BlocksRun second = runner.run(c, inputs, {.poison = second_poison});
  for (const BlocksRun* run : {&first, &second}) {
    if (auto problem = call_problem(*run)) return *problem;
  }
  const auto wanted = wanted_outputs(o, c, inputs);
  CaseJudgement j;
  for (std::size_t t = 0; t < first.outputs.size(); ++t) {
    const std::int64_t columns = stored_shape(o, c, t)[1];
    for (std::size_t at = 0; at < first.outputs[t].size(); ++at) {
      if (wanted[t][at].anything) continue;
      ++j.judged;
      const auto place = static_cast<std::int64_t>(at);
      const auto poisoned = [&](const BlocksRun& run, std::uint8_t poison) {
        return run.outputs[t][at] == poison_code(o, t, place % columns, poison);
      };
      if (!poisoned(first, first_poison) || !poisoned(second, second_poison) || j.failed++ > 0) continue;
      const std::uint64_t code = first.outputs[t][at];
      j.finding = Finding{t, place / columns, place % columns, -1, code, code, "the element was not written"};
    }
  }
  if (without_elements(wanted)) j.judged = 1;
  return j;
}

CaseJudgement judge_read(const Runner& runner, const BlocksCase& c) {
  const Inputs inputs = expand(runner.offer(), c);
  const BlocksRun nan = runner.run(c, inputs, {.surroundings = Surroundings::nan});
  const BlocksRun zero = runner.run(c, inputs, {.surroundings = Surroundings::zero});
  for (const BlocksRun* run : {&nan, &zero}) {
    if (auto problem = call_problem(*run)) return *problem;
  }
  return compare_bits(runner.offer(), c, zero, nan,
                      "with NaN around the inputs and in padding; with zeros there it");
}

CaseJudgement judge_repeat(const Runner& runner, const BlocksCase& c) {
  const Inputs inputs = expand(runner.offer(), c);
  const BlocksRun first = runner.run(c, inputs);
  if (auto problem = call_problem(first)) return *problem;
  CaseJudgement total;
  for (int i = 0; i < 3; ++i) {
    const BlocksRun again = runner.run(c, inputs, {.poison = i % 2 == 0 ? second_poison : first_poison});
    if (auto problem = call_problem(again)) return *problem;
    total.add(compare_bits(runner.offer(), c, first, again, "in the first call it"));
  }
  return total;
}

namespace {

std::string text_of(const Shape& s) { return std::to_string(s[0]) + " x " + std::to_string(s[1]); }

/// Extents beside the right ones: less and more along each axis, and both axes exchanged.
std::vector<Shape> misfits(const Shape& right) {
  std::vector<Shape> all;
  for (const Shape& s :
       {Shape{right[0], right[1] - 1}, Shape{right[0] - 1, right[1]}, Shape{right[0], right[1] + 1},
        Shape{right[0] + 1, right[1]}, Shape{right[1], right[0]}}) {
    if (s[0] >= 0 && s[1] >= 0 && s != right) all.push_back(s);
  }
  return all;
}

}  // namespace

CaseJudgement judge_size(const Runner& runner, const BlocksCase& c) {
  const BlocksOffer& o = runner.offer();
  const Inputs inputs = expand(o, c);
  CaseJudgement total = judge_all(runner, c);
  for (std::size_t t = 0; t < o.formats.size() && !total.fails() && !total.reply; ++t) {
    const BlockExtents extents = o.operation->tensors[t].extents;
    const bool scales = extents == BlockExtents::blocks || extents == BlockExtents::blocks_transposed;
    if (o.formats[t] == nullptr || !scales) continue;
    const Shape right = stored_shape(o, c, t);
    for (const Shape& shape : misfits(right)) {
      const BlocksRun run = runner.run(c, inputs, {.misfit = Misfit{t, shape}});
      ++total.judged;
      if (run.reply.status == Status::invalid && run.damage.empty()) continue;
      ++total.failed;
      const std::string where = " where " + std::string(o.operation->tensors[t].name) + " is " +
                                text_of(shape) + ", and blocks and layout make it " + text_of(right);
      total.damage = (run.damage.empty() ? "answered with other than \"invalid\"" : run.damage) + where;
      break;
    }
  }
  return total;
}

CaseJudgement judge_state(const Runner& runner, const BlocksCase& c) {
  const Inputs inputs = expand(runner.offer(), c);
  CaseJudgement total;
  for (const int mode : {FE_TONEAREST, FE_UPWARD}) {
    const ScopedFpEnvironment scope(mode);
    const BlocksRun run = runner.run(c, inputs);
    if (auto problem = call_problem(run)) return *problem;
    ++total.judged;
    if (run.state_change.empty()) continue;
    ++total.failed;
    total.damage = run.state_change;
  }
  return total;
}

}  // namespace ulpgate::blocks
