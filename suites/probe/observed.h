#pragma once
// What an instruction answered, and how arithmetics compare with it.
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "reference/tensor_core/mma.h"
#include "suites/probe/dots.h"

namespace ulpgate::probe {

/// Operands of many dots, decoded for fused sums with this rule and order.
struct Decoded {
  SubnormalRule subnormals;
  KOrder order;
  Operands a;
  Operands b;
};

/// Dots with the instruction's answers.
struct Observed {
  Dots dots;
  std::vector<std::uint64_t> outputs;

  std::size_t size() const { return dots.size(); }
  void append(const Observed& other);

  /// Made once, by the first model that needs it; append() forgets it. Not for several threads.
  mutable std::vector<std::shared_ptr<const Decoded>> decoded = {};
  /// The dots for two-stage sums, where operands of 8 bits are written with more.
  mutable Dots widened = {};
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

  std::uint64_t operator()(const Dot& dot) const;
  /// Of every dot, in order.
  std::vector<std::uint64_t> outputs(const Observed& observed) const;
  /// Of the dots in [first, last) those that it gets wrong; counting stops above `limit`.
  std::size_t mismatches(const Observed& observed, const Equality& equal, std::size_t first, std::size_t last,
                         std::size_t limit) const;
  /// The first dot that it gets wrong.
  std::optional<std::size_t> first_mismatch(const Observed& observed, const Equality& equal) const;

 private:
  const Decoded* decode(const Observed& observed) const;
  std::uint64_t run(const Observed& observed, const Decoded* decoded, std::size_t at) const;

  Signature signature_;
  Arithmetic arithmetic_;
  /// Fused sums without the decoding that Mma does for every dot.
  std::variant<Mma, FusedSum> engine_;
};

}  // namespace ulpgate::probe
