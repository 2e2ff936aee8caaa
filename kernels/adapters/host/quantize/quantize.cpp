// quantize, in every recipe.
#include <optional>
#include <utility>

#include "kernels/adapters/host/quantize/blocks.h"
#include "kernels/adapters/host/quantize/layout.h"
#include "kernels/adapters/host/quantize/scales.h"
#include "kernels/adapters/host/quantize/variant.h"

namespace ulpgate::host {
namespace {

struct Plan {
  const Format* x = &formats::fp32;
  Cast cast = {};
  ScaleRule rule = nullptr;  ///< none: scales are given
  const Format* stored = nullptr;
  BlockSize block = {};
  bool nan_wins = false;
  bool divides = false;
  bool stochastic = false;
  bool transposed = false;
  Placement placement = Placement::plain;
  ElementPacking packing = ElementPacking::none;
  Claims claims = {};
};

/// A tensor whose axes have changed places.
BlockView turned(BlockView v) {
  std::swap(v.rows, v.columns);
  std::swap(v.row_stride, v.column_stride);
  return v;
}

void put_scale(const BlockView& v, const Place& at, std::uint32_t stored) {
  if (v.format->storage_bits == 32) return put(v, at.row, at.column, stored);
  put(v, at.row, at.column, static_cast<std::uint8_t>(stored));
}

/// Along a row: the second element of a byte joins the first, which clears the rest of it.
void put_element(const Plan& p, const BlockView& v, std::int64_t row, std::int64_t column,
                 std::uint8_t code) {
  if (p.packing == ElementPacking::none) return put(v, row, column, code);
  const auto moved = static_cast<std::uint8_t>(code << shift_of(p.packing, column));
  const auto first = static_cast<std::uint8_t>(column % 2 == 0 ? 0 : byte_at(v, row, column / 2));
  put(v, row, column / 2, static_cast<std::uint8_t>(first | moved));
}

void clear(const BlockView& v) {
  for (std::int64_t r = 0; r < v.rows; ++r) {
    for (std::int64_t c = 0; c < v.columns; ++c) put_scale(v, {r, c}, 0);
  }
}

std::uint8_t element_of(const Plan& p, float x, float factor, const BlockView* random, std::int64_t row,
                        std::int64_t column) {
  float t = p.divides ? x / factor : x * factor;
  // Which NaN a product is depends on the machine.
  if (std::isnan(t)) t = std::isnan(x) ? x : std::numeric_limits<float>::quiet_NaN();
  if (random == nullptr) return cast(p.cast, t);
  return cast_stochastic(p.cast, t, static_cast<std::uint8_t>(*random->at(row, column)));
}

void quantize_blocks(const Plan& p, const BlockCall& call, const BlockView& x, const BlockView& q,
                     const BlockView* scales) {
  const BlockView* given = call.find("scale");
  const BlockView* random = call.find("random");
  const float global = call.find("global") != nullptr ? number_at(call.view("global"), 0, 0) : 0;
  const std::int64_t across = blocks_along(x.columns, p.block.columns);
  if (scales != nullptr && p.placement != Placement::plain) clear(*scales);
  for (std::int64_t r = 0; r < blocks_along(x.rows, p.block.rows); ++r) {
    for (std::int64_t c = 0; c < across; ++c) {
      float factor = 1;
      if (p.rule) {
        float amax = 0;
        for_each_in_block(x, p.block, r, c, [&](std::int64_t row, std::int64_t column) {
          amax = larger(amax, number_at(x, row, column), p.nan_wins);
        });
        const Scale s = p.rule(amax, global);
        factor = s.factor;
        put_scale(*scales, place_of(p.placement, across, r, c), s.stored);
      } else {
        factor = number_at(*given, r, c);
      }
      for_each_in_block(x, p.block, r, c, [&](std::int64_t row, std::int64_t column) {
        put_element(p, q, row, column, element_of(p, number_at(x, row, column), factor, random, row, column));
      });
    }
  }
}

Reply run(const Plan& p, const BlockCall& call) {
  quantize_blocks(p, call, call.view("x"), call.view("q"), call.find("scales"));
  if (p.transposed) quantize_blocks(p, call, turned(call.view("x")), call.view("q_t"), call.find("scales_t"));
  return {};
}

Claims cast_claims(const Cast& c) {
  const Format& f = *c.to;
  Claims claims{{"overflow", c.saturates ? "saturate" : f.has_infinity ? "infinity" : "nan_signed"}};
  claims["infinity"] = claims["overflow"];
  if (!f.has_nan()) {
    claims["nan"] = "max_positive";
  } else {
    claims["nan"] = (c.keeps_sign ? "code_signed:0x" : "code:0x") + std::string("7f");
  }
  return claims;
}

BlockVariant variant(std::string name, Plan p, const char* scales, const char* rule) {
  const std::string element(p.cast.to->name);
  if (!p.cast.to->has_nan()) p.cast.nan = static_cast<std::uint8_t>(max_finite_magnitude(*p.cast.to));
  Formats formats{{"x", std::string(p.x->name)}};
  if (!p.rule) formats.emplace_back("scale", "fp32");
  if (std::string(scales) == "nvfp4") formats.emplace_back("global", "fp32");
  if (p.stochastic) formats.emplace_back("random", "int32");
  formats.emplace_back("q", element);
  if (p.rule) formats.emplace_back("scales", p.stored->name);
  if (p.transposed) formats.emplace_back("q_t", element);
  if (p.transposed && p.rule) formats.emplace_back("scales_t", p.stored->name);
  Claims claims = cast_claims(p.cast);
  claims.merge(Claims(p.claims));
  claims.insert({{"scales", scales}, {"rule", rule}, {"block", text_of(p.block)}});
  if (p.rule) claims["amax_nan"] = p.nan_wins ? "propagates" : "ignored";
  if (p.stochastic) claims.insert({{"rounding", "stochastic"}, {"random_bits", "8"}});
  if (p.placement != Placement::plain)
    claims.insert({{"scale_layout", name_of(p.placement)}, {"padding", "zero"}});
  if (p.packing != ElementPacking::none) claims["packing"] = name_of(p.packing);
  return {Offer{"quantize", std::move(name), formats, claims, {{"function", "quantize in plain C++"}}},
          [p](const BlockCall& call) { return run(p, call); }, p.block, p.placement, p.packing};
}

void add_given(std::vector<BlockVariant>& all) {
  using namespace formats;
  const Cast saturating{}, to_e5m2{.to = &e5m2};
  for (const Format* x : {&fp32, &bf16, &fp16})
    all.push_back(variant("delayed", {.x = x, .cast = saturating}, "given", "multiply"));
  all.push_back(variant("delayed", {.cast = to_e5m2, .transposed = true}, "given", "multiply"));
  all.push_back(variant("pytorch", {.cast = {.saturates = false, .keeps_sign = true}}, "given", "multiply"));
  all.push_back(variant("pytorch",
                        {.x = &bf16, .cast = {.to = &e5m2, .saturates = false, .keeps_sign = true}}, "given",
                        "multiply"));
  all.push_back(variant("linear.rows", {.block = {1, 0}, .divides = true}, "given", "divide"));
  all.push_back(variant("linear.columns", {.x = &bf16, .block = {0, 1}, .divides = true}, "given", "divide"));
}

void add_current(std::vector<BlockVariant>& all) {
  using namespace formats;
  for (const Format* element : {&e4m3, &e5m2}) {
    all.push_back(variant("current",
                          {.cast = {.to = element}, .rule = current_rule(*element, false), .stored = &fp32},
                          "current", "transformer_engine"));
  }
  const Claims power{{"power_of_two", "yes"}};
  all.push_back(variant("current.power",
                        {.x = &bf16, .rule = current_rule(e4m3, true), .stored = &fp32, .claims = power},
                        "current", "transformer_engine"));
  all.push_back(variant("blocks",
                        {.x = &bf16,
                         .rule = current_rule(e4m3, true),
                         .stored = &fp32,
                         .block = {1, 128},
                         .transposed = true,
                         .claims = power},
                        "current", "transformer_engine"));
  all.push_back(variant(
      "blocks.rows", {.rule = current_rule(e4m3, true), .stored = &fp32, .block = {1, 128}, .claims = power},
      "current", "transformer_engine"));
  all.push_back(variant(
      "tiles", {.rule = current_rule(e4m3, true), .stored = &fp32, .block = {128, 128}, .claims = power},
      "current", "transformer_engine"));
  all.push_back(variant("rows", {.rule = current_rule(e4m3, false), .stored = &fp32, .block = {1, 0}},
                        "current", "transformer_engine"));
  all.push_back(variant(
      "current.epsilon",
      {.rule = current_rule(e4m3, false, 1e-6F), .stored = &fp32, .claims = {{"epsilon", "0x358637BD"}}},
      "current", "transformer_engine"));
  all.push_back(variant(
      "torchao",
      {.cast = {.keeps_sign = true}, .rule = current_torchao(e4m3), .stored = &fp32, .nan_wins = true},
      "current", "torchao"));
}

void add_mx(std::vector<BlockVariant>& all) {
  using namespace formats;
  const auto mx = [](const Format& x, const Format& element, const char* rule, Plan p = {}) {
    p.x = &x;
    p.cast.to = &element;
    p.rule = mx_rule(element, rule);
    p.stored = &e8m0;
    if (p.block.columns == 0) p.block = {1, 32};
    p.nan_wins = std::string(rule) != "transformer_engine";
    return p;
  };
  for (const Format* x : {&fp32, &bf16, &fp16})
    all.push_back(variant("mx", mx(*x, e4m3, "transformer_engine"), "mx", "transformer_engine"));
  for (const Format* element : {&e5m2, &e3m2, &e2m3, &e2m1})
    all.push_back(variant("mx", mx(fp32, *element, "transformer_engine"), "mx", "transformer_engine"));
  all.push_back(
      variant("mx.transposed",
              mx(bf16, e4m3, "transformer_engine", {.transposed = true, .placement = Placement::padded}),
              "mx", "transformer_engine"));
  all.push_back(
      variant("mx.swizzled",
              mx(fp32, e4m3, "transformer_engine", {.transposed = true, .placement = Placement::swizzled}),
              "mx", "transformer_engine"));
  all.push_back(variant("mx.tiles", mx(fp32, e4m3, "transformer_engine", {.block = {32, 32}}), "mx",
                        "transformer_engine"));
  all.push_back(variant("mx.packed",
                        mx(fp32, e2m1, "transformer_engine", {.packing = ElementPacking::high_first}), "mx",
                        "transformer_engine"));
  for (const char* rule : {"torchao_rceil", "torchao_floor", "torchao_ceil", "torchao_even", "ocp", "onnx_up",
                           "onnx_nearest", "onnx_down"}) {
    all.push_back(variant(std::string("mx.") + rule, mx(fp32, e4m3, rule), "mx", rule));
    if (std::string(rule).starts_with("torchao"))
      all.push_back(variant(std::string("mx.") + rule, mx(bf16, e2m1, rule), "mx", rule));
  }
}

void add_nvfp4(std::vector<BlockVariant>& all) {
  using namespace formats;
  const auto nvfp4 = [](const Format& x, ScaleRule rule, Plan p = {}) {
    p.x = &x;
    p.cast.to = &e2m1;
    p.rule = std::move(rule);
    p.stored = &e4m3;
    if (p.block.columns == 0) p.block = {1, 16};
    return p;
  };
  const char* te = "transformer_engine";
  all.push_back(variant("nvfp4", nvfp4(fp32, nvfp4_rule(false, false)), "nvfp4", te));
  all.push_back(variant(
      "nvfp4", nvfp4(bf16, nvfp4_rule(false, false), {.transposed = true, .placement = Placement::swizzled}),
      "nvfp4", te));
  all.push_back(variant(
      "nvfp4.packed",
      nvfp4(bf16, nvfp4_rule(false, false), {.transposed = true, .packing = ElementPacking::low_first}),
      "nvfp4", te));
  all.push_back(variant("nvfp4.tiles",
                        nvfp4(bf16, nvfp4_rule(false, false), {.block = {16, 16}, .transposed = true}),
                        "nvfp4", te));
  all.push_back(
      variant("nvfp4.stochastic", nvfp4(fp32, nvfp4_rule(false, false), {.stochastic = true}), "nvfp4", te));
  all.push_back(variant(
      "nvfp4.fast", nvfp4(fp32, nvfp4_rule(true, false), {.claims = {{"fast_math", "yes"}}}), "nvfp4", te));
  all.push_back(variant("nvfp4.python", nvfp4(fp32, nvfp4_rule(false, true), {.nan_wins = true}), "nvfp4",
                        "transformer_engine_python"));
  all.push_back(
      variant("nvfp4.torchao", nvfp4(fp32, nvfp4_torchao(), {.nan_wins = true}), "nvfp4", "torchao"));
}

}  // namespace

std::vector<BlockVariant> quantize_variants() {
  std::vector<BlockVariant> all;
  add_given(all);
  add_current(all);
  add_mx(all);
  add_nvfp4(all);
  return all;
}

}  // namespace ulpgate::host
