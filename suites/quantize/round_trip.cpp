#include "suites/quantize/round_trip.h"

#include <bit>
#include <cmath>

#include "reference/bounds/quantize.h"
#include "reference/formats/decode.h"
#include "reference/formats/text.h"
#include "reference/oracles/quantize.h"
#include "suites/quantize/cases.h"
#include "suites/quantize/quantize_cases.h"

namespace ulpgate::blocks {
namespace {

std::string text_of(double x) { return to_decimal(formats::fp64, std::bit_cast<std::uint64_t>(x)); }

/// One copy, and the tensors that it comes out in.
struct Copy {
  std::int64_t rows, columns;
  std::vector<float> x;
  std::string_view elements, scales;
};

class Trip {
 public:
  Trip(const BlocksOffer& o, const BlocksCase& c, const Inputs& inputs, const BlocksRun& run)
      : o_(o), c_(c), run_(run) {
    if (o.has("scale")) given_ = numbers(formats::fp32, inputs[o.place("scale")]);
    if (o.has("global")) global_ = numbers(formats::fp32, inputs[o.place("global")]).at(0);
    for (std::uint64_t code = 0; code < o.format("q")->code_count(); ++code)
      values_.push_back(to_double(*o.format("q"), code));
  }

  void judge(const Copy& copy, CaseJudgement& j) const {
    const quantize::Grid grid = quantize::grid_of(o_.recipe.block, copy.rows, copy.columns);
    const auto scales =
        quantize::block_scales(o_.recipe, grid, {.x = copy.x, .scales = given_, .global = global_});
    std::vector<double> right, decoded;
    for (std::size_t block = 0; block < scales.size(); ++block) {
      const quantize::BlockScale& s = scales[block];
      right.push_back(code_unit(o_.recipe, s.factor, s.stored, global_));
      decoded.push_back(o_.has(copy.scales)
                            ? code_unit(o_.recipe, s.factor, stored(copy.scales, block), global_)
                            : right.back());
    }
    const std::size_t t = o_.place(copy.elements);
    for (std::int64_t row = 0; row < copy.rows; ++row) {
      for (std::int64_t column = 0; column < copy.columns; ++column) {
        const auto at = static_cast<std::size_t>(row * copy.columns + column);
        const auto block = static_cast<std::size_t>(grid.block_of(row, column));
        const float x = copy.x[at];
        const double bound = round_trip_bound({&o_.recipe, scales[block].factor, right[block]}, x);
        if (std::isinf(bound)) continue;
        ++j.judged;
        const std::uint64_t code = run_.outputs[t][at];
        // A code and its unit have at most 33 bits; the difference is rounded once, which the bound allows.
        const double y = values_[code & o_.format("q")->code_mask()] * decoded[block];
        if (std::fabs(y - static_cast<double>(x)) <= bound || j.failed++ > 0) continue;
        j.finding =
            Finding{t,
                    row,
                    column,
                    -1,
                    code,
                    quantize::element(o_.recipe, scales[block], x).code,
                    "which with its scale is " + text_of(y) + "; x is " + text_of(static_cast<double>(x)) +
                        ", and the bound of their distance " + text_of(bound)};
      }
    }
  }

 private:
  std::uint64_t stored(std::string_view scales, std::size_t block) const {
    const std::size_t t = o_.place(scales);
    const Shape shape = shape_of(o_, c_, t);
    const auto at = static_cast<std::int64_t>(block);
    return run_.outputs[t][stored_place(o_, shape, t, at / shape[1], at % shape[1])];
  }

  const BlocksOffer& o_;
  const BlocksCase& c_;
  const BlocksRun& run_;
  std::vector<float> given_;
  float global_ = 0;
  std::vector<double> values_;  ///< of codes
};

}  // namespace

Cases trip_cases(const BlocksOffer& o, Tier tier, std::uint64_t seed) {
  Cases all = range_cases(o, tier, seed);
  // Of blocks of many elements, fewer.
  const bool large = block_rows(o) * block_columns(o) > 4096;
  for (std::size_t i = 0; i < at_tier(tier, 2, large ? 2 : 8, 40); ++i) {
    for (const Family family :
         {Family::thresholds, Family::ties, Family::blocks, Family::spread, Family::tiny, Family::large}) {
      BlocksCase c = shaped(o, 2 * block_rows(o) + 1, std::min<std::int64_t>(3 * block_columns(o) + 5, 300),
                            family, ++seed);
      c.exponent = static_cast<int>(i % 5) - 2;
      all.push_back(c);
    }
  }
  return all;
}

CaseJudgement judge_trip(const Runner& runner, const BlocksCase& c) {
  const BlocksOffer& o = runner.offer();
  const Inputs inputs = expand(o, c);
  const BlocksRun run = runner.run(c, inputs);
  if (auto problem = call_problem(run)) return *problem;
  const Trip trip(o, c, inputs, run);
  const std::vector<float> x = numbers(*o.format("x"), inputs[o.place("x")]);
  CaseJudgement j;
  trip.judge({c.rows, c.columns, x, "q", "scales"}, j);
  if (o.has("q_t"))
    trip.judge({c.columns, c.rows, quantize::transposed(x, c.rows, c.columns), "q_t", "scales_t"}, j);
  return j;
}

}  // namespace ulpgate::blocks
