// Conversions from formats narrower than 8 bits.
#include "kernels/cuda/convert/rows.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

std::span<const ConvertRow> convert_rows_e3m2() { return rows_from<formats::e3m2>(); }
std::span<const ConvertRow> convert_rows_e2m3() { return rows_from<formats::e2m3>(); }
std::span<const ConvertRow> convert_rows_e2m1() { return rows_from<formats::e2m1>(); }

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
