#pragma once
// A block's shared memory: what the launch asks for, then each declared array when a thread first comes to
// it.
//
// Declared arrays of a kernel may have 48 KiB together on every architecture (CUDA C++ Programming Guide,
// compute capabilities: more is dynamic, and opted in to).
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "ulpgate/simt/runtime.h"

namespace simt::detail {

class SharedMemory {
 public:
  static constexpr std::size_t static_limit = std::size_t{48} << 10;

  explicit SharedMemory(std::size_t limit);

  /// A new block. Everything holds poison.
  void reset(std::size_t dynamic_bytes, std::uint8_t poison);
  std::byte* dynamic() const { return memory_.get(); }
  /// The array of that tag; nullptr where it would not fit.
  void* array(const SharedTag& tag, std::size_t bytes, std::size_t alignment);

  struct Area {
    std::byte* begin;
    std::byte* end;
    const SharedTag* tag;  ///< nullptr: dynamic
  };
  std::span<const Area> areas() const { return areas_; }
  /// Everything that could be an area, and the gaps between them.
  const std::byte* begin() const { return memory_.get(); }
  const std::byte* end() const { return memory_.get() + capacity_; }
  std::uint8_t poison() const { return poison_; }
  /// Of a block, dynamic and declared.
  std::size_t limit() const { return limit_; }

 private:
  void close(std::size_t from, std::size_t to);
  void open(std::size_t from, std::size_t to);

  struct Free {
    void operator()(std::byte* memory) const;
  };
  std::size_t limit_;
  std::size_t capacity_;
  std::unique_ptr<std::byte, Free> memory_;
  std::vector<Area> areas_;
  std::size_t used_ = 0;  ///< with gaps
  std::size_t dynamic_ = 0;
  std::size_t declared_ = 0;  ///< without gaps
  std::uint8_t poison_ = 0;
};

}  // namespace simt::detail
