// Conversions from formats of scales.
#include "kernels/cuda/convert/rows.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

std::span<const ConvertRow> convert_rows_e8m0() { return rows_from<formats::e8m0>(); }
std::span<const ConvertRow> convert_rows_ue4m3() { return rows_from<formats::ue4m3>(); }

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
