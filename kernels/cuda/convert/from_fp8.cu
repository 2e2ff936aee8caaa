// Conversions from formats of 8 bits with a sign.
#include "kernels/cuda/convert/rows.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

std::span<const ConvertRow> convert_rows_e4m3() { return rows_from<formats::e4m3>(); }
std::span<const ConvertRow> convert_rows_e5m2() { return rows_from<formats::e5m2>(); }
std::span<const ConvertRow> convert_rows_e4m3fnuz() { return rows_from<formats::e4m3fnuz>(); }
std::span<const ConvertRow> convert_rows_e5m2fnuz() { return rows_from<formats::e5m2fnuz>(); }

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
