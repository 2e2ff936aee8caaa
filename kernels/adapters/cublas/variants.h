#pragma once
// The combinations of types, compute type and math mode that cublasGemmEx and cublasGemmStridedBatchedEx are
// called with. Source: cuBLAS documentation, cublasGemmEx, table of supported types.
#include <cublas_v2.h>
#include <string>
#include <vector>

#include "kernels/api/implementation.h"

namespace ulpgate::cublas {

struct Variant {
  Offer offer;
  cublasComputeType_t compute;
  cublasMath_t math;
  cudaDataType_t input;
  cudaDataType_t output;
  const Format* alpha;
};

/// `architecture`: of the device, "sm_90", or empty; claims depend on it.
std::vector<Variant> variants(const std::string& architecture);

}  // namespace ulpgate::cublas
