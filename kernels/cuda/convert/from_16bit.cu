// Conversions from formats of 16 bits.
#include "kernels/cuda/convert/rows.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

std::span<const ConvertRow> convert_rows_fp16() { return rows_from<formats::fp16>(); }
std::span<const ConvertRow> convert_rows_bf16() { return rows_from<formats::bf16>(); }

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
