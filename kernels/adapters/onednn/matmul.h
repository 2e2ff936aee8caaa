#pragma once
// oneDNN's matmul primitive for one set of formats.
#include <oneapi/dnnl/dnnl.hpp>
#include <string>

#include "kernels/api/gemm_call.h"

namespace ulpgate::onednn {

using DataType = dnnl::memory::data_type;

struct Types {
  DataType a, b, d;
};

/// The library's name for what it would run for a packed, row-major problem of 64 x 64 x 64; or why it has
/// nothing.
std::string implementation_name(const dnnl::engine& engine, const Types& types);

/// Any batch. Status::unsupported, with the reason, where the library has no implementation.
Reply run_matmul(const dnnl::engine& engine, const Types& types, const GemmCall& gemm);

}  // namespace ulpgate::onednn
