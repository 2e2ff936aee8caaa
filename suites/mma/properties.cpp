// The table of properties: when each applies, and what it is given.
#include <algorithm>
#include <array>

#include "reference/tensor_core/steps.h"
#include "suites/framework/case_row.h"
#include "suites/framework/text.h"
#include "suites/mma/probes.h"
#include "suites/mma/property.h"
#include "suites/mma/values.h"
#include "suites/mma/vectors.h"

namespace ulpgate::mma {
namespace {

bool always(const MmaOffer&) { return true; }
bool is_floating(const MmaOffer& o) { return !o.integer(); }
bool has_entry(const MmaOffer& o) { return o.entry.has_value(); }
bool has_vectors(const MmaOffer& o) { return !vector_cases(o, 0).empty(); }
bool can_permute(const MmaOffer& o) { return o.entry && !interchangeable(*o.entry, o.shape.k).empty(); }

constexpr std::array every_family{Family::bits,     Family::finite,    Family::integers,   Family::uniform,
                                  Family::positive, Family::wide,      Family::cancelling, Family::aligned,
                                  Family::tiny,     Family::subnormal, Family::overflow};
/// Those that stay finite, and whose errors are worth a bound.
constexpr std::array summing{Family::uniform, Family::positive, Family::wide,     Family::cancelling,
                             Family::aligned, Family::tiny,     Family::subnormal};
constexpr std::array whole_numbers{Family::integers};
constexpr std::array lifted{Family::lifted};
constexpr std::array special{Family::uniform};
constexpr std::array ordered{Family::aligned, Family::wide, Family::bits, Family::positive};
constexpr std::array mixed{Family::bits, Family::uniform, Family::aligned};
/// Integers have no exponents, so that these say all.
constexpr std::array of_integers{Family::bits, Family::integers, Family::overflow};

std::span<const Family> families_for(const MmaOffer& o, std::span<const Family> families) {
  if (!o.integer() || families.size() <= 1) return families;
  return std::span(of_integers);
}

/// `count` cases, the families in turn.
std::vector<MmaCase> in_turn(const MmaOffer& o, std::span<const Family> families, int count,
                             std::uint64_t seed) {
  const CounterRandom random(seed, 41);
  const auto of = families_for(o, families);
  std::vector<MmaCase> cases;
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    // Seeds choose a family's kind by their low bits: each comes in turn.
    cases.push_back({.family = of[at % of.size()],
                     .seed = random.word64(at) << 8 | at / of.size() % 256,
                     .lead = at % 3 == 2 ? at % 16 : 0});
  }
  return cases;
}

std::vector<MmaCase> whole(const MmaOffer& o, Tier tier, std::uint64_t seed) {
  return in_turn(o, whole_numbers, sized(o, tier, 60, 2), seed);
}

std::vector<MmaCase> sums(const MmaOffer& o, Tier tier, std::uint64_t seed) {
  return in_turn(o, summing, sized(o, tier, 42, 7), seed);
}

std::vector<MmaCase> lifts(const MmaOffer& o, Tier tier, std::uint64_t seed) {
  return in_turn(o, lifted, sized(o, tier, 30, 3), seed);
}

std::vector<MmaCase> everything(const MmaOffer& o, Tier tier, std::uint64_t seed) {
  const int count = static_cast<int>(families_for(o, every_family).size());
  auto cases = in_turn(o, every_family, sized(o, tier, 10 * count, count), seed);
  if (o.c->name != o.d->name) return cases;
  for (std::size_t i = 0; i < cases.size(); ++i) cases[i].instructions = i % 8 == 3 ? 4 : 1;
  return cases;
}

std::vector<MmaCase> orders(const MmaOffer& o, Tier tier, std::uint64_t seed) {
  return in_turn(o, ordered, sized(o, tier, 24, 4), seed);
}

std::vector<MmaCase> few(const MmaOffer& o, Tier tier, std::uint64_t seed) {
  return in_turn(o, mixed, sized(o, tier, 12, 3), seed);
}

std::vector<MmaCase> probes(const MmaOffer& o, Tier, std::uint64_t) {
  std::vector<MmaCase> cases;
  for (std::uint64_t i = 0; i < probe_count(o); ++i) cases.push_back({.family = Family::probe, .seed = i});
  return cases;
}

std::vector<MmaCase> lines(const MmaOffer& o, Tier tier, std::uint64_t) {
  constexpr std::int64_t millions[] = {1, 4, 64, 1 << 20};
  return vector_cases(o, millions[static_cast<std::size_t>(tier)] << 20);
}

/// Codes of NaN, infinities and zeros that a format has.
std::vector<std::uint64_t> special_codes(const Format& f) {
  std::vector<std::uint64_t> codes;
  const std::uint64_t infinity = f.has_infinity ? infinity_magnitude(f) : 0;
  if (f.has_infinity) codes = {infinity, infinity | f.sign_mask()};
  switch (f.nans) {
    case NanCodes::ieee:
      // Quiet and signalling.
      codes.push_back(f.magnitude_mask());
      codes.push_back(infinity | f.code_step() << (f.significand_bits - 1));
      codes.push_back(infinity | f.code_step() | f.sign_mask());
      break;
    case NanCodes::all_ones:
      codes.push_back(f.magnitude_mask());
      break;
    case NanCodes::negative_zero:
      codes.push_back(f.sign_mask());
      break;
    case NanCodes::none:
      break;
  }
  return codes;
}

/// Up to four elements that are special, or a zero that meets an infinity.
void plant_specials(const MmaOffer& o, MmaCase& c) {
  const CounterRandom random(c.seed, 43);
  std::vector<Matrix> matrices;
  for (const Matrix matrix : matrices_of(o)) {
    if (!special_codes(format_of(o, matrix)).empty()) matrices.push_back(matrix);
  }
  const std::uint64_t count = 1 + random.below(0, 4);
  for (std::uint64_t i = 0; i < count && !matrices.empty(); ++i) {
    const Matrix matrix = matrices[random.below(4 * i + 1, matrices.size())];
    const Extent extent = extent_of(o, matrix);
    const auto codes = special_codes(format_of(o, matrix));
    const auto row = static_cast<int>(random.below(4 * i + 2, static_cast<std::uint64_t>(extent.rows)));
    const auto column = static_cast<int>(random.below(4 * i + 3, static_cast<std::uint64_t>(extent.columns)));
    c.planted.push_back({matrix, row, column, codes[random.below(4 * i + 4, codes.size())]});
    // Every third infinity of A meets a zero in one column, or all of them.
    if (matrix != Matrix::a || (c.seed >> 9) % 3 != 0) continue;
    const auto met = static_cast<int>(random.below(4 * i + 20, static_cast<std::uint64_t>(o.shape.n)));
    c.planted.push_back({Matrix::b, column, met, 0});
  }
}

std::vector<MmaCase> specials(const MmaOffer& o, Tier tier, std::uint64_t seed) {
  auto cases = in_turn(o, special, sized(o, tier, 60, 6), seed);
  for (MmaCase& c : cases) plant_specials(o, c);
  return cases;
}

// The number: drawn cases at the standard tier.
constexpr MmaProperty table[] = {
    {"MMA-EXACT-1", always, judge_exact, whole, whole_numbers, 20, "equal to the exact sum"},
    {"MMA-ACC-1", is_floating, judge_accuracy, sums, summing, 14,
     "steps of the claimed entry one after the other, or the documented promise: reference/bounds/mma.h"},
    {"MMA-SPECIAL-1", is_floating, judge_special, specials, special, 20, "NaN and infinities by IEEE 754"},
    {"MMA-SUBNORMAL-1", is_floating, judge_subnormal, lifts, lifted, 6, "equal to the exact sum"},
    {"MMA-MODEL-1", has_entry, judge_model, everything, every_family, 44, "bits of the claimed entry"},
    {"MMA-VECTOR-1", has_vectors, judge_vector, lines, {}, 0, "bits that were published"},
    {"MMA-PERMUTE-1", can_permute, judge_permute, orders, ordered, 8, "equal bits, or both NaN"},
    {"MMA-PLACE-1", always, judge_place, few, mixed, 6, "equal bits, or both NaN"},
    {"MMA-LAYOUT-1", always, judge_exact, probes, {}, 0, "equal to the one product, accumulator or scale"},
    {"MMA-REPEAT-1", always, judge_repeat, few, mixed, 6, "equal bits"},
    {"MMA-STATE-1", always, judge_state, few, {}, 0, "an equal floating-point environment"},
    {"MMA-WRITE-1", always, judge_write, few, mixed, 6,
     "no element with both poisons, guards and operands intact"},
};

}  // namespace

std::span<const MmaProperty> properties() { return table; }

const MmaProperty* find_property(std::string_view requirement) {
  const auto* found = std::find_if(std::begin(table), std::end(table),
                                   [&](const auto& p) { return p.requirement == requirement; });
  return found == std::end(table) ? nullptr : found;
}

int sized(const MmaOffer& offer, Tier tier, int standard, int least) {
  constexpr std::int64_t common = 4096;  // m16n8k32
  const std::int64_t work = std::max(offer.work(), common);
  const auto here = static_cast<int>(std::max<std::int64_t>(standard * common / work, least));
  return std::max(drawn_cases(here, tier), least);
}

MmaCase draw_case(const MmaOffer& o, const MmaProperty& p, std::uint64_t seed) {
  const CounterRandom random(seed, 42);
  const auto families = families_for(o, p.families);
  MmaCase c{.family = families[random.below(0, families.size())],
            .seed = random.word64(1),
            .lead = random.below(2, 4) == 0 ? random.below(3, 16) : 0};
  if (p.judge == judge_special) plant_specials(o, c);
  const bool chains = p.judge == judge_model && o.c->name == o.d->name;
  if (chains && random.below(4, 8) == 0) c.instructions = 2 + static_cast<int>(random.below(5, 3));
  return c;
}

std::optional<CaseJudgement> call_problem(const MmaRun& run) {
  return judgement_of_call<CaseJudgement>(run.reply, run.damage);
}

std::string expected_text(const Format& d, std::uint64_t code) { return "expected " + shown_text(d, code); }

Bench::Bench(Implementation& implementation, const MmaOffer& offer)
    : runner_(implementation, offer),
      bound_(offer.sum(), offer.shape.k),
      subnormal_bound_(offer.sum(), offer.shape.k, true) {
  if (offer.entry) model_.emplace(*offer.entry, *offer.a, *offer.b);
}

std::vector<std::uint64_t> Bench::expected(const MmaInputs& in) const {
  return model_->run({.shape = offer().shape,
                      .a = in.a,
                      .b = in.b,
                      .c = in.c,
                      .a_scales = in.a_scale,
                      .b_scales = in.b_scale});
}

bool Bench::same(std::uint64_t x, std::uint64_t y) const {
  return x == y || (is_nan(*offer().d, x) && is_nan(*offer().d, y));
}

}  // namespace ulpgate::mma
