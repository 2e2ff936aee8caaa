#pragma once
// The memory that a watched process and its watcher share.
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace ulpgate {

enum class TraceState : std::uint32_t { idle, judging, in_call };

/// One thread's part. Pages that nothing was written to cost nothing.
struct TraceSlot {
  static constexpr std::size_t bytes = std::size_t{1} << 20;
  static constexpr std::size_t call_bytes = 512;

  std::atomic<std::uint32_t> taken;
  std::atomic<TraceState> state;
  std::atomic<std::int64_t> since_ns;  ///< CLOCK_MONOTONIC at the last change of state
  std::atomic<std::uint64_t> calls;    ///< of this subject
  std::atomic<std::uint32_t> call_length, text_length, json_length, code_count;
  char call[call_bytes];
  char subject[bytes - 1024];  ///< text, then JSON, then codes of 8 bytes
};
static_assert(sizeof(TraceSlot) <= TraceSlot::bytes);

struct TraceMemory {
  static constexpr std::uint32_t right_mark = 0x754C5031;
  static constexpr std::size_t slot_count = 128;

  std::uint32_t mark;
  std::atomic<std::uint32_t> finished;
  alignas(4096) TraceSlot slots[slot_count];
};

}  // namespace ulpgate
