#pragma once
// Calls of the offers in variants.h.
#include "kernels/adapters/model/variants.h"
#include "kernels/api/implementation.h"

namespace ulpgate::model {

/// `call` must be served by variant.offer.
Reply run_mma(const MmaVariant& variant, const Call& call);
Reply run_gemm(const GemmVariant& variant, const Call& call);

}  // namespace ulpgate::model
