#pragma once
// For adapters: one element function becomes an implementation of `convert`.
//
// An entry point is a struct with
//   using From = ...; using To = ...;    element types in memory
//   static To apply(From);
// and convert_elements<EntryPoint>(call) runs it over the call's two tensors, whatever their strides.
#include <cstdint>
#include <cstring>

#include "kernels/api/implementation.h"

namespace ulpgate {

template <typename EntryPoint>
Reply convert_elements(const Call& call) {
  using From = typename EntryPoint::From;
  using To = typename EntryPoint::To;
  const Tensor& from = call.tensors[0];
  const Tensor& to = call.tensors[1];
  const std::int64_t count = from.shape[0];
  const auto* source = static_cast<const From*>(from.data);
  auto* target = static_cast<To*>(to.data);
  if (from.strides[0] == 1 && to.strides[0] == 1) {
    for (std::int64_t i = 0; i < count; ++i) target[i] = EntryPoint::apply(source[i]);
    return {};
  }
  for (std::int64_t i = 0; i < count; ++i) {
    target[i * to.strides[0]] = EntryPoint::apply(source[i * from.strides[0]]);
  }
  return {};
}

}  // namespace ulpgate
