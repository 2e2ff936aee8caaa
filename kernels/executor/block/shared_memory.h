#pragma once
// A block's shared memory: what the launch asks for, then each declared array when a thread first comes to
// it.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace simt::detail {

class SharedMemory {
 public:
  explicit SharedMemory(std::size_t limit);

  /// A new block. Everything holds poison.
  void reset(std::size_t dynamic_bytes, std::uint8_t poison);
  std::byte* dynamic() const { return memory_.get(); }
  /// The array of that tag; nullptr where it would not fit.
  void* array(const void* tag, std::size_t bytes, std::size_t alignment);

  struct Area {
    std::byte* begin;
    std::byte* end;
    const void* tag;
  };
  std::span<const Area> areas() const { return areas_; }
  /// Everything that could be an area, and the gaps between them.
  const std::byte* begin() const { return memory_.get(); }
  const std::byte* end() const { return memory_.get() + capacity_; }
  std::uint8_t poison() const { return poison_; }

 private:
  void close(std::size_t from, std::size_t to);
  void open(std::size_t from, std::size_t to);

  struct Free {
    void operator()(std::byte* memory) const;
  };
  std::size_t capacity_;
  std::unique_ptr<std::byte, Free> memory_;
  std::vector<Area> areas_;
  std::size_t used_ = 0;
  std::uint8_t poison_ = 0;
};

}  // namespace simt::detail
