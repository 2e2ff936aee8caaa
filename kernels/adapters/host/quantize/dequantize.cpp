// dequantize.
#include <cfloat>

#include "kernels/adapters/host/quantize/blocks.h"
#include "kernels/adapters/host/quantize/cast.h"
#include "kernels/adapters/host/quantize/layout.h"
#include "kernels/adapters/host/quantize/variant.h"

namespace ulpgate::host {
namespace {

using Product = float (*)(float q, float scale, float global);

float plain(float q, float scale, float) { return q * scale; }

float reference(float q, float s, float global) {
  float encode = std::isnan(2688 / global) ? FLT_MAX : std::min(2688 / global, FLT_MAX);
  if (global == 0 || encode == 0) encode = 1;
  return q * s * (1 / encode);
}

float kernel(float q, float s, float global) { return q * (s * global * (1 / 2688.0F)); }

float torchao(float q, float s, float global) { return q * (global / 2688 * s); }

float scale_at(const BlockView& v, const Place& at) {
  if (v.format == &formats::fp32) return number_at(v, at.row, at.column);
  const std::uint8_t code = byte_at(v, at.row, at.column);
  if (v.format == &formats::e4m3) return quantized_value(formats::e4m3, code);
  return code == 0xFF ? std::numeric_limits<float>::quiet_NaN() : std::ldexp(1.0F, code - 127);
}

std::uint8_t code_at(const BlockView& v, ElementPacking p, std::int64_t row, std::int64_t column) {
  if (p == ElementPacking::none) return byte_at(v, row, column);
  return byte_at(v, row, column / 2) >> shift_of(p, column) & 0xF;
}

BlockVariant variant(const char* name, const Format& q, const Format& y, const char* rule, Product product,
                     const BlockSize& block, Placement placement,
                     ElementPacking packing = ElementPacking::none) {
  const bool two_level = product != plain;
  const Format* scales = two_level                     ? &formats::e4m3
                         : std::string(rule) == "e8m0" ? &formats::e8m0
                                                       : &formats::fp32;
  Formats formats{{"q", std::string(q.name)}, {"scales", std::string(scales->name)}};
  if (two_level) formats.emplace_back("global", "fp32");
  formats.emplace_back("y", y.name);
  Claims claims{{"rule", rule}, {"block", text_of(block)}, {"scale_layout", name_of(placement)}};
  if (packing != ElementPacking::none) claims["packing"] = name_of(packing);
  return {Offer{"dequantize", name, formats, claims, {{"function", "dequantize in plain C++"}}},
          [=, &q](const BlockCall& call) {
            const BlockView& codes = call.view("q");
            const BlockView& out = call.view("y");
            const BlockView& all = call.view("scales");
            const std::int64_t across = blocks_along(out.columns, block.columns);
            const float global = two_level ? number_at(call.view("global"), 0, 0) : 0;
            for (std::int64_t r = 0; r < blocks_along(out.rows, block.rows); ++r) {
              for (std::int64_t c = 0; c < across; ++c) {
                if (out.rows == 0 || out.columns == 0) continue;
                const float s = scale_at(all, place_of(placement, across, r, c));
                for_each_in_block(out, block, r, c, [&](std::int64_t row, std::int64_t column) {
                  const float value =
                      product(quantized_value(q, code_at(codes, packing, row, column)), s, global);
                  store(*out.format, out.at(row, column), static_cast<double>(value));
                });
              }
            }
            return Reply{};
          },
          block, placement, packing};
}

}  // namespace

std::vector<BlockVariant> dequantize_variants() {
  using namespace formats;
  std::vector<BlockVariant> all{
      variant("tensor", e4m3, fp32, "fp32", plain, {}, Placement::plain),
      variant("tensor", e5m2, bf16, "fp32", plain, {}, Placement::plain),
      variant("blocks", e4m3, bf16, "fp32", plain, {1, 128}, Placement::plain),
      variant("tiles", e4m3, fp32, "fp32", plain, {128, 128}, Placement::plain),
      variant("rows", e4m3, fp16, "fp32", plain, {1, 0}, Placement::plain),
      variant("mx.padded", e4m3, fp32, "e8m0", plain, {1, 32}, Placement::padded),
      variant("mx.swizzled", e4m3, bf16, "e8m0", plain, {1, 32}, Placement::swizzled),
      variant("nvfp4.reference", e2m1, fp32, "nvfp4_reference", reference, {1, 16}, Placement::plain),
      variant("nvfp4.kernel", e2m1, fp32, "nvfp4_kernel", kernel, {1, 16}, Placement::swizzled),
      variant("nvfp4.packed", e2m1, fp32, "nvfp4_reference", reference, {1, 16}, Placement::plain,
              ElementPacking::low_first),
      variant("mx.packed", e2m1, bf16, "e8m0", plain, {1, 32}, Placement::plain, ElementPacking::high_first),
      variant("nvfp4.torchao", e2m1, bf16, "nvfp4_torchao", torchao, {1, 16}, Placement::plain),
      variant("nvfp4.tiles", e2m1, bf16, "nvfp4_reference", reference, {16, 16}, Placement::plain),
  };
  for (const Format* q : {&e4m3, &e5m2, &e3m2, &e2m3, &e2m1})
    all.push_back(variant("mx", *q, fp32, "e8m0", plain, {1, 32}, Placement::plain));
  return all;
}

}  // namespace ulpgate::host
