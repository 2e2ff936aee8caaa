#pragma once
// Many dots in few calls of a GEMM: a dot is an element (r, r) of D, so that row r of A and column r of B are
// its own. All calls have the same M and N, because another shape may be computed by another kernel.
#include <map>
#include <span>
#include <stdexcept>
#include <vector>

#include "suites/probe/gemm_box.h"
#include "suites/probe/gemm_products.h"

namespace ulpgate::probe::box {

/// Thrown where the box does not compute a shape.
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Term {
  std::int64_t k = 0;
  Factors factors;
};
/// Every element of A and B that is not named is 0.
using Dot = std::vector<Term>;

class Dots {
 public:
  Dots(const GemmBox& box, std::int64_t size) : box_(&box), size_(size) {
    for (std::int64_t r = 0; r < size; ++r) places_.push_back(static_cast<std::size_t>(r));
  }

  const GemmBox& box() const { return *box_; }
  std::int64_t size() const { return size_; }
  std::int64_t calls() const { return calls_; }

  /// Which r are used from now on: those whose elements are computed alike. Not empty.
  void use_places(std::vector<std::size_t> places) { places_ = std::move(places); }
  /// How many dots a call has.
  std::int64_t at_once() const { return static_cast<std::int64_t>(places_.size()); }

  /// D of each dot. Throws Refused.
  std::vector<std::uint64_t> codes(std::int64_t k, std::span<const Dot> dots);
  /// As doubles, which every format's values fit.
  std::vector<double> values(std::int64_t k, std::span<const Dot> dots);
  /// One call as it is. Throws Refused.
  std::vector<std::uint64_t> call(const GemmProblem& problem);

 private:
  const GemmBox* box_;
  std::int64_t size_;
  std::int64_t calls_ = 0;
  std::vector<std::size_t> places_;
};

}  // namespace ulpgate::probe::box
