#include "suites/convert/sweep.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <xxhash.h>

#include "reference/formats/ulp.h"
#include "reference/threads/parallel.h"
#include "suites/convert/case_json.h"
#include "suites/framework/call_trace.h"
#include "suites/framework/fingerprint.h"
#include "suites/framework/text.h"

namespace ulpgate::convert {
namespace {

constexpr std::size_t block_elements = 1U << 15;

struct BlockResult {
  std::optional<Reply> refusal;
  BlockJudgement judgement;
  std::uint64_t hash = 0;
  std::uint64_t first = 0;  ///< element
  std::size_t count = 0;
  std::string damage;
};

/// Buffers of one thread, used for block after block.
struct Workspace {
  GuardedBuffer in;
  GuardedBuffer out;
  GuardedBuffer original;  ///< the inputs again, out of the implementation's reach
  Workspace(const Format& from, const Format& to)
      : in(block_elements * from.bytes()),
        out(block_elements * to.bytes()),
        original(block_elements * from.bytes()) {}
};

BlockResult run_block(const Runner& runner, const ConvertOracle& oracle, const Inputs& inputs, Workspace& w,
                      SweepRange range, std::uint64_t block) {
  const std::uint64_t first = range.first + block * block_elements;
  const auto count =
      static_cast<std::size_t>(std::min<std::uint64_t>(block_elements, range.first + range.count - first));
  const ScopedSubject subject([&] {
    return Subject{"elements " + std::to_string(first) + " to " + std::to_string(first + count - 1) + " of " +
                       inputs.recipe(),
                   part_to_json(inputs, first, count).dump(),
                   {}};
  });
  inputs.fill(first, count, w.original.data());
  std::memcpy(w.in.data(), w.original.data(), count * runner.from().bytes());
  w.out.poison(block % 2 == 0 ? first_poison : second_poison);
  BlockResult result;
  Reply reply = runner.call(w.in.data(), w.out.data(), static_cast<std::int64_t>(count));
  if (reply.status != Status::ok) {
    result.refusal = std::move(reply);
    return result;
  }
  result.first = first;
  result.count = count;
  if (const auto where = w.out.broken_guard()) result.damage = describe_broken_guard(*where, w.out.size());
  if (w.in.broken_guard()) result.damage = "wrote beside the input";
  if (std::memcmp(w.in.data(), w.original.data(), count * runner.from().bytes()) != 0)
    result.damage = "changed its input";
  if (!result.damage.empty()) {
    w.in.reset_guards();
    w.out.reset_guards();
  }
  result.hash = XXH3_64bits(w.out.data(), count * runner.to().bytes());
  result.judgement = oracle.judge(w.original.data(), w.out.data(), count);
  for (Mismatch& m : result.judgement.mismatches) m.index += first;
  return result;
}

/// How far a wrong answer is from the right one; what cannot be measured counts as farthest.
std::uint64_t severity(const Format& to, const Mismatch& m) {
  const auto distance = ulp_distance(to, m.expected.code, m.actual);
  if (!distance) return std::numeric_limits<std::uint64_t>::max();
  return *distance < 0 ? 0 - static_cast<std::uint64_t>(*distance) : static_cast<std::uint64_t>(*distance);
}

void add_mismatch(const Format& to, const Mismatch& m, OutcomeSweep& o) {
  ++o.distances[ulp_bin(ulp_distance(to, m.expected.code, m.actual))];
  if (!o.first) o.first = m;
  if (!o.worst || severity(to, m) > severity(to, *o.worst)) o.worst = m;
}

/// Everything of one group of blocks, in order.
class Merger {
 public:
  Merger(const Format& from, const Format& to, const Inputs& inputs, Sweep& sweep)
      : from_(&from), to_(&to), inputs_(&inputs), sweep_(&sweep) {}
  void add(const BlockResult& block) {
    if (sweep_->refusal) return;
    if (block.refusal) {
      sweep_->refusal = block.refusal;
      return;
    }
    for (std::size_t o = 0; o < outcome_count; ++o) {
      sweep_->outcomes[o].judged += block.judgement.judged[o];
      sweep_->outcomes[o].failed += block.judgement.failed[o];
    }
    if (sweep_->damage.empty()) sweep_->damage = block.damage;
    for (const Mismatch& m : block.judgement.mismatches) {
      OutcomeSweep& outcome = sweep_->outcomes[static_cast<std::size_t>(m.expected.outcome)];
      if (!outcome.first) outcome.context = codes_of(block);
      add_mismatch(*to_, m, outcome);
    }
    sweep_->errors.merge(block.judgement.errors);
    fingerprint_.add({&block.hash, 1});
  }
  std::string fingerprint() const { return fingerprint_.text(); }

 private:
  std::vector<std::uint64_t> codes_of(const BlockResult& block) const {
    return inputs_->codes(block.first, block.count);
  }

  const Format* from_;
  const Format* to_;
  const Inputs* inputs_;
  Sweep* sweep_;
  Fingerprint fingerprint_;
};

}  // namespace

Sweep run_sweep(const Runner& runner, const Inputs& inputs, unsigned threads, SweepRange range) {
  range.first = std::min(range.first, inputs.size());
  range.count = std::min(range.count, inputs.size() - range.first);
  const ConvertOracle oracle(runner.from(), runner.to(), runner.offer().rule);
  Sweep sweep;
  sweep.recipe = inputs.recipe();
  sweep.coverage = inputs.coverage();
  Merger merger(runner.from(), runner.to(), inputs, sweep);
  std::vector<std::unique_ptr<Workspace>> workspaces(std::max(threads, 1U));
  const std::uint64_t blocks = (range.count + block_elements - 1) / block_elements;
  // In groups, so that the mismatches of an implementation that is wrong everywhere never fill the memory.
  // Their size does not depend on the number of threads.
  constexpr std::uint64_t group = 64;
  for (std::uint64_t begin = 0; begin < blocks && !sweep.refusal; begin += group) {
    std::vector<BlockResult> results(std::min(group, blocks - begin));
    for_each_block(results.size(), threads, [&](std::uint64_t b, unsigned thread) {
      auto& workspace = workspaces[thread];
      if (!workspace) workspace = std::make_unique<Workspace>(runner.from(), runner.to());
      results[b] = run_block(runner, oracle, inputs, *workspace, range, begin + b);
    });
    for (const BlockResult& r : results) merger.add(r);
  }
  sweep.fingerprint = merger.fingerprint();
  return sweep;
}

bool outcome_possible(const ConvertOffer& offer, Outcome outcome) {
  const Format& from = *offer.from;
  const Format& to = *offer.to;
  const auto gives = [&](std::uint64_t code) {
    return encode(to, unpack(from, code), offer.rule).outcome == outcome;
  };
  const auto either_sign = [&](std::uint64_t magnitude) {
    return gives(magnitude) ||
           (from.has_sign && gives(from.kind == FormatKind::integer ? (~magnitude + 1) & from.code_mask()
                                                                    : magnitude | from.sign_mask()));
  };
  switch (outcome) {
    case Outcome::normal:
      return true;
    case Outcome::nan:
      return from.has_nan();
    case Outcome::negative:
      return from.has_sign && !to.has_sign && offer.rule.negative != NegativeRule::magnitude;
    case Outcome::infinity:
      return from.has_infinity;
    case Outcome::zero:
      return from.kind != FormatKind::exponent_only;
    case Outcome::overflow:
      return either_sign(from.kind == FormatKind::integer ? Format::ones(from.significand_bits)
                                                          : max_finite_magnitude(from));
    case Outcome::underflow:
      return either_sign(from.kind == FormatKind::integer ? 1 : from.code_step()) &&
             from.kind != FormatKind::integer;
    case Outcome::subnormal: {
      if (from.kind == FormatKind::integer || to.kind == FormatKind::exponent_only) return false;
      if (either_sign(from.code_step())) return true;
      // Half the target's smallest normal number, in the source.
      const Unpacked half{.number_class = NumberClass::finite,
                          .negative = false,
                          .significand = 1,
                          .exponent = to.min_exponent() - 1};
      const Rule cut{.rounding = Rounding::toward_zero,
                     .overflow = Overflow::saturate,
                     .infinity = InfinityRule::saturate};
      return either_sign(encode(from, half, cut).code);
    }
  }
  return false;
}

}  // namespace ulpgate::convert
