#pragma once
// Inputs on which published implementations went wrong, from fixtures/witnesses/gemm.json.
//
// The file is a list of cases with values instead of codes, so that one serves every offer whose formats hold
// its values:
//   {"source": "who reported it", "batch", "m", "n", "k", "alpha", "beta",
//    "a": [..], "b": [..], "c": [..],
//    "planted": [{"tensor": "a", "row", "column", "value"}],
//    "inputs": ["fp32", ..], "alarming_c": true, "in_place": true,
//    "a_layout": {"transposed": true, "batch_pad": 4, ..}, ..}
// Tensors are dense, row-major, numbers or "NaN", "Inf", "-Inf"; one number stands for all elements. `inputs`
// are the formats of A that a case is meant for; all when left out.
#include <string>
#include <string_view>
#include <vector>

#include "suites/gemm/gemm_case.h"

namespace ulpgate::gemm {

/// Those that the offer's formats can hold.
std::vector<GemmCase> known_cases(const GemmOffer& offer);

/// Throws report::InputError naming `name`, the entry and the reason. For tests; known_cases reads the
/// embedded file.
std::vector<GemmCase> known_cases(const GemmOffer& offer, std::string_view text, const std::string& name);

}  // namespace ulpgate::gemm
