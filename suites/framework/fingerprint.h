#pragma once
// Fingerprints of output bits: two runs with the same inputs and the same fingerprint gave the same bits.
//
// Runners note the outputs of every call that answered ok; who judges opens a scope around each case. The
// fingerprint of a row combines its cases in their order, so it depends neither on the number of threads nor
// on which of them judged what.
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace ulpgate {

/// XXH3 (64 bits) of numbers in order.
class Fingerprint {
 public:
  Fingerprint();
  ~Fingerprint();
  Fingerprint(Fingerprint&&) noexcept;
  Fingerprint& operator=(Fingerprint&&) noexcept;

  void add(std::span<const std::uint64_t> numbers);
  std::uint64_t value() const;
  /// "xxh3-64:<16 hexadecimal digits>"; empty while nothing was added.
  std::string text() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Collects what is noted on this thread until the end of the scope; of nested ones, the innermost does.
class ScopedOutputs {
 public:
  ScopedOutputs();
  ~ScopedOutputs();
  ScopedOutputs(const ScopedOutputs&) = delete;
  ScopedOutputs& operator=(const ScopedOutputs&) = delete;

  /// Of all outputs so far; nothing where there were none.
  std::optional<std::uint64_t> value() const;

 private:
  friend void note_outputs(std::span<const std::uint64_t> codes);
  std::optional<Fingerprint> outputs_;
  ScopedOutputs* outer_;
};

/// The outputs of a call that answered ok, element by element. Does nothing outside any scope.
void note_outputs(std::span<const std::uint64_t> codes);

}  // namespace ulpgate
