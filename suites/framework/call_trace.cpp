#include "suites/framework/call_trace.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "suites/framework/call_trace_memory.h"

namespace ulpgate {
namespace {

TraceMemory* memory = nullptr;
pid_t watched = 0;

/// A thread's slot, given back when the thread ends.
struct OwnSlot {
  TraceSlot* slot = nullptr;
  bool named = false;

  OwnSlot() {
    if (memory == nullptr) return;
    for (TraceSlot& s : memory->slots) {
      std::uint32_t free = 0;
      if (s.taken.compare_exchange_strong(free, 1)) {
        slot = &s;
        return;
      }
    }
  }
  ~OwnSlot() {
    if (slot != nullptr) slot->taken.store(0);
  }
};

OwnSlot& own() {
  thread_local OwnSlot slot;
  return slot;
}

void enter(TraceSlot& slot, TraceState state) {
  slot.since_ns.store(std::chrono::steady_clock::now().time_since_epoch().count(), std::memory_order_relaxed);
  slot.state.store(state, std::memory_order_release);
}

/// Text that is cut where the room ends.
class CallText {
 public:
  explicit CallText(char* room) : room_(room) {}

  CallText& operator<<(std::string_view text) {
    const std::size_t n = std::min(text.size(), TraceSlot::call_bytes - length_);
    std::memcpy(room_ + length_, text.data(), n);
    length_ += n;
    return *this;
  }
  CallText& operator<<(std::int64_t number) {
    char digits[24];
    const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
    return *this << std::string_view(digits, static_cast<std::size_t>(end - digits));
  }
  std::uint32_t length() const { return static_cast<std::uint32_t>(length_); }

 private:
  char* room_;
  std::size_t length_ = 0;
};

TraceSlot* begin_call() {
  if (memory == nullptr) return nullptr;
  TraceSlot* slot = own().slot;
  if (slot != nullptr) slot->calls.store(slot->calls.load(std::memory_order_relaxed) + 1);
  return slot;
}

}  // namespace

bool attach_call_trace() {
  const char* text = std::getenv(call_trace_variable);
  if (text == nullptr) return false;
  const int file = std::atoi(text);
  unsetenv(call_trace_variable);
  struct stat status {};
  if (file < 3 || fstat(file, &status) != 0 || status.st_size != off_t{sizeof(TraceMemory)}) return false;
  void* at = mmap(nullptr, sizeof(TraceMemory), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (at == MAP_FAILED) return false;
  auto* found = static_cast<TraceMemory*>(at);
  if (found->mark != TraceMemory::right_mark) return false;
  memory = found;
  watched = getpid();
  return true;
}

void mark_trace_finished() {
  if (memory != nullptr && getpid() == watched) memory->finished.store(1);
}

ScopedSubject::ScopedSubject(const std::function<Subject()>& subject) {
  if (memory == nullptr) return;
  OwnSlot& o = own();
  if (o.slot == nullptr || o.named) return;
  o.named = named_ = true;
  const Subject s = subject();
  TraceSlot& slot = *o.slot;
  const std::size_t text = std::min(s.text.size(), sizeof slot.subject);
  // Half a case is none.
  const bool fits = s.json.size() + s.codes.size_bytes() <= sizeof slot.subject - text;
  const std::size_t json = fits ? s.json.size() : 0;
  std::memcpy(slot.subject, s.text.data(), text);
  std::memcpy(slot.subject + text, s.json.data(), json);
  if (fits && !s.codes.empty()) std::memcpy(slot.subject + text + json, s.codes.data(), s.codes.size_bytes());
  slot.code_count.store(fits ? static_cast<std::uint32_t>(s.codes.size()) : 0);
  slot.text_length.store(static_cast<std::uint32_t>(text));
  slot.json_length.store(static_cast<std::uint32_t>(json));
  slot.calls.store(0);
  enter(slot, TraceState::judging);
}

ScopedSubject::~ScopedSubject() {
  if (!named_) return;
  own().named = false;
  enter(*own().slot, TraceState::idle);
}

ScopedCall::ScopedCall(const Call& call) {
  TraceSlot* slot = begin_call();
  if (slot == nullptr) return;
  CallText text(slot->call);
  text << call.operation << " " << call.variant << " of";
  for (const Tensor& tensor : call.tensors) {
    text << (&tensor == call.tensors.data() ? " " : ", ") << tensor.name << " ";
    for (const std::int64_t& extent : tensor.shape)
      text << (&extent == tensor.shape.data() ? "" : "x") << extent;
  }
  slot->call_length.store(text.length());
  enter(*slot, TraceState::in_call);
}

ScopedCall::ScopedCall(std::string_view what) {
  TraceSlot* slot = begin_call();
  if (slot == nullptr) return;
  CallText text(slot->call);
  text << what;
  slot->call_length.store(text.length());
  enter(*slot, TraceState::in_call);
}

ScopedCall::~ScopedCall() {
  if (memory == nullptr) return;
  if (getpid() != watched) _exit(0);
  if (own().slot != nullptr) enter(*own().slot, own().named ? TraceState::judging : TraceState::idle);
}

}  // namespace ulpgate
