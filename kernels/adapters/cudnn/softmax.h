#pragma once
// Calls of cuDNN's softmax.
#include "kernels/adapters/cudnn/objects.h"
#include "kernels/adapters/cudnn/variants.h"
#include "kernels/device/stream.h"

namespace ulpgate::cudnn {

/// `call` must be served by the variant's offer. Throws CudnnError and device::CudaError.
Reply run_softmax(const Variant& variant, const Call& call, const Handle& handle,
                  const device::Stream& stream);

}  // namespace ulpgate::cudnn
