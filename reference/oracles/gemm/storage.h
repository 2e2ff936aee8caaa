#pragma once
// Uninitialised arrays. Large ones ask for large pages: touching new memory page by page takes a good part of
// the time in which a large product is computed.
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <type_traits>

namespace ulpgate::products {

struct FreeStorage {
  void operator()(void* memory) const { std::free(memory); }
};

template <typename T>
using Storage = std::unique_ptr<T[], FreeStorage>;

/// Throws std::bad_alloc.
void* allocate_storage(std::size_t bytes);

template <typename T>
Storage<T> make_storage(std::size_t count) {
  static_assert(std::is_trivially_default_constructible_v<T> && std::is_trivially_destructible_v<T>);
  return Storage<T>(static_cast<T*>(allocate_storage(count * sizeof(T))));
}

}  // namespace ulpgate::products
