#pragma once
// Rows of tables of instructions' kernels.
#include <span>
#include <string_view>
#include <ulpgate/simt.h>

#include "kernels/cuda/mma/mma.h"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

struct MmaRow {
  MmaInstruction instruction;
  simt::Error (*launch)(const MmaProblem& problem, simt::Stream stream);
};

// The names that ulpgate has for formats and accumulators.
template <class T>
inline constexpr std::string_view format_name = {};
template <>
inline constexpr std::string_view format_name<simt::fp16> = "fp16";
template <>
inline constexpr std::string_view format_name<simt::bf16> = "bf16";
template <>
inline constexpr std::string_view format_name<simt::tf32> = "tf32";
template <>
inline constexpr std::string_view format_name<simt::e4m3> = "e4m3";
template <>
inline constexpr std::string_view format_name<simt::e5m2> = "e5m2";
template <>
inline constexpr std::string_view format_name<simt::int8> = "int8";
template <>
inline constexpr std::string_view format_name<simt::uint8> = "uint8";
template <>
inline constexpr std::string_view format_name<simt::fp64> = "fp64";
template <>
inline constexpr std::string_view format_name<float> = "fp32";
template <>
inline constexpr std::string_view format_name<int> = "int32";
template <>
inline constexpr std::string_view format_name<double> = "fp64";

inline constexpr int any_architecture = 1000;

// One table a file.
std::span<const MmaRow> mma_rows_16bit();
std::span<const MmaRow> mma_rows_fp8();
std::span<const MmaRow> mma_rows_int8();
std::span<const MmaRow> mma_rows_fp64();
std::span<const MmaRow> wgmma_rows();

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
