#pragma once
// oneDNN's softmax, log-softmax and layer normalization.
#include <oneapi/dnnl/dnnl.hpp>
#include <vector>

#include "kernels/api/row_call.h"

namespace ulpgate::onednn {

/// A primitive with its claims, for one format.
struct RowVariant {
  Offer offer;
  dnnl::memory::data_type type;  ///< of x and y
};

std::vector<RowVariant> row_variants(const dnnl::engine& engine);

/// Status::unsupported, with the reason, where the library has no implementation. `call` must be served by
/// the variant's offer.
Reply run_rows(const dnnl::engine& engine, const RowVariant& variant, const RowCall& call);

}  // namespace ulpgate::onednn
