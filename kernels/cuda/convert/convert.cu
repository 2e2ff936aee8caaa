// Which kernel a conversion has.
#include "kernels/cuda/convert/rows.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {
namespace {

using Table = std::span<const ConvertRow> (*)();
constexpr Table tables[] = {
    convert_rows_fp64, convert_rows_fp32,  convert_rows_tf32,     convert_rows_fp16,
    convert_rows_bf16, convert_rows_e4m3,  convert_rows_e5m2,     convert_rows_e4m3fnuz,
    convert_rows_e3m2, convert_rows_e2m3,  convert_rows_e5m2fnuz, convert_rows_e2m1,
    convert_rows_e8m0, convert_rows_ue4m3, convert_rows_int32,    convert_rows_int64,
};

bool has_kernels(const Rule& rule) {
  return rule.rounding != Rounding::stochastic && rule.rounding != Rounding::e8m0_nearest_field &&
         rule.rounding != Rounding::e8m0_up_field;
}

}  // namespace

int launch_convert(const ConvertProblem& problem, void* stream) {
  if (!has_kernels(problem.rule)) return unsupported_conversion;
  for (const Table table : tables) {
    for (const ConvertRow& row : table()) {
      if (row.from != problem.from || row.to != problem.to) continue;
      return problem.count > 0 ? row.launch(problem, static_cast<simt::Stream>(stream)) : 0;
    }
  }
  return unsupported_conversion;
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
