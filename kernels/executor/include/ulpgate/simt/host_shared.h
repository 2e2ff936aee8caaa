#pragma once
// Shared memory.
#include <cstddef>
#include <type_traits>

#include "ulpgate/simt/runtime.h"

namespace simt::detail {

template <typename Array>
Array& shared(const SharedTag& tag, const Site& site = Site::current()) {
  static_assert(std::is_trivially_default_constructible_v<std::remove_all_extents_t<Array>>,
                "shared memory is not initialised");
  return *static_cast<Array*>(shared_array(tag, sizeof(Array), alignof(Array), site));
}

}  // namespace simt::detail

/// SIMT_SHARED(float, tile, [32][33]);  SIMT_SHARED(int, count, );
#define SIMT_SHARED(type, name, ...)                                \
  using simt_array_##name = type __VA_ARGS__;                       \
  static constinit ::simt::detail::SharedTag simt_tag_##name{       \
      #name, sizeof(std::remove_all_extents_t<simt_array_##name>)}; \
  simt_array_##name& name = ::simt::detail::shared<simt_array_##name>(simt_tag_##name)

/// type* name: the block's dynamic shared memory, aligned to 1024 bytes.
#define SIMT_DYNAMIC_SHARED(type, name) \
  type* const name = static_cast<type*>(::simt::detail::dynamic_shared())
