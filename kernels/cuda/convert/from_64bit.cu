// Conversions from formats of 64 bits.
#include "kernels/cuda/convert/rows.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

std::span<const ConvertRow> convert_rows_fp64() { return rows_from<formats::fp64>(); }
std::span<const ConvertRow> convert_rows_int64() { return rows_from<formats::int64>(); }

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
