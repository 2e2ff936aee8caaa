#pragma once
// The combinations that cublasLtMatmul is called with. Source: cuBLAS documentation, cublasLtMatmul, tables
// of supported types; compute type CUBLAS_COMPUTE_32F and its fast form, alpha and beta in fp32.
#include <cstddef>
#include <cublasLt.h>
#include <string>
#include <vector>

#include "kernels/api/implementation.h"

namespace ulpgate::cublaslt {

struct Variant {
  Offer offer;
  cublasComputeType_t compute;
  const Format* a;
  const Format* b;
  const Format* d;
  bool bias = false;
  bool scaled = false;        ///< one fp32 factor for each operand
  bool fast_accum = false;    ///< CUBLASLT_MATMUL_DESC_FAST_ACCUM
  std::size_t workspace = 0;  ///< bytes that an algorithm may use
};

inline constexpr std::size_t largest_workspace = std::size_t{32} << 20;

cudaDataType_t type_of(const Format& format);

/// `architecture`: of the device, "sm_90", or empty; claims depend on it.
std::vector<Variant> variants(const std::string& architecture);

}  // namespace ulpgate::cublaslt
