// Inputs that tell architectures apart, on both engines.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <set>

#include "reference/formats/text.h"
#include "reference/tensor_core/mma.h"
#include "reference/twins/tensor_core.h"
#include "reference/vectors/dot_vector.h"

namespace ulpgate {
namespace {

const std::filesystem::path folder = std::filesystem::path(ULPGATE_VECTORS) / "tensor_core";

std::string text_of(const std::string& name) {
  std::ifstream in(folder / name, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<DotVector> all_vectors() {
  const EntryGroups groups = read_entry_groups(text_of("groups.txt"), "groups.txt");
  std::vector<DotVector> all;
  for (const char* name : {"alignment.txt", "chain.txt", "output.txt", "range.txt"}) {
    const auto some = read_dot_vectors(text_of(name), name, groups);
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

/// Codes of one instruction; false where a format does not have a value.
struct Codes {
  std::vector<std::uint64_t> a, b;
  std::uint64_t c = 0, expected = 0;

  bool fill(const DotVector& v, const ProfileEntry& e, const Format& a_format, const Format& b_format) {
    if (v.input != nullptr && (v.input->name != a_format.name || v.input->name != b_format.name))
      return false;
    const auto k = static_cast<std::size_t>(e.largest_k()), needed = static_cast<std::size_t>(v.needed_k());
    const std::size_t size = (needed + k - 1) / k * k;
    a.assign(size, 0);
    b.assign(size, 0);
    const auto accumulator = v.accumulator.code_in(*e.accumulator), result = v.expected.code_in(*e.output);
    if (!accumulator || !result) return false;
    c = *accumulator;
    expected = *result;
    for (const DotProduct& p : v.products) {
      const auto x = p.a.code_in(a_format), y = p.b.code_in(b_format);
      if (!x || !y) return false;
      const auto at = static_cast<std::ptrdiff_t>(p.k);
      std::fill(a.begin() + (p.everywhere ? 0 : at), p.everywhere ? a.end() : a.begin() + at + 1, *x);
      std::fill(b.begin() + (p.everywhere ? 0 : at), p.everywhere ? b.end() : b.begin() + at + 1, *y);
    }
    return true;
  }
};

std::uint64_t by_twin(const ProfileEntry& e, const Format& a, const Format& b, const Codes& codes) {
  std::uint64_t c = codes.c;
  const auto k = static_cast<std::size_t>(e.largest_k());
  for (std::size_t done = 0; done < codes.a.size(); done += k)
    c = twin_dot(e, a, b, std::span(codes.a).subspan(done, k), std::span(codes.b).subspan(done, k), c);
  return c;
}

std::uint64_t by_engine(const Mma& mma, const Codes& codes, int repeat) {
  std::uint64_t c = codes.c;
  for (int i = 0; i < repeat; ++i) c = mma.dot_chain(mma.entry().largest_k(), codes.a, codes.b, c);
  return c;
}

const ProfileEntry* entry_named(const EntryName& name) {
  const Profile* profile = find_profile(name.architecture);
  return profile == nullptr ? nullptr : profile->find(name.entry);
}

TEST(TensorCoreVectors, BothEnginesMeetEveryLine) {
  int checked = 0;
  std::set<std::string> ids, architectures;
  for (const DotVector& v : all_vectors()) {
    int here = 0;
    for (const EntryName& name : v.entries) {
      const ProfileEntry* entry = entry_named(name);
      ASSERT_NE(entry, nullptr) << v.place << ": no entry " << name.architecture << "/" << name.entry;
      for (const auto& [a, b] : entry->input_pairs()) {
        Codes codes;
        if (!codes.fill(v, *entry, *a, *b)) continue;
        const std::uint64_t fast = by_engine(Mma(*entry, *a, *b), codes, v.repeat);
        EXPECT_EQ(fast, codes.expected)
            << v.place << ": " << v.id << " on " << name.architecture << "/" << name.entry << " " << a->name
            << " " << b->name << ": computed " << to_hex(*entry->output, fast) << " ("
            << to_decimal(*entry->output, fast) << "), the file says "
            << to_hex(*entry->output, codes.expected);
        if (v.repeat == 1) {
          EXPECT_EQ(by_twin(*entry, *a, *b, codes), codes.expected) << v.place << ": " << name.entry;
        }
        ++here;
        ids.insert(v.id);
        architectures.insert(name.architecture);
      }
    }
    EXPECT_GT(here, 0) << v.place << ": no entry has all values of this line";
    checked += here;
  }
  for (int d = 1; d <= 27; ++d) EXPECT_TRUE(ids.contains("D" + std::to_string(d))) << "D" << d;
  EXPECT_EQ(architectures.size(), 11U);
  RecordProperty("checked", checked);
}

TEST(TensorCoreVectors, AGh200StandsStillAt64) {
  // wgmma m64n64k32, e4m3, A = B = 1/16, 16 instructions a round, 8192 rounds, D starts at 0.
  const ProfileEntry& entry = *find_profile("sm_90")->find("wgmma.fp8.fp32");
  const std::vector<std::uint64_t> sixteenth(32, 0x18);
  const Mma mma(entry, formats::e4m3, formats::e4m3);
  std::uint64_t c = 0;
  for (int i = 0; i < 16 * 8192; ++i) c = mma.dot(sixteenth, sixteenth, c);
  EXPECT_EQ(c, 0x42800000U);
}

/// Changes of one parameter that recorded outputs cannot convict, and the vectors that do.
struct Mutation {
  const char* name;
  void (*apply)(Arithmetic&);
  const char* id;
  EntryName entry;
};

TEST(TensorCoreVectors, WrongParametersAreConvicted) {
  const Mutation mutations[] = {
      {"fraction bits", [](Arithmetic& r) { --r.fraction_bits; }, "D2", {"sm_100", "tcgen05.f16.fp32"}},
      {"products", [](Arithmetic& r) { r.products = 4; }, "D8", {"sm_90", "mma.tf32.fp32"}},
      {"products", [](Arithmetic& r) { r.products = 16; }, "D8", {"sm_80", "mma.fp16.fp32"}},
      {"floor, fp16", [](Arithmetic& r) { --r.exponent_floor; }, "D10", {"sm_90", "mma.fp16.fp16"}},
      {"floor, fp16", [](Arithmetic& r) { ++r.exponent_floor; }, "D10", {"sm_70", "mma.fp16.fp16"}},
      {"floor, fp32", [](Arithmetic& r) { --r.exponent_floor; }, "D11", {"sm_80", "mma.bf16.fp32"}},
      {"floor, fp32", [](Arithmetic& r) { ++r.exponent_floor; }, "D11", {"sm_120", "mma.tf32.fp32"}},
      {"subnormal operands",
       [](Arithmetic& r) { r.input_subnormals = SubnormalRule::normalised; },
       "D27",
       {"sm_90", "wgmma.fp16.fp32"}},
      {"subnormal operands",
       [](Arithmetic& r) { r.input_subnormals = SubnormalRule::flushed; },
       "D27",
       {"sm_70", "mma.fp16.fp32"}},
      {"overflow",
       [](Arithmetic& r) { r.overflow = OverflowRule::saturate; },
       "D13",
       {"sm_80", "mma.bf16.fp32"}},
      {"NaN", [](Arithmetic& r) { r.nan_code = 0x7FC00000; }, "D24", {"sm_100", "tcgen05.f16.fp32"}},
      {"normalised products",
       [](Arithmetic& r) { r.products_normalised = true; },
       "D17",
       {"sm_120", "mma.fp16.fp32"}},
      {"alignment",
       [](Arithmetic& r) { r.alignment = Alignment::down; },
       "D23",
       {"sm_100", "tcgen05.tf32.fp32"}},
      {"fraction bits", [](Arithmetic& r) { ++r.fraction_bits; }, "D2", {"sm_90", "wgmma.fp8_mixed.fp32"}},
      {"accumulator",
       [](Arithmetic& r) { r.accumulator_use = AccumulatorUse::fused; },
       "D26",
       {"sm_90", "mma.fp8.fp32"}},
      {"sign of zero",
       [](Arithmetic& r) { r.negative_underflow = NegativeUnderflow::positive_zero; },
       "underflow",
       {"sm_90", "mma.bf16.fp32"}},
  };
  const std::vector<DotVector> vectors = all_vectors();
  for (const Mutation& m : mutations) {
    ProfileEntry wrong = *entry_named(m.entry);
    m.apply(wrong.arithmetic);
    int failed = 0;
    for (const DotVector& v : vectors) {
      const bool named = std::any_of(v.entries.begin(), v.entries.end(), [&](const EntryName& n) {
        return n.architecture == m.entry.architecture && n.entry == m.entry.entry;
      });
      if (v.id != m.id || !named || v.repeat > 1) continue;
      for (const auto& [a, b] : wrong.input_pairs()) {
        Codes codes;
        if (codes.fill(v, wrong, *a, *b) && by_engine(Mma(wrong, *a, *b), codes, 1) != codes.expected)
          ++failed;
      }
    }
    EXPECT_GT(failed, 0) << m.id << " does not convict: " << m.name << " of " << m.entry.entry;
  }
}

std::string message_of(const std::string& line) {
  try {
    read_dot_vectors(line, "file", {});
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(TensorCoreVectors, MalformedLinesAreNamed) {
  EXPECT_EQ(message_of("# only\n"), "file:1: there is nothing in this file.");
  EXPECT_EQ(message_of("\nD1 1*1 -> 0 for a/b"),
            "file:2: the accumulator, c=VALUE, should stand instead of '1*1'.");
  EXPECT_EQ(message_of("D1 c=0 1*1"), "file:1: the line ends where '->' should be.");
  EXPECT_EQ(message_of("D1 c=0 11 -> 0 for a/b"),
            "file:1: '11' is not a product like 1.5*2^-3, and '->' did not come yet.");
  EXPECT_EQ(message_of("D1 c=3^2 -> 0 for a/b"),
            "file:1: '3^2' is neither a decimal number nor a power of two like 2^-24.");
  EXPECT_EQ(message_of("D1 c=0 -> 0 a/b"), "file:1: 'for' should stand after the expected value.");
  EXPECT_EQ(message_of("D1 c=0 -> 0 for ab"), "file:1: 'ab' is neither a group nor ARCHITECTURES/ENTRIES.");
  EXPECT_EQ(message_of("D1 c=0 -> 0 for"), "file:1: the line ends where entries should be.");
  EXPECT_EQ(message_of("D1 c=0 repeat=x 1*1 -> 0 for a/b"),
            "file:1: 'x' is not a whole number in the range of this file.");
  EXPECT_EQ(message_of("D1 c=0 in=fp17 1*1 -> 0 for a/b"), "file:1: there is no format 'fp17'.");
  EXPECT_EQ(message_of("D1 c=0x -> 0 for a/b"), "file:1: '0x' is not a hexadecimal code.");
}

}  // namespace
}  // namespace ulpgate
