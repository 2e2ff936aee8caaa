#pragma once
// A gemm or mma problem with memory of its own, for tests of adapters.
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "kernels/api/gemm_call.h"
#include "kernels/api/implementation.h"

namespace ulpgate {

/// The code of an integer value; of the nearest that the format has, where it has not that one.
std::uint64_t exact_code(const Format& format, int value);

/// How the matrices of a problem lie in memory.
struct Layout {
  std::string name;
  bool a_row_major = true, b_row_major = true, d_row_major = true;
  int padding = 0;  ///< elements between the lines of a matrix, and between matrices
  int step = 1;     ///< from element to element of a line
};

struct Sizes {
  int batch = 1, m = 1, n = 1, k = 1;
};

class GemmProblem {
 public:
  /// Everything that `offer`, of gemm or mma, names; filled with `gap`, a byte that stays where nothing is
  /// set. Scales are 1, and a bias is 0.
  GemmProblem(const Offer& offer, const Sizes& sizes, const Layout& layout = {}, std::uint8_t gap = 0xA5);
  GemmProblem(const GemmProblem&) = delete;
  GemmProblem& operator=(const GemmProblem&) = delete;

  CallMatrix& view(const std::string& role) { return matrices_.at(role).view; }
  /// Sets every element to a code.
  void fill(const std::string& role,
            const std::function<std::uint64_t(int problem, int row, int column)>& code);
  /// D begins as a copy of C, and C is D.
  void alias_c();
  Reply run(Implementation& implementation, int alpha = 1, int beta = 0);
  /// Whether the bytes between the elements of D are as they were.
  bool gaps_hold() const;

 private:
  struct Matrix {
    std::vector<std::byte> memory;
    CallMatrix view;
    std::int64_t batch = 0;
    std::vector<std::int64_t> shape, strides;  ///< of the call
  };
  void add_scale(const std::string& role, const Format& format, int rows, int columns);
  void add(const std::string& role, const Format& format, int batch, int rows, int columns, bool row_major,
           const Layout& layout);

  Offer offer_;
  std::uint8_t gap_;
  int batch_;
  std::map<std::string, Matrix> matrices_;
};

/// Small integers that every format holds, different for each place; never negative in formats without sign.
int small_integer(const Format& format, int problem, int row, int column);

}  // namespace ulpgate
