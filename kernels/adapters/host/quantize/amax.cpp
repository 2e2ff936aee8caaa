// amax.
#include "kernels/adapters/host/quantize/blocks.h"
#include "kernels/adapters/host/quantize/variant.h"

namespace ulpgate::host {
namespace {

BlockVariant variant(const char* name, const Format& x, const BlockSize& block, bool nan_wins, bool before) {
  Formats formats{{"x", std::string(x.name)}};
  if (before) formats.emplace_back("before", "fp32");
  formats.emplace_back("amax", "fp32");
  const Claims claims{{"block", text_of(block)}, {"amax_nan", nan_wins ? "propagates" : "ignored"}};
  return {Offer{"amax", name, formats, claims, {{"function", "amax in plain C++"}}},
          [=](const BlockCall& call) {
            const BlockView& in = call.view("x");
            const BlockView& out = call.view("amax");
            for (std::int64_t r = 0; r < blocks_along(in.rows, block.rows); ++r) {
              for (std::int64_t c = 0; c < blocks_along(in.columns, block.columns); ++c) {
                float most = before ? larger(0, number_at(call.view("before"), r, c), nan_wins) : 0;
                for_each_in_block(in, block, r, c, [&](std::int64_t row, std::int64_t column) {
                  most = larger(most, number_at(in, row, column), nan_wins);
                });
                put(out, r, c, most);
              }
            }
            return Reply{};
          },
          block};
}

}  // namespace

std::vector<BlockVariant> amax_variants() {
  using namespace formats;
  return {
      variant("tensor", fp32, {}, false, false),     variant("tensor", bf16, {}, false, false),
      variant("tensor", fp16, {}, true, false),      variant("merged", fp32, {}, false, true),
      variant("blocks", fp32, {1, 128}, true, true), variant("rows", bf16, {1, 0}, false, true),
      variant("columns", fp32, {0, 1}, true, false), variant("tiles", bf16, {128, 128}, false, false),
  };
}

}  // namespace ulpgate::host
