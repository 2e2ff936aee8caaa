#pragma once
// Calls of our kernels on executors.
#include "kernels/adapters/simt/executors.h"
#include "kernels/cuda/convert/offers.h"
#include "kernels/cuda/gemm/offers.h"
#include "kernels/cuda/mma/offers.h"
#include "kernels/cuda/quantize/variant.h"
#include "kernels/cuda/rows/variant.h"

namespace ulpgate::simt_adapter {

/// `call` must be served by the variant's offer; `architecture` is 90 for sm_90.
Reply run_convert(const cuda::ConvertVariant& variant, const Call& call, Executors& executors);
Reply run_mma(const cuda::MmaVariant& variant, int architecture, const Call& call, Executors& executors);
Reply run_gemm(const cuda::GemmVariant& variant, int architecture, const Call& call, Executors& executors);
Reply run_rows(const cuda::RowsVariant& variant, const Call& call, Executors& executors);
Reply run_blocks(const cuda::BlocksVariant& variant, const Call& call, Executors& executors);

}  // namespace ulpgate::simt_adapter
