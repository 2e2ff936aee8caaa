#pragma once
// The second gradient of softmax, from its formula at 1000 bits; for finite inputs, and y = -infinity in
// log-softmax.
#include <vector>

#include "reference/oracles/softmax_backward.h"
#include "reference/twins/softmax.h"

namespace ulpgate {

std::vector<TwinReal> twin_softmax_backward(const SoftmaxBackwardRow& row);

}  // namespace ulpgate
