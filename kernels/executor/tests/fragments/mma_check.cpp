#include "kernels/executor/tests/fragments/mma_check.h"

#include <algorithm>
#include <cstdio>

#include "kernels/executor/tests/fragments/values.h"

namespace fragment_test {

namespace {

constexpr int lanes = 32;
constexpr std::size_t probes_of_a_launch = 128;

void place(Image& image, const Table& table, const std::vector<int>& places, std::size_t warp,
           const Format& format, const Probe::Factor& factor) {
  const std::uint64_t bits = encode(format, factor.value);
  const std::size_t first = warp * table.at.size();
  for (int row = 0; row < table.rows; ++row) {
    if (factor.row != -1 && factor.row != row) continue;
    for (int col = 0; col < table.cols; ++col) {
      if (factor.col != -1 && factor.col != col) continue;
      const int at = places[static_cast<std::size_t>(row * table.cols + col)];
      image.set(first + static_cast<std::size_t>(at), bits);
    }
  }
}

double value_of_c(const Probe& probe, const Table& c, const ptx_isa::Element& e) {
  return probe.distinct_c ? 2.0 * (e.row * c.cols + e.col) : probe.c;
}
double value_of_d(const Probe& probe, const Table& d, const ptx_isa::Element& e) {
  if (!probe.distinct_c) return probe.d;
  return value_of_c(probe, d, e) + (e.row == probe.i && e.col == probe.j ? probe.d : 0);
}

std::string describe(const Mma& instruction, const Table& table, const Probe& probe, int element,
                     double expected, std::uint64_t got) {
  char text[400];
  const ptx_isa::Element e = table.at[static_cast<std::size_t>(element)];
  std::snprintf(
      text, sizeof text,
      "%s: D(%d, %d), element %d of lane %d: expected %g, got 0x%llx; A is %g at (%d, %d), B is %g at "
      "(%d, %d)",
      instruction.name, e.row, e.col, element % table.elements, element / table.elements, expected,
      static_cast<unsigned long long>(got), probe.a[0].value, probe.a[0].row, probe.a[0].col,
      probe.b[0].value, probe.b[0].row, probe.b[0].col);
  return text;
}

std::string mismatch_of_launch(const Mma& instruction, const MmaTables& tables, const Probe* probes,
                               std::size_t count) {
  const Format a_format = format_of(instruction.a);
  const Format b_format = format_of(instruction.b);
  const Format c_format = format_of(instruction.accumulator);
  Image a(count * tables.a.at.size(), a_format.bits);
  Image b(count * tables.b.at.size(), b_format.bits);
  Image c(count * tables.c.at.size(), c_format.bits);
  Image d(count * tables.d.at.size(), c_format.bits);
  const std::vector<int> places_a = tables.a.places();
  const std::vector<int> places_b = tables.b.places();
  for (std::size_t p = 0; p < count; ++p) {
    for (const Probe::Factor& f : probes[p].a) place(a, tables.a, places_a, p, a_format, f);
    for (const Probe::Factor& f : probes[p].b) place(b, tables.b, places_b, p, b_format, f);
    for (std::size_t i = 0; i < tables.c.at.size(); ++i) {
      c.set(p * tables.c.at.size() + i, encode(c_format, value_of_c(probes[p], tables.c, tables.c.at[i])));
    }
  }
  if (const int error = instruction.run(count, a.data(), b.data(), c.data(), d.data()); error != 0) {
    return std::string(instruction.name) + ": error " + std::to_string(error);
  }
  for (std::size_t p = 0; p < count; ++p) {
    for (std::size_t i = 0; i < tables.d.at.size(); ++i) {
      const double expected = value_of_d(probes[p], tables.d, tables.d.at[i]);
      const std::uint64_t got = d.get(p * tables.d.at.size() + i);
      if (got != encode(c_format, expected)) {
        return describe(instruction, tables.d, probes[p], static_cast<int>(i), expected, got);
      }
    }
  }
  return "";
}

}  // namespace

MmaTables tables_of(const Mma& instruction) {
  const ptx_isa::MmaFragments f =
      ptx_isa::mma_fragments(instruction.m, instruction.n, instruction.k, format_of(instruction.a).bits);
  const ptx_isa::Fragment& c = instruction.accumulator == std::string("fp16") ? f.packed : f.c;
  const auto table = [](int rows, int cols, const ptx_isa::Fragment& of) {
    return make_table(rows, cols, lanes, of.registers * of.elements, of.at);
  };
  return {table(instruction.m, instruction.k, f.a), table(instruction.k, instruction.n, f.b),
          table(instruction.m, instruction.n, c), table(instruction.m, instruction.n, c)};
}

std::vector<Probe> one_hot_probes(const Mma& instruction) {
  const int m = instruction.m;
  const int n = instruction.n;
  const int k = instruction.k;
  const auto probe = [](int i, int k_of_a, int k_of_b, int j) {
    return Probe{{{i, k_of_a, 1}}, {{k_of_b, j, 1}}, true, 0, k_of_a == k_of_b ? 1.0 : 0.0, i, j};
  };
  std::vector<Probe> all;
  for (int i = 0; i < m; ++i) {
    for (int at = 0; at < k; ++at) {
      for (int j = 0; j < n; ++j) all.push_back(probe(i, at, at, j));
    }
  }
  int turn = 0;
  for (int k_of_a = 0; k_of_a < k; ++k_of_a) {
    for (int k_of_b = 0; k_of_b < k; ++k_of_b) {
      if (k_of_a == k_of_b) continue;
      all.push_back(probe(turn % m, k_of_a, k_of_b, turn / m % n));
      ++turn;
    }
  }
  return all;
}

std::string first_mismatch(const Mma& instruction, const MmaTables& tables,
                           const std::vector<Probe>& probes) {
  for (std::size_t first = 0; first < probes.size(); first += probes_of_a_launch) {
    const std::size_t count = std::min(probes_of_a_launch, probes.size() - first);
    if (std::string found = mismatch_of_launch(instruction, tables, &probes[first], count); !found.empty()) {
      return found;
    }
  }
  return "";
}

}  // namespace fragment_test
