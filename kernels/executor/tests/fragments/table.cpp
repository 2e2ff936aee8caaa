#include "kernels/executor/tests/fragments/table.h"

#include <bit>
#include <cstring>

namespace fragment_test {

static_assert(std::endian::native == std::endian::little, "as devices are");

std::vector<int> Table::places() const {
  std::vector<int> place(static_cast<std::size_t>(rows * cols), -1);
  for (std::size_t i = 0; i < at.size(); ++i) {
    place.at(static_cast<std::size_t>(at[i].row * cols + at[i].col)) = static_cast<int>(i);
  }
  return place;
}

std::string Table::incomplete() const {
  std::vector<int> times(static_cast<std::size_t>(rows * cols), 0);
  for (const ptx_isa::Element& e : at) {
    if (e.row < 0 || e.row >= rows || e.col < 0 || e.col >= cols) {
      return "(" + std::to_string(e.row) + ", " + std::to_string(e.col) + ") is outside";
    }
    ++times[static_cast<std::size_t>(e.row * cols + e.col)];
  }
  for (int i = 0; i < rows * cols; ++i) {
    if (const int n = times[static_cast<std::size_t>(i)]; n != 1) {
      return "(" + std::to_string(i / cols) + ", " + std::to_string(i % cols) + ") is held " +
             std::to_string(n) + " times";
    }
  }
  return "";
}

Table make_table(int rows, int cols, int threads, int elements, ptx_isa::Formula formula) {
  Table table{rows, cols, threads, elements};
  for (int thread = 0; thread < threads; ++thread) {
    for (int i = 0; i < elements; ++i) table.at.push_back(formula(thread, i));
  }
  return table;
}

void Image::set(std::size_t element, std::uint64_t value) {
  std::memcpy(&bytes.at(element * bytes_per_element_), &value, bytes_per_element_);
}
std::uint64_t Image::get(std::size_t element) const {
  std::uint64_t value = 0;
  std::memcpy(&value, &bytes.at(element * bytes_per_element_), bytes_per_element_);
  return value;
}

}  // namespace fragment_test
