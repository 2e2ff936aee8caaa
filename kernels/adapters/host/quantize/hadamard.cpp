// hadamard: four butterflies over groups of sixteen.
#include <array>

#include "kernels/adapters/host/quantize/blocks.h"
#include "kernels/adapters/host/quantize/variant.h"

namespace ulpgate::host {
namespace {

constexpr std::int64_t group = 16;
constexpr unsigned signs = 0xD7E8;

void transform(std::array<float, group>& v) {
  for (std::size_t i = 0; i < v.size(); ++i) {
    if ((signs >> i & 1) != 0) v[i] = -v[i];
  }
  for (std::size_t half = 1; half < v.size(); half *= 2) {
    for (std::size_t i = 0; i < v.size(); ++i) {
      if ((i & half) != 0) continue;
      const float a = v[i], b = v[i + half];
      v[i] = a + b;
      v[i + half] = a - b;
    }
  }
  for (float& x : v) x *= 0.25F;
}

BlockVariant variant(const Format& x, const Format& y) {
  return {Offer{"hadamard",
                "butterflies",
                {{"x", std::string(x.name)}, {"y", std::string(y.name)}},
                {{"signs", "0xd7e8"}, {"accumulator", "fp32"}},
                {{"function", "hadamard in plain C++"}}},
          [](const BlockCall& call) {
            const BlockView& in = call.view("x");
            const BlockView& out = call.view("y");
            if (in.columns % group != 0) return Reply{Status::unsupported, "rows are not groups of sixteen"};
            std::array<float, group> v;
            for (std::int64_t row = 0; row < in.rows; ++row) {
              for (std::int64_t first = 0; first < in.columns; first += group) {
                for (std::int64_t i = 0; i < group; ++i)
                  v[static_cast<std::size_t>(i)] = number_at(in, row, first + i);
                transform(v);
                for (std::int64_t i = 0; i < group; ++i)
                  store(*out.format, out.at(row, first + i),
                        static_cast<double>(v[static_cast<std::size_t>(i)]));
              }
            }
            return Reply{};
          }};
}

}  // namespace

std::vector<BlockVariant> hadamard_variants() {
  using namespace formats;
  return {variant(fp32, fp32), variant(bf16, bf16), variant(bf16, fp32), variant(fp16, fp16)};
}

}  // namespace ulpgate::host
