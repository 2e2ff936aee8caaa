#pragma once
// Memory that an implementation works on: poisoned before a call, guarded on both sides.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ulpgate {

/// Fills an output before a call. Two of them tell an element that was not written from one that was.
inline constexpr std::uint8_t first_poison = 0xA5;
inline constexpr std::uint8_t second_poison = 0x5A;

class GuardedBuffer {
 public:
  static constexpr std::size_t guard_bytes = 4096;

  /// `bytes` of payload that start `offset` bytes past a 64-byte boundary.
  explicit GuardedBuffer(std::size_t bytes, std::size_t offset = 0);

  std::byte* data() { return storage_.data() + start_; }
  const std::byte* data() const { return storage_.data() + start_; }
  std::size_t size() const { return bytes_; }

  /// Sets every payload byte.
  void poison(std::uint8_t value);
  /// Where the first guard byte that changed lies, in bytes from the payload's start (negative: before it).
  /// nullopt: intact.
  std::optional<std::ptrdiff_t> broken_guard() const;
  /// Makes guards whole again after a report.
  void reset_guards();

 private:
  bool guards_hold() const;
  static std::uint8_t guard_value(std::size_t position) {
    return static_cast<std::uint8_t>(position * 73 + 29);
  }

  std::vector<std::byte> storage_;
  std::size_t start_;
  std::size_t bytes_;
};

/// "wrote 12 bytes past the end" / "wrote 4 bytes before the beginning", from broken_guard().
std::string describe_broken_guard(std::ptrdiff_t where, std::size_t payload_bytes);

}  // namespace ulpgate
