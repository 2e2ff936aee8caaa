#pragma once
// Calls of our kernels on the device.
#include "kernels/cuda/convert/offers.h"
#include "kernels/cuda/gemm/offers.h"
#include "kernels/cuda/mma/offers.h"
#include "kernels/cuda/quantize/variant.h"
#include "kernels/cuda/rows/variant.h"
#include "kernels/device/stream.h"

namespace ulpgate::cuda_kernels {

/// `call` must be served by the variant's offer; `architecture` is 90 for sm_90. They throw
/// device::CudaError.
Reply run_convert(const cuda::ConvertVariant& variant, const Call& call, const device::Stream& stream);
Reply run_mma(const cuda::MmaVariant& variant, int architecture, const Call& call,
              const device::Stream& stream);
Reply run_gemm(const cuda::GemmVariant& variant, int architecture, const Call& call,
               const device::Stream& stream);
Reply run_rows(const cuda::RowsVariant& variant, const Call& call, const device::Stream& stream);
Reply run_blocks(const cuda::BlocksVariant& variant, const Call& call, const device::Stream& stream);

}  // namespace ulpgate::cuda_kernels
