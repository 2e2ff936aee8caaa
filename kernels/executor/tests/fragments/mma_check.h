#pragma once
// An mma instruction against tables of its matrices.
#include <ostream>
#include <string>
#include <vector>

#include "kernels/executor/tests/fragments/subjects.h"
#include "kernels/executor/tests/fragments/table.h"

namespace fragment_test {

struct MmaTables {
  Table a, b, c, d;
};
/// For messages of tests.
inline void PrintTo(const Mma& instruction, std::ostream* out) { *out << instruction.name; }

/// Those of the PTX ISA.
MmaTables tables_of(const Mma& instruction);

/// Where A and B differ from zero, and what is expected of D.
struct Probe {
  struct Factor {
    int row, col;  ///< -1: all of them
    double value;
  };
  std::vector<Factor> a, b;
  bool distinct_c;  ///< C(i, j) = 2 (i n + j), and D = C but for 1 more at (i, j); otherwise both are uniform
  double c;
  double d;
  int i, j;
};

/// For every (i, k, j): A is 1 at (i, k), B at (k, j), and all else of them is 0; and for every two k: A is 1
/// at (i, k), B at (other k, j), for some (i, j).
std::vector<Probe> one_hot_probes(const Mma& instruction);

/// Launches the probes on what is in use. The first D that is not as expected; "" if there is none.
std::string first_mismatch(const Mma& instruction, const MmaTables& tables, const std::vector<Probe>& probes);

}  // namespace fragment_test
