// Conversions at every place, length and stride, against the reference's encoder. What lies around the
// elements must stay as it is, and watched kernels must not even read it.
#include "kernels/cuda/convert/convert.h"

#include <cstdlib>
#include <cstring>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

#include "kernels/cuda/convert/offers.h"
#include "kernels/cuda/tests/on_executor.h"
#include "reference/formats/encode.h"

namespace ulpgate::cuda::kernel_test {
namespace {

constexpr std::byte poison{0xA5};

std::uint64_t scrambled(std::uint64_t x) {
  x = (x + 0x9E3779B97F4A7C15) * 0xBF58476D1CE4E5B9;
  x = (x ^ x >> 27) * 0x94D049BB133111EB;
  return x ^ x >> 31;
}

/// Bits of every kind: any, the first beyond the largest number, subnormal, and near 1.
std::uint64_t some_element(const Format& f, std::uint64_t index) {
  const std::uint64_t word = scrambled(index);
  const std::uint64_t random = word & Format::ones(f.width() + f.padding_bits);
  if (f.kind != FormatKind::floating || index % 3 == 0) return random;
  if (index % 17 == 1)
    return (max_finite_magnitude(f) + f.code_step()) & Format::ones(f.width() + f.padding_bits);
  if (index % 17 == 2) return random & (f.sign_mask() | f.significand_mask());
  const int place = f.significand_bits + f.padding_bits;
  const std::uint64_t fields = Format::ones(f.exponent_bits) << place;
  const std::uint64_t exponent = static_cast<std::uint64_t>(f.bias) + (word >> 60) - 8;
  return (random & ~fields) | (exponent << place & fields);
}

/// `count` elements, `stride` apart, the lowest one `lead` elements behind a boundary of 64 bytes.
class Place {
 public:
  Place(const Format& format, std::int64_t count, std::int64_t stride, std::size_t lead)
      : bytes_(format.bytes()), stride_(stride) {
    const auto reach = static_cast<std::size_t>(count == 0 ? 0 : (count - 1) * std::abs(stride) + 1);
    first_ = room + lead * bytes_;
    size_ = reach * bytes_;
    image_.assign((first_ + size_ + 2 * room + 63) / 64 * 64, poison);
    memory_.reset(static_cast<std::byte*>(std::aligned_alloc(64, image_.size())));
    lowest_ = stride < 0 && count > 0 ? (count - 1) * stride : 0;
  }

  void set(std::int64_t index, std::uint64_t element) {
    const std::int64_t at = index * stride_ - lowest_;
    std::memcpy(image_.data() + first_ + static_cast<std::size_t>(at) * bytes_, &element, bytes_);
  }
  /// The memory holds poison, and with `elements` what was set.
  void reset(bool elements) {
    std::memset(memory_.get(), static_cast<int>(poison), image_.size());
    if (elements) std::memcpy(memory_.get(), image_.data(), image_.size());
  }
  bool as_set() const { return std::memcmp(memory_.get(), image_.data(), image_.size()) == 0; }

  void* element_zero() const { return memory_.get() + first_ - lowest_ * static_cast<std::int64_t>(bytes_); }
  KnownMemory known() const { return {memory_.get() + first_, size_}; }

 private:
  struct Free {
    void operator()(std::byte* p) const { std::free(p); }
  };
  static constexpr std::size_t room = 64;

  std::size_t bytes_;
  std::int64_t stride_;
  std::int64_t lowest_ = 0;
  std::size_t first_ = 0, size_ = 0;
  std::vector<std::byte> image_;
  std::unique_ptr<std::byte[], Free> memory_;
};

struct Layout {
  std::int64_t count = 0;
  std::size_t source_lead = 0, target_lead = 0;
  std::int64_t source_stride = 1, target_stride = 1;
};

void expect_conversion(const ConvertVariant& v, const Layout& l) {
  ConvertProblem p = v.problem;
  Place source(*p.from, l.count, l.source_stride, l.source_lead);
  Place target(*p.to, l.count, l.target_stride, l.target_lead);
  // One NaN has to be chosen to compare bits; the kernels choose the encoder's.
  for (std::int64_t i = 0; i < l.count; ++i) {
    const std::uint64_t element = some_element(*p.from, static_cast<std::uint64_t>(i));
    source.set(i, element);
    target.set(i, encode(*p.to, unpack(*p.from, element), p.rule).code);
  }
  source.reset(true);
  p.source = source.element_zero();
  p.target = target.element_zero();
  p.count = l.count;
  p.source_stride = l.source_stride;
  p.target_stride = l.target_stride;
  const KnownMemory memory[] = {source.known(), target.known()};
  const auto launch = [&] {
    target.reset(false);
    return launch_convert(p, nullptr);
  };
  const auto check = [&] {
    EXPECT_TRUE(target.as_set()) << v.offer.variant << " of " << p.from->name << " to " << p.to->name << ", "
                                 << l.count << " elements, " << l.source_lead << " and " << l.target_lead
                                 << " behind a boundary, strides " << l.source_stride << " and "
                                 << l.target_stride;
    EXPECT_TRUE(source.as_set());
  };
  in_every_order(90, memory, launch, check);
}

ConvertVariant variant(const Format& from, const Format& to, const std::string& name) {
  for (ConvertVariant& v : convert_variants(ConvertPairs::all, {})) {
    if (v.problem.from == &from && v.problem.to == &to && v.offer.variant == name) return std::move(v);
  }
  ADD_FAILURE() << "no " << name;
  return {};
}

/// One pair for each two sizes of elements.
struct Pair {
  const Format *from, *to;
};
const Pair pairs_of_sizes[] = {
    {&formats::e5m2, &formats::e4m3},  {&formats::e4m3, &formats::fp16},  {&formats::e8m0, &formats::fp32},
    {&formats::e4m3, &formats::fp64},  {&formats::bf16, &formats::e2m1},  {&formats::bf16, &formats::fp16},
    {&formats::fp16, &formats::fp32},  {&formats::fp16, &formats::fp64},  {&formats::fp32, &formats::e4m3},
    {&formats::fp32, &formats::bf16},  {&formats::int32, &formats::tf32}, {&formats::fp32, &formats::fp64},
    {&formats::fp64, &formats::e5m2},  {&formats::fp64, &formats::fp16},  {&formats::int64, &formats::fp32},
    {&formats::int64, &formats::fp64},
};

TEST(Convert, EveryPairAndRule) {
  std::size_t count = 0;
  for (const ConvertVariant& v : convert_variants(ConvertPairs::all, {})) {
    expect_conversion(v, {.count = 211, .source_lead = 1, .target_lead = 3});
    ++count;
  }
  EXPECT_GE(count, 2U * 16 * 14);
}

TEST(Convert, EveryPlace) {
  for (const Pair& pair : pairs_of_sizes) {
    const ConvertVariant v = variant(*pair.from, *pair.to, "vector");
    for (std::size_t source_lead = 0; source_lead < 16 / pair.from->bytes(); ++source_lead) {
      for (std::size_t target_lead = 0; target_lead < 16 / pair.to->bytes(); ++target_lead) {
        for (const std::int64_t count : {7, 33, 257}) expect_conversion(v, {count, source_lead, target_lead});
      }
    }
  }
}

TEST(Convert, EveryLength) {
  for (const Pair& pair : pairs_of_sizes) {
    for (const char* name : {"scalar", "vector"}) {
      const ConvertVariant v = variant(*pair.from, *pair.to, name);
      for (const std::int64_t count : {0, 1, 7, 31, 32, 33, 1023, 1024, 1025}) {
        expect_conversion(v, {.count = count});
        expect_conversion(v, {.count = count, .source_lead = 1, .target_lead = 1});
      }
    }
  }
}

TEST(Convert, EveryStride) {
  constexpr std::pair<std::int64_t, std::int64_t> strides[] = {{2, 1}, {1, 3},  {-1, 2},
                                                               {0, 1}, {5, -7}, {1, -1}};
  for (const Pair& pair : pairs_of_sizes) {
    for (const char* name : {"scalar", "vector"}) {
      const ConvertVariant v = variant(*pair.from, *pair.to, name);
      for (const auto& [source_stride, target_stride] : strides) {
        // All elements are one where the stride is 0.
        const std::int64_t count = source_stride == 0 ? 1 : 129;
        expect_conversion(v, {count, 1, 2, source_stride, target_stride});
      }
    }
  }
}

/// More elements than the largest grid has threads.
TEST(Convert, ThreadsThatTakeMoreThanOneElement) {
  expect_conversion(variant(formats::e5m2, formats::e4m3, "scalar"), {.count = 4096 * 256 + 77});
}

TEST(Convert, RefusesWhatHasNoKernel) {
  ConvertProblem p;
  p.from = &formats::fp32;
  p.to = &formats::int8;
  EXPECT_EQ(launch_convert(p, nullptr), unsupported_conversion);
  p.to = &formats::e8m0;
  p.rule.rounding = Rounding::e8m0_up_field;
  EXPECT_EQ(launch_convert(p, nullptr), unsupported_conversion);
}

}  // namespace
}  // namespace ulpgate::cuda::kernel_test
