#include "kernels/adapters/cudnn/variants.h"

#include <string>
#include <utility>

namespace ulpgate::cudnn {
namespace {

Claims claims(bool log, const char* algorithm, bool backward) {
  Claims c{{"accumulator", "fp32"}, {"subnormals", "flushed"}};
  if (!backward || log) c["exp"] = "2+1.173x";
  if (backward) return c;
  c["algorithm"] = algorithm;
  if (log) {
    c["log"] = "3";
    c["log_absolute"] = "-21";
  } else {
    c["division"] = "2";
  }
  return c;
}

Variant forward(const char* operation, const char* name, const char* algorithm, const Format& format,
                cudnnSoftmaxAlgorithm_t which) {
  const std::string f(format.name);
  return {{operation,
           name,
           {{"x", f}, {"y", f}},
           claims(which == CUDNN_SOFTMAX_LOG, algorithm, false),
           {{"function", "cudnnSoftmaxForward"}, {"errors", "not documented by cuDNN"}}},
          which};
}

Variant backward(const char* operation, const char* name, const Format& format,
                 cudnnSoftmaxAlgorithm_t which) {
  const std::string f(format.name);
  return {{operation,
           name,
           {{"y", f}, {"dy", f}, {"dx", f}},
           claims(which == CUDNN_SOFTMAX_LOG, "", true),
           {{"function", "cudnnSoftmaxBackward"}, {"errors", "not documented by cuDNN"}}},
          which,
          true};
}

}  // namespace

std::vector<Variant> variants() {
  std::vector<Variant> all;
  for (const Format* f : {&formats::fp32, &formats::fp16, &formats::bf16}) {
    all.push_back(forward("softmax", "accurate", "shifted", *f, CUDNN_SOFTMAX_ACCURATE));
    all.push_back(forward("softmax", "fast", "unshifted", *f, CUDNN_SOFTMAX_FAST));
    all.push_back(forward("log_softmax", "log", "subtract", *f, CUDNN_SOFTMAX_LOG));
    all.push_back(backward("softmax_backward", "accurate", *f, CUDNN_SOFTMAX_ACCURATE));
    all.push_back(backward("log_softmax_backward", "log", *f, CUDNN_SOFTMAX_LOG));
  }
  return all;
}

}  // namespace ulpgate::cudnn
