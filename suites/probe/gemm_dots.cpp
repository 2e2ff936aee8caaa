#include "suites/probe/gemm_dots.h"

#include <algorithm>

#include "reference/formats/decode.h"

namespace ulpgate::probe::box {

std::vector<std::uint64_t> Dots::call(const GemmProblem& problem) {
  ++calls_;
  GemmAnswer answer = box_->run(problem);
  if (!answer.refused.empty())
    throw Refused(std::to_string(problem.m) + " x " + std::to_string(problem.n) + " x " +
                  std::to_string(problem.k) + " " + answer.refused);
  if (answer.d.size() != static_cast<std::size_t>(problem.m * problem.n))
    throw Refused("D had " + std::to_string(answer.d.size()) + " elements");
  return std::move(answer.d);
}

std::vector<std::uint64_t> Dots::codes(std::int64_t k, std::span<const Dot> dots) {
  const auto size = static_cast<std::size_t>(size_);
  std::vector<std::uint64_t> out;
  out.reserve(dots.size());
  for (std::size_t first = 0; first < dots.size(); first += places_.size()) {
    const std::size_t count = std::min(places_.size(), dots.size() - first);
    std::vector<std::uint64_t> a(size * static_cast<std::size_t>(k)), b(a.size());
    // Rows and columns that are not used, or not needed any more, repeat dots.
    std::vector<std::size_t> dot_of(size);
    for (std::size_t r = 0; r < size; ++r) dot_of[r] = first + r % count;
    for (std::size_t p = 0; p < count; ++p) dot_of[places_[p]] = first + p;
    for (std::size_t r = 0; r < size; ++r) {
      for (const Term& term : dots[dot_of[r]]) {
        a[r * static_cast<std::size_t>(k) + static_cast<std::size_t>(term.k)] = term.factors.a;
        b[static_cast<std::size_t>(term.k) * size + r] = term.factors.b;
      }
    }
    const std::vector<std::uint64_t> d = call({size_, size_, k, a, b});
    for (std::size_t p = 0; p < count; ++p) out.push_back(d[places_[p] * (size + 1)]);
  }
  return out;
}

std::vector<double> Dots::values(std::int64_t k, std::span<const Dot> dots) {
  std::vector<double> out;
  out.reserve(dots.size());
  for (const std::uint64_t code : codes(k, dots)) out.push_back(to_double(*box_->d, code));
  return out;
}

}  // namespace ulpgate::probe::box
