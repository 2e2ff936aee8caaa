#pragma once
// An implementation: something that computes operations, the thing under test. The C++ twin of
// ulpgate/plugin.h, which documents operations, formats, claims and memory rules.
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reference/formats/format.h"

namespace ulpgate {

enum class Memory { host, device };

struct Tensor {
  std::string_view name;
  const Format* format;
  Memory memory = Memory::host;
  std::span<const std::int64_t> shape;    ///< in elements
  std::span<const std::int64_t> strides;  ///< in elements
  void* data;
};

struct Scalar {
  std::string_view name;
  const Format* format;
  std::uint64_t bits;
};

/// A generic call of any operation.
struct Call {
  std::string_view operation;
  std::string_view variant;
  std::span<const Tensor> tensors;
  std::span<const Scalar> scalars;
  void* stream = nullptr;

  /// The tensor of that name, or nullptr.
  const Tensor* tensor(std::string_view name) const;
  /// The scalar of that name, or nullptr.
  const Scalar* scalar(std::string_view name) const;
};

enum class Status { ok, unsupported, invalid, failed };

struct Reply {
  Status status = Status::ok;
  std::string message;
};

/// What an implementation says of itself and is held to; keys and values as in ulpgate/plugin.h.
using Claims = std::map<std::string, std::string>;
/// Role of a tensor, and of gemm's scalar "alpha", to the name of its format, in the operation's order.
using Formats = std::vector<std::pair<std::string, std::string>>;

struct Offer {
  std::string operation;
  std::string variant;
  Formats formats;
  Claims claims;
  /// What is known to run underneath: instruction, function, algorithm. Goes into the report's `ran`.
  std::map<std::string, std::string> ran;
};

/// Whether `call` is of the operation, variant and formats that `offer` names.
bool serves(const Offer& offer, const Call& call);

/// Why an implementation cannot run here at all.
struct NotRun {
  std::string category;  ///< "no CUDA device", "no hardware", "not built", "load"
  std::string text;      ///< a sentence part, e.g. "no CUDA device"
};

/// Something with a state that its calls change (ulpgate/plugin.h, ulpgate_objects). Calls come one at a
/// time.
class StatefulObject {
 public:
  virtual ~StatefulObject() = default;
  virtual Reply call(const Call& call) = 0;
};

class Implementation {
 public:
  virtual ~Implementation() = default;
  virtual std::string name() const = 0;
  virtual std::string version() const = 0;
  virtual std::string description() const = 0;
  /// Whether call() may run on several threads at once.
  virtual bool concurrent() const = 0;
  /// Whether it runs something made for other hardware, thread by thread, so that time goes with the number
  /// of blocks and not of operations.
  virtual bool emulated() const { return false; }
  /// Set where this machine or build cannot run it; offers() still says what it would do.
  virtual std::optional<NotRun> not_run() const { return std::nullopt; }
  virtual std::vector<Offer> offers() const = 0;
  virtual Reply call(const Call& call) = 0;
  /// Of an offer whose operation has a state: `object` is set where the answer is ok. It must not outlive
  /// this.
  virtual Reply create(const Call& call, std::unique_ptr<StatefulObject>& object);
};

}  // namespace ulpgate
