#include "suites/quantize/model.h"

#include <algorithm>
#include <cmath>

#include "reference/bounds/hadamard.h"
#include "reference/exact/exact.h"
#include "reference/formats/ulp.h"
#include "reference/oracles/quantize.h"
#include "reference/oracles/quantize/hadamard.h"
#include "reference/oracles/quantize/steps.h"

namespace ulpgate::blocks {
namespace {

using quantize::code_of;

using Outputs = std::vector<std::vector<Wanted>>;

Wanted exactly(std::uint64_t code) { return {.low = code, .high = code}; }
Wanted of(const Expected& e) { return {.low = e.code, .high = e.code, .any_nan = e.any_nan}; }

/// Which NaN an fp32 step makes is open.
Wanted of_number(float x) {
  Wanted w = exactly(code_of(x));
  w.any_nan = std::isnan(x);
  return w;
}

class Model {
 public:
  Model(const BlocksOffer& o, const BlocksCase& c, const Inputs& in)
      : o_(o), c_(c), in_(in), out_(o.formats.size()) {}

  Outputs made() {
    if (o_.is("amax")) amax();
    if (o_.is("quantize")) quantized();
    if (o_.is("dequantize")) dequantized();
    if (o_.is("delayed_scale_update")) delayed();
    if (o_.is("hadamard")) hadamard();
    return std::move(out_);
  }

 private:
  std::vector<float> input(std::string_view name) const {
    return o_.has(name) ? numbers(*o_.format(name), in_[o_.place(name)]) : std::vector<float>{};
  }
  std::vector<Wanted>& output(std::string_view name) { return out_[o_.place(name)]; }
  float global() const { return o_.has("global") ? input("global").at(0) : 0; }

  void amax() {
    const quantize::Grid g = quantize::grid_of(o_.recipe.block, c_.rows, c_.columns);
    std::vector<float> most = quantize::block_amaxes(g, input("x"), o_.recipe.amax_nan);
    const std::vector<float> before = input("before");
    for (std::size_t i = 0; i < most.size(); ++i) {
      if (!before.empty()) {
        const float both[] = {most[i], before[i]};
        most[i] = quantize::amax_of(both, o_.recipe.amax_nan);
      }
      output("amax").push_back(of_number(most[i]));
    }
  }

  void quantized() {
    const std::vector<float> x = input("x"), scales = input("scale");
    std::vector<std::uint32_t> random;
    if (o_.has("random"))
      for (const std::uint64_t word : in_[o_.place("random")])
        random.push_back(static_cast<std::uint32_t>(word));
    put(quantize::quantized(o_.recipe, c_.rows, c_.columns,
                            {.x = x, .scales = scales, .global = global(), .random = random}),
        "q", "scales");
    if (!o_.has("q_t")) return;
    const std::vector<float> turned = quantize::transposed(x, c_.rows, c_.columns);
    // The word of an element goes with it.
    if (!random.empty()) random = quantize::transposed(random, c_.rows, c_.columns);
    put(quantize::quantized(o_.recipe, c_.columns, c_.rows,
                            {.x = turned, .scales = scales, .global = global(), .random = random}),
        "q_t", "scales_t");
  }

  void put(const quantize::Quantized& q, std::string_view elements, std::string_view scales) {
    for (const Expected& e : q.elements) output(elements).push_back(of(e));
    if (!o_.has(scales)) return;
    const std::size_t t = o_.place(scales);
    const Shape shape{q.grid.scale_rows, q.grid.scale_columns}, stored = stored_shape(o_, c_, t);
    const Format& f = *o_.formats[t];
    Wanted padding;
    padding.anything = !o_.zero_padding;
    out_[t].assign(static_cast<std::size_t>(stored[0] * stored[1]), padding);
    for (std::int64_t row = 0; row < shape[0]; ++row) {
      for (std::int64_t column = 0; column < shape[1]; ++column) {
        const quantize::BlockScale& s = q.scales[static_cast<std::size_t>(row * shape[1] + column)];
        Wanted w = exactly(s.stored);
        w.any_nan = is_nan(f, s.stored);
        w.anything_but_nan = s.any_stored;
        out_[t][stored_place(o_, shape, t, row, column)] = w;
      }
    }
  }

  void dequantized() {
    const std::size_t scales = o_.place("scales");
    const Shape shape = shape_of(o_, c_, scales);
    const quantize::Grid g = quantize::grid_of(o_.recipe.block, c_.rows, c_.columns);
    const Format& y = *o_.format("y");
    const std::vector<std::uint64_t>& q = in_[o_.place("q")];
    for (std::int64_t row = 0; row < c_.rows; ++row) {
      for (std::int64_t column = 0; column < c_.columns; ++column) {
        const std::uint64_t scale =
            in_[scales][static_cast<std::size_t>(row / g.block_rows * shape[1] + column / g.block_columns)];
        const float wide = quantize::dequantized(
            o_.dequantize, q[static_cast<std::size_t>(row * c_.columns + column)], scale, global());
        output("y").push_back(&y == &formats::fp32
                                  ? of_number(wide)
                                  : of(encode(y, unpack(formats::fp32, code_of(wide)), Rule{})));
      }
    }
  }

  void delayed() {
    const std::vector<float> history = input("history"), scale = input("scale"), reduced = input("reduced");
    output("new_history").resize(history.size());
    for (std::int64_t tensor = 0; tensor < c_.columns; ++tensor) {
      const auto t = static_cast<std::size_t>(tensor);
      quantize::DelayedState state{.history = {}, .scale = scale[t], .scale_inverse = 1};
      for (std::int64_t row = 0; row < c_.rows; ++row)
        state.history.push_back(history[static_cast<std::size_t>(row * c_.columns + tensor)]);
      std::optional<float> now;
      if (!reduced.empty()) now = reduced[t];
      state = quantize::updated(o_.delayed, state, static_cast<float>(c_.margin), now);
      for (std::size_t row = 0; row < state.history.size(); ++row)
        output("new_history")[row * static_cast<std::size_t>(c_.columns) + t] = of_number(state.history[row]);
      output("new_scale").push_back(of_number(state.scale));
      output("scale_inverse").push_back(of_number(state.scale_inverse));
    }
  }

  void hadamard() {
    const Format& f = *o_.format("x");
    const Format& y = *o_.format("y");
    std::vector<Wanted>& out = output("y");
    for (std::size_t first = 0; first + 16 <= in_[0].size(); first += 16) {
      const auto codes = in_[0].begin() + static_cast<std::ptrdiff_t>(first);
      if (first > 0 && std::equal(codes - 16, codes, codes)) {  // the same again
        for (int j = 0; j < quantize::hadamard_size; ++j) out.push_back(out[out.size() - 16]);
        continue;
      }
      std::vector<Exact> x;
      for (std::size_t i = first; i < first + 16; ++i) x.push_back(Exact::from_code(f, in_[0][i]));
      const Exact error = hadamard_error(x, *o_.accumulator);
      if (!error.is_finite()) {
        out.insert(out.end(), x.size(), Wanted{.anything = true});
        continue;
      }
      for (int j = 0; j < quantize::hadamard_size; ++j) {
        const Exact exact = quantize::hadamard(std::span<const Exact, 16>(x), o_.signs, j);
        Wanted w = of(encode(y, exact - error, o_.recipe.cast));
        w.high = encode(y, exact + error, o_.recipe.cast).code;
        w.any_nan = exact.is_nan();
        w.either_zero = true;
        out.push_back(w);
      }
    }
  }

  const BlocksOffer& o_;
  const BlocksCase& c_;
  const Inputs& in_;
  Outputs out_;
};

}  // namespace

std::vector<float> numbers(const Format& f, const std::vector<std::uint64_t>& codes) {
  std::vector<float> all;
  all.reserve(codes.size());
  for (const std::uint64_t code : codes) {
    // The bits of an fp32 number are kept: a NaN's sign counts.
    all.push_back(&f == &formats::fp32 ? quantize::number(static_cast<std::uint32_t>(code))
                                       : static_cast<float>(to_double(f, code)));
  }
  return all;
}

bool accepts(const Format& f, const Wanted& w, std::uint64_t code) {
  if (w.anything) return true;
  if (is_nan(f, code)) return w.any_nan || code == w.low;
  if (w.anything_but_nan || code == w.low || code == w.high) return true;
  if (w.low == w.high && !w.either_zero) return false;
  const auto low = ordinal(f, w.low), high = ordinal(f, w.high), at = ordinal(f, code);
  return low && high && *low <= *at && *at <= *high;
}

std::vector<std::vector<Wanted>> wanted_outputs(const BlocksOffer& o, const BlocksCase& c,
                                                const Inputs& inputs) {
  return Model(o, c, inputs).made();
}

}  // namespace ulpgate::blocks
