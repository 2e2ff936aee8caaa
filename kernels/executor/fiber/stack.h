#pragma once
#include <cstddef>

namespace simt::detail {

/// Memory for a fiber's stack, with memory below it that nobody can touch: an overflow by less than
/// 64 KiB ends the process.
class Stack {
 public:
  /// Throws std::bad_alloc.
  explicit Stack(std::size_t bytes);
  ~Stack();
  Stack(const Stack&) = delete;
  Stack& operator=(const Stack&) = delete;

  std::byte* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

 private:
  std::byte* data_ = nullptr;
  std::size_t bytes_;
  std::size_t guard_;
};

}  // namespace simt::detail
