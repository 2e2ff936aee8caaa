#include "reference/oracles/gemm/sliced_panels.h"

#include <array>

#include "reference/oracles/gemm/kernels.h"

namespace ulpgate::products {
namespace {

/// Some elements of one line in slices, as many as a block has.
struct Run {
  std::array<std::array<double, longest_slice_block>, most_slices> parts;

  double* part(int p) { return parts[static_cast<std::size_t>(p)].data(); }

  void cut(const Lines& lines, std::int64_t line, std::int64_t k, std::int64_t length, const Slices& slices) {
    const ProductKernels& kernels = product_kernels();
    std::int64_t integers[longest_slice_block];
    kernels.to_integers(lines.significands_of(line) + k, lines.exponents_of(line) + k,
                        lines.ranges[static_cast<std::size_t>(line)].low, length, integers);
    for (int p = 0; p + 1 < slices.count; ++p) kernels.split_integers(integers, length, slices.bits, part(p));
    kernels.to_doubles(integers, length, part(slices.count - 1));
    if (!slices.with_sum) return;
    for (std::int64_t t = 0; t < length; ++t) part(2)[t] = part(0)[t] + part(1)[t];
  }

  void clear(std::int64_t length) {
    for (auto& p : parts) std::fill_n(p.begin(), length, 0.0);
  }
};

}  // namespace

SlicedPanels::SlicedPanels(const PanelLayout& l, const Slices& s)
    : layout(l), slices(s), values(make_storage<double>(static_cast<std::size_t>(l.size() * s.matrices()))) {}

void SlicedPanels::pack(std::int64_t panel, const Lines& lines, std::int64_t first, std::int64_t end) {
  Run run;
  pack_panel(layout, panel, first, end,
             [&](std::int64_t places, std::int64_t line, std::int64_t k, std::int64_t length) {
               if (line < 0) {
                 run.clear(length);
               } else {
                 run.cut(lines, line, k, length, slices);
               }
               for (int m = 0; m < slices.matrices(); ++m) {
                 double* const out = values.get() + m * layout.size() + places;
                 const double* const part = run.part(m);
                 for (std::int64_t t = 0; t < length; ++t) out[t * layout.width] = part[t];
               }
             });
}

}  // namespace ulpgate::products
