#pragma once
// Which block wrote known global memory last, and whether it has had a fence since.
//
// What one block writes and another reads in the same launch has to be published: by __threadfence() after
// the write, then by something that tells the other block, such as an atomic operation. Here a read is told
// of that comes before any thread of the writing block has had a fence, which nothing could make right. Left
// alone are atomic and volatile accesses, which flags are made of; and whether the other block was told, and
// whether barriers order the write before the fence, is not looked at. Not told, either, is which of two
// writes is last.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <vector>

namespace simt::detail {

/// Memory that kernels may use.
struct Known {
  const std::byte* begin;
  const std::byte* end;
  std::size_t guard;
};

class GlobalWrites {
 public:
  /// A new launch. With one block there is nothing to watch.
  void begin(const std::vector<Known>& known, std::size_t blocks);

  // By any worker at any time; a block is known by its number.
  void fence(std::size_t block);
  void wrote(const std::byte* memory, std::size_t bytes, std::size_t block);
  /// Another block that wrote some of these bytes, and has had no fence since.
  std::optional<std::size_t> unfenced_writer(const std::byte* memory, std::size_t bytes,
                                             std::size_t block) const;

 private:
  struct Free {
    void operator()(std::uint64_t* cells) const { std::free(cells); }
  };
  struct Area {
    const std::byte* begin;
    const std::byte* end;
    /// For each byte, as cell() makes them; 0 and those of other launches: nobody. Pages that were never
    /// written take no memory. nullptr where it was refused.
    std::unique_ptr<std::uint64_t, Free> cells;
  };
  std::uint64_t cell(std::size_t block) const;
  std::uint64_t* cells_of(const std::byte* memory, std::size_t bytes) const;

  std::vector<Area> areas_;
  std::vector<std::uint32_t> fences_;  ///< of each block
  std::uint64_t launch_ = 0;
};

}  // namespace simt::detail
