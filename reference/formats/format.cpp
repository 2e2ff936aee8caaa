#include "reference/formats/format.h"

#include <array>

namespace ulpgate {

std::span<const Format* const> all_formats() {
  using namespace formats;
  static constexpr std::array<const Format*, 20> all{
      &fp64, &fp32, &tf32, &fp16,  &bf16,  &e4m3,  &e5m2, &e4m3fnuz, &e5m2fnuz, &e3m2,
      &e2m3, &e2m1, &e8m0, &ue4m3, &int32, &int64, &int8, &uint8,    &int4,     &uint4};
  return all;
}

const Format* find_format(std::string_view name) {
  for (const Format* f : all_formats()) {
    if (f->name == name) return f;
  }
  return nullptr;
}

}  // namespace ulpgate
