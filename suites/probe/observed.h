#pragma once
// What an instruction answered, and how arithmetics compare with it.
#include <cstddef>
#include <optional>
#include <vector>

#include "reference/tensor_core/mma.h"
#include "suites/probe/dots.h"

namespace ulpgate::probe {

/// Dots with the instruction's answers.
struct Observed {
  Dots dots;
  std::vector<std::uint64_t> outputs;

  std::size_t size() const { return dots.size(); }
  void append(const Observed& other);
};
/// Throws std::runtime_error where the instruction answers with another number of codes.
Observed observe(const Instruction& instruction, Dots dots);

/// Which outputs count as equal: the same code, or any two NaN where the instruction has several.
struct Equality {
  const Format* output = nullptr;
  bool any_nan = false;

  bool operator()(std::uint64_t left, std::uint64_t right) const;
};

/// One arithmetic, ready to run on the reference engine.
class Model {
 public:
  /// The arithmetic must pass check_entry.
  Model(const Signature& signature, const Arithmetic& arithmetic);
  std::uint64_t operator()(const Dot& dot) const {
    return mma_.dot(dot.a, dot.b, dot.c, dot.a_scales, dot.b_scales);
  }
  /// Of the first `count` dots those that it gets wrong; counting stops above `limit`.
  std::size_t mismatches(const Observed& observed, const Equality& equal, std::size_t count,
                         std::size_t limit) const;
  /// The first dot from `start` on that it gets wrong.
  std::optional<std::size_t> first_mismatch(const Observed& observed, const Equality& equal,
                                            std::size_t start = 0) const;

 private:
  Mma mma_;
};

}  // namespace ulpgate::probe
