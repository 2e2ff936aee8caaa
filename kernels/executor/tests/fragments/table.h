#pragma once
// A matrix's distribution over threads as a table, to test and to change.
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/executor/tests/fragments/ptx_fragments.h"

namespace fragment_test {

struct Table {
  int rows = 0;
  int cols = 0;
  int threads = 0;
  int elements = 0;                    ///< of a thread
  std::vector<ptx_isa::Element> at{};  ///< [thread][element]

  /// Where an element is: thread * elements + i.
  std::vector<int> places() const;
  /// Which element is held more or less often than once; "" if none is.
  std::string incomplete() const;
};
Table make_table(int rows, int cols, int threads, int elements, ptx_isa::Formula formula);

/// Elements of all threads, low to high and register after register, as they lie in a kernel's memory.
class Image {
 public:
  Image(std::size_t elements, int bits)
      : bytes_per_element_(bits / 8), bytes(elements * bytes_per_element_) {}
  void set(std::size_t element, std::uint64_t value);
  std::uint64_t get(std::size_t element) const;
  const void* data() const { return bytes.data(); }
  void* data() { return bytes.data(); }

 private:
  std::size_t bytes_per_element_;
  std::vector<unsigned char> bytes;
};

}  // namespace fragment_test
