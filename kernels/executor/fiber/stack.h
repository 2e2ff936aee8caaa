#pragma once
#include <cstddef>

namespace simt::detail {

/// Memory for a fiber's stack, with memory below it that nobody can touch: an overflow by less than
/// 64 KiB ends the process.
class Stack {
 public:
  /// A little more than that; how much is the number's own. Throws std::bad_alloc.
  Stack(std::size_t bytes, unsigned number);
  ~Stack();
  Stack(const Stack&) = delete;
  Stack& operator=(const Stack&) = delete;

  std::byte* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

 private:
  std::byte* data_ = nullptr;
  std::size_t bytes_;
  std::size_t mapped_;  ///< with the guard
};

}  // namespace simt::detail
