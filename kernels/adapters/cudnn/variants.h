#pragma once
// The combinations that cuDNN's softmax is called with. Source: cuDNN API reference, cudnn_ops,
// cudnnSoftmaxForward and cudnnSoftmaxBackward, mode CUDNN_SOFTMAX_MODE_CHANNEL.
//
// The documentation says that ACCURATE and LOG subtract the maximum and FAST does not, and that scaling
// parameters are fp32 for tensors up to fp32. It states no errors of functions: claimed is the widest that
// the CUDA C++ Programming Guide has for them (__expf, __logf, __fdividef), with subnormals lost.
#include <cudnn.h>
#include <vector>

#include "kernels/api/implementation.h"

namespace ulpgate::cudnn {

struct Variant {
  Offer offer;
  cudnnSoftmaxAlgorithm_t algorithm;
  bool backward = false;
};

std::vector<Variant> variants();

}  // namespace ulpgate::cudnn
