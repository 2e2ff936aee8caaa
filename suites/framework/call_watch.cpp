#include "suites/framework/call_watch.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

#include "reports/record/error.h"
#include "suites/framework/text.h"

namespace ulpgate {
namespace {

std::chrono::nanoseconds since(const TraceSlot& slot) {
  return std::chrono::steady_clock::now().time_since_epoch() -
         std::chrono::nanoseconds(slot.since_ns.load(std::memory_order_relaxed));
}

/// The memory was in the reach of what is under test: nothing in it is trusted.
std::string text_at(const char* room, std::size_t size, std::size_t from, std::size_t length) {
  from = std::min(from, size);
  return std::string(room + from, std::min(length, size - from));
}

}  // namespace

CallWatch::CallWatch() {
  file_ = memfd_create("ulpgate-calls", MFD_CLOEXEC);
  if (file_ >= 0 && ftruncate(file_, off_t{sizeof(TraceMemory)}) == 0) {
    void* at = mmap(nullptr, sizeof(TraceMemory), PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
    if (at != MAP_FAILED) memory_ = static_cast<TraceMemory*>(at);
  }
  if (memory_ == nullptr) {
    const int error = errno;
    if (file_ >= 0) close(file_);
    throw report::InputError(std::string("memory to watch a process with: ") + std::strerror(error));
  }
  memory_->mark = TraceMemory::right_mark;
}

CallWatch::~CallWatch() {
  munmap(memory_, sizeof(TraceMemory));
  close(file_);
}

void CallWatch::clear() {
  memory_->mark = TraceMemory::right_mark;
  memory_->finished.store(0);
  for (TraceSlot& slot : memory_->slots) {
    if (slot.taken.load() == 0 && slot.state.load() == TraceState::idle) continue;
    slot.taken.store(0);
    slot.state.store(TraceState::idle);
  }
}

std::vector<Doing> CallWatch::doing() const {
  std::vector<Doing> all;
  for (const TraceSlot& slot : memory_->slots) {
    const TraceState state = slot.state.load(std::memory_order_acquire);
    if (state == TraceState::idle) continue;
    Doing d;
    d.in_call = state == TraceState::in_call;
    d.time = since(slot);
    d.calls = slot.calls.load();
    d.call = excerpt(text_at(slot.call, sizeof slot.call, 0, slot.call_length.load()), sizeof slot.call);
    const std::size_t text = slot.text_length.load();
    d.subject = excerpt(text_at(slot.subject, sizeof slot.subject, 0, text), 1000);
    d.json = text_at(slot.subject, sizeof slot.subject, text, slot.json_length.load());
    const std::string codes = text_at(slot.subject, sizeof slot.subject, text + d.json.size(),
                                      std::size_t{slot.code_count.load()} * sizeof(std::uint64_t));
    d.codes.resize(codes.size() / sizeof(std::uint64_t));
    // memcpy takes no null pointer, not even for no bytes.
    if (!d.codes.empty()) std::memcpy(d.codes.data(), codes.data(), d.codes.size() * sizeof(std::uint64_t));
    all.push_back(std::move(d));
  }
  std::stable_sort(all.begin(), all.end(), [](const Doing& a, const Doing& b) {
    return a.in_call != b.in_call ? a.in_call : a.time > b.time;
  });
  return all;
}

std::chrono::nanoseconds CallWatch::longest_call() const {
  std::chrono::nanoseconds longest{0};
  for (const TraceSlot& slot : memory_->slots) {
    if (slot.taken.load() == 0) continue;
    const auto began = slot.since_ns.load();
    if (slot.state.load(std::memory_order_acquire) != TraceState::in_call) continue;
    // Only where no other call began between the two reads.
    const auto time = since(slot);
    if (slot.since_ns.load() == began) longest = std::max(longest, time);
  }
  return longest;
}

std::string where_text(const Doing& d) {
  if (!d.in_call)
    return d.calls == 0 ? "before its first call" : "after " + std::to_string(d.calls) + " call(s)";
  if (d.calls <= 1 && d.subject.empty()) return "in " + d.call;
  return "in call " + std::to_string(d.calls) + ", " + d.call;
}

}  // namespace ulpgate
