#include "kernels/executor/checks/global_writes.h"

#include <algorithm>

namespace simt::detail {
namespace {

// A cell: the launch, the block, and how many fences it had had when it wrote.
constexpr unsigned fence_bits = 24;
constexpr unsigned block_bits = 24;
constexpr std::uint64_t launches = std::uint64_t{1} << (64 - fence_bits - block_bits);
constexpr std::uint32_t most_fences = (std::uint32_t{1} << fence_bits) - 1;
constexpr std::size_t most_blocks = std::size_t{1} << block_bits;

std::uint32_t load(const std::uint32_t& count) { return __atomic_load_n(&count, __ATOMIC_RELAXED); }

}  // namespace

void GlobalWrites::begin(const std::vector<Known>& known, std::size_t blocks) {
  if (blocks < 2 || blocks > most_blocks) {
    fences_.clear();
    return;
  }
  fences_.assign(blocks, 0);
  launch_ = (launch_ + 1) % launches;
  const bool same = std::ranges::equal(areas_, known, [](const Area& area, const Known& k) {
    return area.begin == k.begin && area.end == k.end;
  });
  // Numbers of launches come again: 0 is nobody's.
  if (same && launch_ != 0) return;
  launch_ = 1;
  areas_.clear();
  for (const Known& k : known) {
    const auto bytes = static_cast<std::size_t>(k.end - k.begin);
    areas_.push_back({k.begin, k.end, {}});
    areas_.back().cells.reset(static_cast<std::uint64_t*>(std::calloc(bytes, sizeof(std::uint64_t))));
  }
}

void GlobalWrites::fence(std::size_t block) {
  if (block >= fences_.size()) return;
  // A block runs on one thread, and only that one counts.
  const std::uint32_t count = load(fences_[block]);
  if (count < most_fences) __atomic_store_n(&fences_[block], count + 1, __ATOMIC_RELAXED);
}

std::uint64_t GlobalWrites::cell(std::size_t block) const {
  return launch_ << (block_bits + fence_bits) | std::uint64_t{block} << fence_bits | load(fences_[block]);
}

std::uint64_t* GlobalWrites::cells_of(const std::byte* memory, std::size_t bytes) const {
  for (const Area& area : areas_) {
    if (memory >= area.begin && memory + bytes <= area.end)
      return area.cells ? area.cells.get() + (memory - area.begin) : nullptr;
  }
  return nullptr;
}

void GlobalWrites::wrote(const std::byte* memory, std::size_t bytes, std::size_t block) {
  if (fences_.empty()) return;
  std::uint64_t* const cells = cells_of(memory, bytes);
  if (cells == nullptr) return;
  for (std::size_t i = 0; i < bytes; ++i) __atomic_store_n(&cells[i], cell(block), __ATOMIC_RELAXED);
}

std::optional<std::size_t> GlobalWrites::unfenced_writer(const std::byte* memory, std::size_t bytes,
                                                         std::size_t block) const {
  if (fences_.empty()) return std::nullopt;
  const std::uint64_t* const cells = cells_of(memory, bytes);
  if (cells == nullptr) return std::nullopt;
  for (std::size_t i = 0; i < bytes; ++i) {
    const std::uint64_t written = __atomic_load_n(&cells[i], __ATOMIC_RELAXED);
    if (written >> (block_bits + fence_bits) != launch_) continue;
    const std::size_t writer = written >> fence_bits & (most_blocks - 1);
    const auto fences = static_cast<std::uint32_t>(written & most_fences);
    if (writer != block && fences < most_fences && fences == load(fences_[writer])) return writer;
  }
  return std::nullopt;
}

}  // namespace simt::detail
