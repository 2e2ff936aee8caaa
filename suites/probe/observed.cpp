#include "suites/probe/observed.h"

#include <stdexcept>

#include "reference/formats/decode.h"

namespace ulpgate::probe {

void Observed::append(const Observed& other) {
  dots.insert(dots.end(), other.dots.begin(), other.dots.end());
  outputs.insert(outputs.end(), other.outputs.begin(), other.outputs.end());
}

Observed observe(const Instruction& instruction, Dots dots) {
  Observed made{std::move(dots), {}};
  if (!made.dots.empty()) made.outputs = instruction.evaluate(made.dots);
  if (made.outputs.size() != made.dots.size())
    throw std::runtime_error("The instruction gave " + std::to_string(made.outputs.size()) + " results for " +
                             std::to_string(made.dots.size()) + " dots.");
  return made;
}

bool Equality::operator()(std::uint64_t left, std::uint64_t right) const {
  return left == right || (any_nan && is_nan(*output, left) && is_nan(*output, right));
}

Model::Model(const Signature& s, const Arithmetic& arithmetic) : mma_(entry_of(s, arithmetic), *s.a, *s.b) {}

std::size_t Model::mismatches(const Observed& observed, const Equality& equal, std::size_t count,
                              std::size_t limit) const {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < count && wrong <= limit; ++i)
    wrong += equal(observed.outputs[i], (*this)(observed.dots[i])) ? 0 : 1;
  return wrong;
}

std::optional<std::size_t> Model::first_mismatch(const Observed& observed, const Equality& equal,
                                                 std::size_t start) const {
  for (std::size_t i = start; i < observed.size(); ++i) {
    if (!equal(observed.outputs[i], (*this)(observed.dots[i]))) return i;
  }
  return std::nullopt;
}

}  // namespace ulpgate::probe
