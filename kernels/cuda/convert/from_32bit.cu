// Conversions from formats of 32 bits.
#include "kernels/cuda/convert/rows.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

std::span<const ConvertRow> convert_rows_fp32() { return rows_from<formats::fp32>(); }
std::span<const ConvertRow> convert_rows_tf32() { return rows_from<formats::tf32>(); }
std::span<const ConvertRow> convert_rows_int32() { return rows_from<formats::int32>(); }

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
