#pragma once
// Tables of conversions, one for each source format.
#include <array>
#include <span>

#include "kernels/cuda/convert/convert.h"
#include "kernels/cuda/convert/kernel.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

struct ConvertRow {
  const Format* from;
  const Format* to;
  simt::Error (*launch)(const ConvertProblem& problem, simt::Stream stream);
};

/// Blocks for `work` iterations; where they are many, threads take more than one.
struct ConvertGrid {
  explicit ConvertGrid(std::int64_t work) {
    constexpr std::int64_t most_threads = 256, most_blocks = 4096;
    threads = work < most_threads ? static_cast<unsigned>(work + 31) / 32 * 32 : most_threads;
    const std::int64_t needed = (work + threads - 1) / threads;
    blocks = static_cast<unsigned>(needed < most_blocks ? needed : most_blocks);
  }
  unsigned threads, blocks;
};

template <class From, class To, class Steps = ConvertSteps>
simt::Error launch_conversion(const ConvertProblem& p, simt::Stream stream) {
  const ConvertArguments arguments{p.source, p.target, p.count, p.source_stride, p.target_stride, p.rule};
  if (p.vectors && p.source_stride == 1 && p.target_stride == 1) {
    // One more for the edges of what is no whole number of packs.
    const ConvertGrid grid(p.count / pack_lanes<From, To> + 1);
    return simt::launch("convert_vectors", convert_vectors<From, To, Steps>, dim3(grid.blocks),
                        dim3(grid.threads), 0, stream, arguments);
  }
  const ConvertGrid grid(p.count);
  return simt::launch("convert_elements", convert_elements<From, To, Steps>, dim3(grid.blocks),
                      dim3(grid.threads), 0, stream, arguments);
}

template <const Format& FROM, const Format&... TO>
constexpr auto make_rows() {
  return std::array{ConvertRow{&FROM, &TO, launch_conversion<Element<FROM>, Element<TO>>}...};
}

/// To every format that is not an integer. Of the source to itself: NaN becomes quiet, padding zero.
template <const Format& FROM>
std::span<const ConvertRow> rows_from() {
  namespace f = formats;
  static constexpr auto rows =
      make_rows<FROM, f::fp64, f::fp32, f::tf32, f::fp16, f::bf16, f::e4m3, f::e5m2, f::e4m3fnuz, f::e5m2fnuz,
                f::e3m2, f::e2m3, f::e2m1, f::e8m0, f::ue4m3>();
  return rows;
}

std::span<const ConvertRow> convert_rows_fp64();
std::span<const ConvertRow> convert_rows_fp32();
std::span<const ConvertRow> convert_rows_tf32();
std::span<const ConvertRow> convert_rows_fp16();
std::span<const ConvertRow> convert_rows_bf16();
std::span<const ConvertRow> convert_rows_e4m3();
std::span<const ConvertRow> convert_rows_e5m2();
std::span<const ConvertRow> convert_rows_e4m3fnuz();
std::span<const ConvertRow> convert_rows_e5m2fnuz();
std::span<const ConvertRow> convert_rows_e3m2();
std::span<const ConvertRow> convert_rows_e2m3();
std::span<const ConvertRow> convert_rows_e2m1();
std::span<const ConvertRow> convert_rows_e8m0();
std::span<const ConvertRow> convert_rows_ue4m3();
std::span<const ConvertRow> convert_rows_int32();
std::span<const ConvertRow> convert_rows_int64();

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
