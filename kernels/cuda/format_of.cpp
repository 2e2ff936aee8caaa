#include "kernels/cuda/format_of.h"

namespace ulpgate::cuda {

const Format& format_of(ElementFormat f) {
  switch (f) {
    case ElementFormat::fp16:
      return formats::fp16;
    case ElementFormat::bf16:
      return formats::bf16;
    case ElementFormat::tf32:
      return formats::tf32;
    case ElementFormat::e4m3:
      return formats::e4m3;
    case ElementFormat::e5m2:
      return formats::e5m2;
    case ElementFormat::int8:
      return formats::int8;
    case ElementFormat::int32:
      return formats::int32;
    case ElementFormat::fp32:
      break;
  }
  return formats::fp32;
}

}  // namespace ulpgate::cuda
