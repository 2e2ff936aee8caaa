#pragma once
// The tables for the device, each made in a file of its own: the templates are many.
#include <vector>

#include "kernels/adapters/cuda_headers/row.h"

namespace ulpgate::cuda_headers {

std::vector<Rows> device_tables_16bit();
std::vector<Rows> device_tables_8bit();
std::vector<Rows> device_tables_sub_byte();

}  // namespace ulpgate::cuda_headers
