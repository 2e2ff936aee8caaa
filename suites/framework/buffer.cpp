#include "suites/framework/buffer.h"

#include <algorithm>
#include <cstring>

namespace ulpgate {

GuardedBuffer::GuardedBuffer(std::size_t bytes, std::size_t offset)
    : storage_(bytes + offset + 2 * guard_bytes + 64), bytes_(bytes) {
  const auto base = reinterpret_cast<std::uintptr_t>(storage_.data()) + guard_bytes;
  const std::uintptr_t aligned = (base + 63) / 64 * 64 + offset;
  start_ = aligned - reinterpret_cast<std::uintptr_t>(storage_.data());
  reset_guards();
}

void GuardedBuffer::poison(std::uint8_t value) {
  if (bytes_ > 0) std::memset(data(), value, bytes_);
}

bool GuardedBuffer::guards_hold() const {
  // The pattern repeats every 256 bytes, so a guard is whole where its first 256 bytes are and every later
  // byte equals the one 256 before.
  const auto holds = [&](std::size_t first, std::size_t last) {
    constexpr std::size_t period = 256;
    const std::size_t head = std::min(last - first, period);
    for (std::size_t i = first; i < first + head; ++i) {
      if (storage_[i] != std::byte{guard_value(i)}) return false;
    }
    return last - first <= period ||
           std::memcmp(storage_.data() + first, storage_.data() + first + period, last - first - period) == 0;
  };
  return holds(0, start_) && holds(start_ + bytes_, storage_.size());
}

std::optional<std::ptrdiff_t> GuardedBuffer::broken_guard() const {
  if (guards_hold()) return std::nullopt;
  // Outwards from the payload: the nearest damage describes the fault.
  for (std::size_t i = start_ + bytes_; i < storage_.size(); ++i) {
    if (storage_[i] != std::byte{guard_value(i)})
      return static_cast<std::ptrdiff_t>(i) - static_cast<std::ptrdiff_t>(start_);
  }
  for (std::size_t i = start_; i-- > 0;) {
    if (storage_[i] != std::byte{guard_value(i)})
      return static_cast<std::ptrdiff_t>(i) - static_cast<std::ptrdiff_t>(start_);
  }
  return std::nullopt;
}

void GuardedBuffer::reset_guards() {
  for (std::size_t i = 0; i < start_; ++i) storage_[i] = std::byte{guard_value(i)};
  for (std::size_t i = start_ + bytes_; i < storage_.size(); ++i) storage_[i] = std::byte{guard_value(i)};
}

std::string describe_broken_guard(std::ptrdiff_t where, std::size_t payload_bytes) {
  if (where < 0) return "wrote " + std::to_string(-where) + " byte(s) before the beginning of the output";
  return "wrote past the end of the output, first at byte " +
         std::to_string(where - static_cast<std::ptrdiff_t>(payload_bytes)) + " beyond it";
}

}  // namespace ulpgate
