#pragma once
// Where the lanes of a warp hold the elements of mma's matrices: the formulas of the PTX ISA 9.0, chapter
// "Warp-level Matrix Instructions", each under the name of its section and in the section's own terms.
// Written from that document alone, and kept apart from the code it is a test of: no formula is derived from
// another, also where sections agree.
//
// An element is the i-th of a lane's fragment, counted as the document counts them: register after register,
// in a register from low to high.
#include <stdexcept>
#include <string>

namespace ptx_isa {

struct Element {
  int row;
  int col;
};
using Formula = Element (*)(int laneid, int i);

/// A lane's fragment of one matrix.
struct Fragment {
  int registers;
  int elements;  ///< in a register
  Formula at;
};

/// C and D are laid out alike; `packed` is c for .f16, two in a register.
struct MmaFragments {
  const char* section;
  Fragment a, b, c, packed;
};

inline int group(int laneid) { return laneid >> 2; }
inline int thread(int laneid) { return laneid % 4; }

// mma.m8n8k4 with .f64 floating point type
inline Element m8n8k4_f64_a(int laneid, int) { return {laneid >> 2, laneid % 4}; }
inline Element m8n8k4_f64_b(int laneid, int) { return {laneid % 4, laneid >> 2}; }
inline Element m8n8k4_f64_c(int laneid, int i) { return {group(laneid), thread(laneid) * 2 + (i & 0x1)}; }

// mma.m8n8k16
inline Element m8n8k16_a(int laneid, int i) { return {group(laneid), thread(laneid) * 4 + i}; }
inline Element m8n8k16_b(int laneid, int i) { return {thread(laneid) * 4 + i, group(laneid)}; }
inline Element m8n8k16_c(int laneid, int i) { return {group(laneid), thread(laneid) * 2 + i}; }

// mma.m16n8k4: .tf32 and .f64
inline Element m16n8k4_a(int laneid, int i) {
  return {i == 0 ? group(laneid) : group(laneid) + 8, thread(laneid)};
}
inline Element m16n8k4_b(int laneid, int) { return {thread(laneid), group(laneid)}; }
inline Element m16n8k4_c(int laneid, int i) {
  return {i == 0 || i == 1 ? group(laneid) : group(laneid) + 8, thread(laneid) * 2 + (i & 0x1)};
}

// mma.m16n8k8: .f16 and .bf16
inline Element m16n8k8_f16_a(int laneid, int i) {
  return {i == 0 || i == 1 ? group(laneid) : group(laneid) + 8, thread(laneid) * 2 + (i & 0x1)};
}
inline Element m16n8k8_f16_b(int laneid, int i) { return {thread(laneid) * 2 + i, group(laneid)}; }
// mma.m16n8k8: .tf32 and .f64
inline Element m16n8k8_tf32_a(int laneid, int i) {
  return {i == 0 || i == 2 ? group(laneid) : group(laneid) + 8,
          i == 0 || i == 1 ? thread(laneid) : thread(laneid) + 4};
}
inline Element m16n8k8_tf32_b(int laneid, int i) {
  return {i == 0 ? thread(laneid) : thread(laneid) + 4, group(laneid)};
}
inline Element m16n8k8_c(int laneid, int i) {
  return {i == 0 || i == 1 ? group(laneid) : group(laneid) + 8, thread(laneid) * 2 + (i & 0x1)};
}

// mma.m16n8k16 with floating point type: .f16 and .bf16
inline Element m16n8k16_f16_a(int laneid, int i) {
  return {(0 <= i && i < 2) || (4 <= i && i < 6) ? group(laneid) : group(laneid) + 8,
          i < 4 ? thread(laneid) * 2 + (i & 0x1) : thread(laneid) * 2 + (i & 0x1) + 8};
}
inline Element m16n8k16_f16_b(int laneid, int i) {
  return {i < 2 ? thread(laneid) * 2 + (i & 0x1) : thread(laneid) * 2 + (i & 0x1) + 8, group(laneid)};
}
// mma.m16n8k16 with floating point type: .f64
inline Element m16n8k16_f64_a(int laneid, int i) {
  return {i % 2 == 0 ? group(laneid) : group(laneid) + 8,
          i % 2 == 0 ? i * 2 + thread(laneid) : i * 2 - 2 + thread(laneid)};
}
inline Element m16n8k16_f64_b(int laneid, int i) { return {thread(laneid) + i * 4, group(laneid)}; }
inline Element m16n8k16_float_c(int laneid, int i) {
  return {i < 2 ? group(laneid) : group(laneid) + 8, thread(laneid) * 2 + (i & 0x1)};
}

// mma.m16n8k16 with integer type: .u8, .s8, .e4m3, .e5m2
inline Element m16n8k16_8bit_a(int laneid, int i) {
  return {i < 4 ? group(laneid) : group(laneid) + 8, thread(laneid) * 4 + (i & 0x3)};
}
inline Element m16n8k16_8bit_b(int laneid, int i) { return {thread(laneid) * 4 + i, group(laneid)}; }
inline Element m16n8k16_8bit_c(int laneid, int i) {
  return {i < 2 ? group(laneid) : group(laneid) + 8, thread(laneid) * 2 + (i & 0x1)};
}

// mma.m16n8k32: .u8, .s8, .e4m3, .e5m2
inline Element m16n8k32_8bit_a(int laneid, int i) {
  return {(0 <= i && i < 4) || (8 <= i && i < 12) ? group(laneid) : group(laneid) + 8,
          i < 8 ? thread(laneid) * 4 + (i & 0x3) : thread(laneid) * 4 + (i & 0x3) + 16};
}
inline Element m16n8k32_8bit_b(int laneid, int i) {
  return {i < 4 ? thread(laneid) * 4 + (i & 0x3) : thread(laneid) * 4 + (i & 0x3) + 16, group(laneid)};
}
inline Element m16n8k32_c(int laneid, int i) {
  return {i < 2 ? group(laneid) : group(laneid) + 8, thread(laneid) * 2 + (i & 0x1)};
}

/// What the document says of an instruction with operands of `bits` bits each: fragments by section.
inline MmaFragments mma_fragments(int m, int n, int k, int bits) {
  const std::string shape = "m" + std::to_string(m) + "n" + std::to_string(n) + "k" + std::to_string(k);
  const Fragment none{0, 0, nullptr};
  if (shape == "m8n8k4" && bits == 64) {
    return {"Matrix Fragments for mma.m8n8k4 with .f64 floating point type",
            {1, 1, m8n8k4_f64_a},
            {1, 1, m8n8k4_f64_b},
            {2, 1, m8n8k4_f64_c},
            none};
  }
  if (shape == "m8n8k16" && bits == 8) {
    return {
        "Matrix Fragments for mma.m8n8k16", {1, 4, m8n8k16_a}, {1, 4, m8n8k16_b}, {2, 1, m8n8k16_c}, none};
  }
  if (shape == "m16n8k4" && bits >= 32) {
    return {
        "Matrix Fragments for mma.m16n8k4", {2, 1, m16n8k4_a}, {1, 1, m16n8k4_b}, {4, 1, m16n8k4_c}, none};
  }
  if (shape == "m16n8k8" && bits == 16) {
    return {"Matrix Fragments for mma.m16n8k8",
            {2, 2, m16n8k8_f16_a},
            {1, 2, m16n8k8_f16_b},
            {4, 1, m16n8k8_c},
            {2, 2, m16n8k8_c}};
  }
  if (shape == "m16n8k8" && bits >= 32) {
    return {"Matrix Fragments for mma.m16n8k8",
            {4, 1, m16n8k8_tf32_a},
            {2, 1, m16n8k8_tf32_b},
            {4, 1, m16n8k8_c},
            none};
  }
  if (shape == "m16n8k16" && bits == 16) {
    return {"Matrix Fragments for mma.m16n8k16 with floating point type",
            {4, 2, m16n8k16_f16_a},
            {2, 2, m16n8k16_f16_b},
            {4, 1, m16n8k16_float_c},
            {2, 2, m16n8k16_float_c}};
  }
  if (shape == "m16n8k16" && bits == 64) {
    return {"Matrix Fragments for mma.m16n8k16 with floating point type",
            {8, 1, m16n8k16_f64_a},
            {4, 1, m16n8k16_f64_b},
            {4, 1, m16n8k16_float_c},
            none};
  }
  if (shape == "m16n8k16" && bits == 8) {
    return {"Matrix Fragments for mma.m16n8k16 with integer type",
            {2, 4, m16n8k16_8bit_a},
            {1, 4, m16n8k16_8bit_b},
            {4, 1, m16n8k16_8bit_c},
            {2, 2, m16n8k16_8bit_c}};
  }
  if (shape == "m16n8k32" && bits == 8) {
    return {"Matrix Fragments for mma.m16n8k32",
            {4, 4, m16n8k32_8bit_a},
            {2, 4, m16n8k32_8bit_b},
            {4, 1, m16n8k32_c},
            {2, 2, m16n8k32_c}};
  }
  throw std::invalid_argument("no section on mma." + shape + " of " + std::to_string(bits) + " bits");
}

}  // namespace ptx_isa
