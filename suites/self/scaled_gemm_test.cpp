// From wide numbers to a scaled product and back to real numbers: codes and scales that quantize makes are
// what gemm multiplies; the product is judged against the exact one of what it was given, and, with the
// bounds of both round trips, against that of the wide numbers.
#include <cmath>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

#include "kernels/api/registry.h"
#include "reference/bounds/quantize.h"
#include "reference/exact/exact.h"
#include "reference/formats/decode.h"
#include "reference/oracles/quantize.h"
#include "suites/gemm/judge.h"
#include "suites/gemm/runner.h"
#include "suites/quantize/property.h"

namespace ulpgate {
namespace {

using Codes = std::vector<std::uint64_t>;

/// Rows and columns of codes, with their axes exchanged.
Codes turned(const Codes& codes, std::int64_t rows, std::int64_t columns) {
  Codes out;
  for (std::int64_t c = 0; c < columns; ++c) {
    for (std::int64_t r = 0; r < rows; ++r) out.push_back(codes[static_cast<std::size_t>(r * columns + c)]);
  }
  return out;
}

/// {rows, k}, quantized along k.
struct Operand {
  std::int64_t rows = 0, k = 0;
  std::int64_t scale_rows = 0, scale_columns = 0;
  std::vector<double> x = {};
  std::vector<double> bounds = {};  ///< of the round trip of each
  Codes codes = {}, scales = {};
  double tensor_scale = 1;  ///< what a scale of a block still has to be multiplied with
};

struct Path {
  const char* name;
  const char* quantize;  ///< variant of host
  const char* quantize_b;
  const Format* q;
  const char* scales;
  const char* gemm;  ///< implementation
  const char* variant;
};

Operand operand_of(Implementation& host, const Path& path, const char* variant, std::int64_t rows,
                   std::int64_t k, std::uint64_t seed) {
  Operand out{.rows = rows, .k = k};
  for (const blocks::BlocksOffer& o : blocks::blocks_offers(host, "quantize")) {
    if (o.offer.variant != variant || o.format("q") != path.q || o.format("scales")->name != path.scales ||
        o.has("q_t"))
      continue;
    blocks::BlocksCase c;
    c.rows = rows;
    c.columns = k;
    c.family = blocks::Family::blocks;
    c.seed = seed;
    const blocks::Inputs inputs = expand(o, c);
    const blocks::Runner runner(host, o);
    const blocks::BlocksRun run = runner.run(c, inputs);
    EXPECT_EQ(run.reply.status, Status::ok);
    EXPECT_FALSE(judge_outputs(runner, c, inputs, run).fails());
    out.codes = run.outputs[o.place("q")];
    out.scales = run.outputs[o.place("scales")];
    const float global = o.has("global") ? blocks::numbers(formats::fp32, inputs[o.place("global")])[0] : 0;
    const quantize::Grid grid = quantize::grid_of(o.recipe.block, rows, k);
    out.scale_rows = grid.scale_rows;
    out.scale_columns = grid.scale_columns;
    const std::vector<float> x = blocks::numbers(*o.format("x"), inputs[0]);
    const auto scales = block_scales(o.recipe, grid, {.x = x, .global = global});
    for (std::int64_t i = 0; i < rows * k; ++i) {
      const auto at = static_cast<std::size_t>(i);
      const auto& s = scales[static_cast<std::size_t>(grid.block_of(i / k, i % k))];
      const double unit = code_unit(o.recipe, s.factor, s.stored, global);
      out.x.push_back(static_cast<double>(x[at]));
      out.bounds.push_back(round_trip_bound({&o.recipe, s.factor, unit}, x[at]));
    }
    // The scale 1 alone is worth what is left to multiply with.
    if (o.has("global")) out.tensor_scale = code_unit(o.recipe, 1, 0x38, global);
    return out;
  }
  ADD_FAILURE() << "host has no " << variant;
  return out;
}

bool takes(const gemm::GemmOffer& o, const Path& path, const Operand& a, const Operand& b) {
  const auto same = [](const Format* f, std::string_view name) {
    return f != nullptr && (f->name == name || (f->name == "ue4m3" && name == "e4m3"));
  };
  const gemm::ScaleShape of_a = scale_shape(o.a_block, a.rows, a.k),
                         of_b = scale_shape(o.b_block, b.k, b.rows);
  return o.unclaimed.empty() && (*path.variant == 0 || o.offer.variant == path.variant) && o.a == path.q &&
         o.b == path.q && o.d == &formats::fp32 && o.alpha == &formats::fp32 &&
         same(o.a_scale, path.scales) && same(o.b_scale, path.scales) && of_a.rows == a.scale_rows &&
         of_a.columns == a.scale_columns && of_b.rows == b.scale_columns && of_b.columns == b.scale_rows;
}

/// Judges D against both products.
void judge(const gemm::GemmOffer& o, const gemm::GemmCase& c, const gemm::GemmInputs& in, const Codes& d,
           const Operand& a, const Operand& b, const std::string& name) {
  const gemm::CaseJudge judge(o, c, in);
  const double tensor_scale = a.tensor_scale * b.tensor_scale;
  for (std::int64_t i = 0; i < c.m; ++i) {
    for (std::int64_t j = 0; j < c.n; ++j) {
      const std::uint64_t code = d[static_cast<std::size_t>(i * c.n + j)];
      const Acceptable acceptable = judge.acceptable(0, i, j);
      EXPECT_TRUE(std::isfinite(acceptable.error)) << name;
      ASSERT_TRUE(judge.judge(acceptable, code).accepted)
          << name << " (" << i << ", " << j << "): " << judge.explain(acceptable);
      Exact sum;
      double lost = 0;  // of x' y' - x y = x (y' - y) + y (x' - x) + (x' - x)(y' - y)
      for (std::int64_t k = 0; k < c.k; ++k) {
        const auto at_a = static_cast<std::size_t>(i * c.k + k), at_b = static_cast<std::size_t>(j * c.k + k);
        sum += Exact::from_double(a.x[at_a]) * Exact::from_double(b.x[at_b]);
        lost += std::fabs(a.x[at_a]) * b.bounds[at_b] + std::fabs(b.x[at_b]) * a.bounds[at_a] +
                a.bounds[at_a] * b.bounds[at_b];
      }
      // D is rounded to fp32 from within the bound of what is exact.
      const double value = to_double(formats::fp32, code);
      const double own = acceptable.error + 0x1p-23 * std::fabs(value) + 0x1p-149;
      const double error = std::fabs(value * tensor_scale - sum.to_double());
      // Some thousand operations in fp64: 2^-40 of everything in them.
      const double slack = 0x1p-40 * (std::fabs(sum.to_double()) + lost);
      EXPECT_LE(error, (own * tensor_scale + lost) * (1 + 0x1p-40) + slack)
          << name << " (" << i << ", " << j << ")";
      EXPECT_LT(lost, 1e300);
    }
  }
}

TEST(ScaledGemm, FromWideNumbersToTheirProduct) {
  const std::string control = "plugin:" + std::string(ULPGATE_PLUGINS_FOLDER) + "/gemm_control.so";
  const Path paths[] = {
      {"per tensor", "current", "current", &formats::e4m3, "fp32", control.c_str(), "scaled"},
      {"1x128 and 128x128", "blocks.rows", "tiles", &formats::e4m3, "fp32", control.c_str(), "blocks"},
      {"MXFP8", "mx", "mx", &formats::e4m3, "e8m0", "model-sm_100", ""},
      {"MXFP6", "mx", "mx", &formats::e3m2, "e8m0", "model-sm_100", ""},
      {"MXFP4", "mx", "mx", &formats::e2m1, "e8m0", "model-sm_100", ""},
      {"NVFP4", "nvfp4", "nvfp4", &formats::e2m1, "e4m3", "model-sm_100", ""},
  };
  const auto host = make_implementation("host");
  for (const Path& path : paths) {
    const std::int64_t m = 5, n = 140, k = 288;
    const Operand a = operand_of(*host, path, path.quantize, m, k, 1);
    const Operand b = operand_of(*host, path, path.quantize_b, n, k, 2);
    if (a.codes.empty() || b.codes.empty()) continue;
    const auto implementation = make_implementation(path.gemm);
    int judged = 0;
    for (const gemm::GemmOffer& o : gemm::gemm_offers(*implementation)) {
      if (!takes(o, path, a, b)) continue;
      gemm::GemmCase c;
      c.m = m;
      c.n = n;
      c.k = k;
      c.alpha = encode(formats::fp32, Exact::from_integer(1), Rule{}).code;
      const gemm::GemmInputs in{.a = a.codes,
                                .b = turned(b.codes, n, k),
                                .c = Codes(static_cast<std::size_t>(m * n), 0),
                                .bias = {},
                                .a_scale = a.scales,
                                .b_scale = turned(b.scales, b.scale_rows, b.scale_columns)};
      const gemm::GemmRun run = gemm::Runner(*implementation, o).run(c, in);
      ASSERT_EQ(run.reply.status, Status::ok) << path.name << ": " << run.reply.message;
      judge(o, c, in, run.d, a, b, path.name);
      ++judged;
    }
    EXPECT_GT(judged, 0) << path.name << ": no gemm takes it";
  }
}

}  // namespace
}  // namespace ulpgate
