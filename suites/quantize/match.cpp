#include "suites/quantize/match.h"

#include <algorithm>

#include "reference/oracles/quantize.h"
#include "reference/oracles/quantize/judge.h"
#include "suites/quantize/model.h"

namespace ulpgate::blocks {
namespace {

/// The scales of blocks, packed as their format is; empty where padding is not as claimed.
std::vector<std::byte> packed_scales(const BlocksOffer& o, const BlocksCase& c, std::size_t t,
                                     const std::vector<std::uint64_t>& stored) {
  const Format& f = *o.formats[t];
  const Shape shape = shape_of(o, c, t);
  std::vector<std::byte> packed(static_cast<std::size_t>(shape[0] * shape[1]) * f.bytes());
  std::size_t nonzero = 0;
  for (std::int64_t i = 0; i < shape[0] * shape[1]; ++i) {
    const std::uint64_t code = stored[stored_place(o, shape, t, i / shape[1], i % shape[1])];
    nonzero += code != 0 ? 1 : 0;
    store_element(f, packed.data(), static_cast<std::size_t>(i), code);
  }
  const auto all = static_cast<std::size_t>(
      std::count_if(stored.begin(), stored.end(), [](auto code) { return code != 0; }));
  if (o.zero_padding && all != nonzero) packed.clear();
  return packed;
}

/// One copy: rows x columns of x.
std::optional<std::uint64_t> matched_copy(const BlocksOffer& o, const BlocksCase& c, const BlocksRun& run,
                                          const Shape& shape, const quantize::Inputs& in,
                                          std::string_view elements, std::string_view scales) {
  const std::vector<std::uint64_t>& q = run.outputs[o.place(elements)];
  const std::vector<std::uint8_t> codes(q.begin(), q.end());
  std::vector<std::byte> packed;
  std::uint64_t judged = q.size();
  if (o.has(scales)) {
    const std::size_t t = o.place(scales);
    const Shape blocks = shape_of(o, c, t);
    packed = packed_scales(o, c, t, run.outputs[t]);
    if (packed.empty() && blocks[0] * blocks[1] > 0) return std::nullopt;
    judged += o.zero_padding ? run.outputs[t].size() : static_cast<std::size_t>(blocks[0] * blocks[1]);
  }
  const quantize::TensorJudgement j =
      quantize::judge_tensor(o.recipe, shape[0], shape[1], in, codes.data(), packed.data());
  if (j.wrong_elements + j.wrong_scales > 0) return std::nullopt;
  return judged;
}

}  // namespace

std::optional<std::uint64_t> matched(const BlocksOffer& o, const BlocksCase& c, const Inputs& inputs,
                                     const BlocksRun& run) {
  if (!o.is("quantize") || o.stochastic()) return std::nullopt;
  const auto input = [&](std::string_view name) {
    return o.has(name) ? numbers(*o.format(name), inputs[o.place(name)]) : std::vector<float>();
  };
  const std::vector<float> x = input("x"), scales = input("scale");
  quantize::Inputs in{.x = x, .scales = scales, .global = o.has("global") ? input("global").at(0) : 0};
  const auto judged = matched_copy(o, c, run, {c.rows, c.columns}, in, "q", "scales");
  if (!judged || !o.has("q_t")) return judged;
  const std::vector<float> turned = quantize::transposed(x, c.rows, c.columns);
  in.x = turned;
  const auto other = matched_copy(o, c, run, {c.columns, c.rows}, in, "q_t", "scales_t");
  return other ? std::optional(*judged + *other) : std::nullopt;
}

}  // namespace ulpgate::blocks
