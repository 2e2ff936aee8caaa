#pragma once
// The record of a kernel's format.
#include "kernels/cuda/element_format.h"
#include "reference/formats/format.h"

namespace ulpgate::cuda {

const Format& format_of(ElementFormat f);

}  // namespace ulpgate::cuda
