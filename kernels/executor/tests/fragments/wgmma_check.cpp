#include "kernels/executor/tests/fragments/wgmma_check.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "kernels/executor/tests/fragments/values.h"

namespace fragment_test {

namespace {

constexpr int size = 64;  // M and N
constexpr int threads = 128;
constexpr std::size_t groups_of_a_launch = 64;

struct Case {
  int k_of_a, k_of_b;
  bool a_varies, b_varies;  ///< over rows, over columns; otherwise 1
  bool keep;
};

/// 64 numbers that differ, positive, exact in the format; their products with 1 in every accumulator.
double number(const Format& format, int i) {
  const int steps = 1 << std::min(format.fraction_bits, 3);
  return std::ldexp(1 + static_cast<double>(i % steps) / steps, i / steps - size / steps / 2);
}
/// 4096 that differ, exact in fp16.
double kept(const ptx_isa::Element& e) { return e.row * size + e.col - 2047; }

std::uint32_t bytes_of(const Format& format, int k, const ptx_isa::Strides& strides) {
  const std::uint32_t blocks_of_k = static_cast<std::uint32_t>(k * format.bits / 128);
  return (size / 8 - 1) * strides.stride_bytes + (blocks_of_k - 1) * strides.leading_bytes + 128;
}

void fill(unsigned char* image, const WgmmaLayout::Byte& byte, const ptx_isa::Strides& strides,
          const Format& format, int k, int k_of_factor, bool varies) {
  const int element_bytes = format.bits / 8;
  for (int row = 0; row < size; ++row) {
    for (int at = 0; at < k; ++at) {
      const double value = at != k_of_factor ? 0 : varies ? number(format, row) : 1;
      const std::uint64_t bits = encode(format, value);
      std::memcpy(image + byte(row, at, element_bytes, strides), &bits,
                  static_cast<std::size_t>(element_bytes));
    }
  }
}

std::vector<Case> cases_of(int k, Pairs pairs) {
  std::vector<Case> cases = {{-1, -1, false, false, true}};
  for (int one = 0; one < k; ++one) {
    cases.push_back({one, one, true, false, false});
    cases.push_back({one, one, false, true, false});
    for (int other = 0; pairs == Pairs::all && other < k; ++other) {
      if (one != other) cases.push_back({one, other, true, false, false});
    }
  }
  return cases;
}

std::string mismatch_of_launch(const Wgmma& instruction, const WgmmaLayout& layout, const ptx_isa::Strides& a,
                               const ptx_isa::Strides& b, const Case* cases, std::size_t count) {
  const Format a_format = format_of(instruction.a);
  const Format b_format = format_of(instruction.b);
  const Format d_format = format_of(instruction.accumulator);
  const WgmmaOperand a_operand{bytes_of(a_format, instruction.k, a), a.leading_bytes, a.stride_bytes};
  const WgmmaOperand b_operand{bytes_of(b_format, instruction.k, b), b.leading_bytes, b.stride_bytes};
  std::vector<unsigned char> a_image(count * a_operand.bytes, 0xFF);
  std::vector<unsigned char> b_image(count * b_operand.bytes, 0xFF);
  const std::size_t elements = layout.d.at.size();
  Image c(count * elements, d_format.bits);
  Image d(count * elements, d_format.bits);
  for (std::size_t at = 0; at < count; ++at) {
    const Case& now = cases[at];
    fill(&a_image[at * a_operand.bytes], layout.a, a, a_format, instruction.k, now.k_of_a, now.a_varies);
    fill(&b_image[at * b_operand.bytes], layout.b, b, b_format, instruction.k, now.k_of_b, now.b_varies);
    for (std::size_t i = 0; i < elements; ++i) {
      c.set(at * elements + i, encode(d_format, kept(layout.d.at[i])));
    }
  }
  const bool keep = cases[0].keep;
  if (const int error = instruction.run(count, a_operand, a_image.data(), b_operand, b_image.data(), keep,
                                        c.data(), d.data());
      error != 0) {
    return std::string(instruction.name) + ": error " + std::to_string(error);
  }
  for (std::size_t at = 0; at < count; ++at) {
    const Case& now = cases[at];
    for (std::size_t i = 0; i < elements; ++i) {
      const ptx_isa::Element e = layout.d.at[i];
      double expected = 0;
      if (now.keep) {
        expected = kept(e);
      } else if (now.k_of_a == now.k_of_b) {
        expected = now.a_varies ? number(a_format, e.row) : number(b_format, e.col);
      }
      if (d.get(at * elements + i) != encode(d_format, expected)) {
        return std::string(instruction.name) + ": D(" + std::to_string(e.row) + ", " + std::to_string(e.col) +
               "), element " + std::to_string(i % static_cast<std::size_t>(layout.d.elements)) +
               " of thread " + std::to_string(i / static_cast<std::size_t>(layout.d.elements)) +
               ": expected " + std::to_string(expected) + ", got bits " +
               std::to_string(d.get(at * elements + i)) + "; A's k is " + std::to_string(now.k_of_a) +
               ", B's " + std::to_string(now.k_of_b);
      }
    }
  }
  return "";
}

}  // namespace

WgmmaLayout layout_of(const Wgmma&) {
  WgmmaLayout layout;
  layout.d = make_table(size, size, threads, size / 2, ptx_isa::wgmma_d);
  return layout;
}

std::string first_mismatch(const Wgmma& instruction, const WgmmaLayout& layout, const ptx_isa::Strides& a,
                           const ptx_isa::Strides& b, Pairs pairs) {
  const std::vector<Case> cases = cases_of(instruction.k, pairs);
  for (std::size_t first = 0; first < cases.size();) {
    std::size_t count = 1;
    while (count < groups_of_a_launch && first + count < cases.size() &&
           cases[first + count].keep == cases[first].keep) {
      ++count;
    }
    if (std::string found = mismatch_of_launch(instruction, layout, a, b, &cases[first], count);
        !found.empty()) {
      return found;
    }
    first += count;
  }
  return "";
}

}  // namespace fragment_test
