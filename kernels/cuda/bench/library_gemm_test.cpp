// Whether the library is asked for the product that our kernel computes: on a device that is a fake, with
// libraries that are fakes, and with our kernels on the executor.
#include "kernels/cuda/bench/library_gemm.h"

#include <cstdint>
#include <cstring>
#include <gtest/gtest.h>
#include <set>
#include <vector>

#include "kernels/executor/executor.h"

namespace ulpgate::cuda::bench {
namespace {

/// Leaves 1/2 and 1 of both signs, whose sums are exact in every accumulator; int8 as it is.
void make_simple(void* memory, std::int64_t elements, ElementFormat format) {
  const std::uint32_t kept = format == ElementFormat::fp16   ? 0xFC00
                             : format == ElementFormat::bf16 ? 0xFF80
                             : format == ElementFormat::e4m3 ? 0xF8
                             : format == ElementFormat::e5m2 ? 0xFC
                             : format == ElementFormat::int8 ? 0xFF
                                                             : 0xFF800000;
  const auto size = static_cast<std::size_t>(bytes_of(format));
  for (std::int64_t i = 0; i < elements; ++i) {
    auto* const at = static_cast<unsigned char*>(memory) + static_cast<std::size_t>(i) * size;
    std::uint32_t code = 0;
    std::memcpy(&code, at, size);
    code &= kept;
    std::memcpy(at, &code, size);
  }
}

std::vector<unsigned char> result(const GemmData& data, int turn) {
  const GemmShape& s = data.shape();
  const auto* const d = static_cast<const unsigned char*>(data.d(turn));
  return {d, d + s.m * s.n * bytes_of(data.formats().d)};
}

TEST(LibraryGemm, IsTheProductOfOurKernel) {
  simt::Executor executor({.architecture = "sm_90", .workers = 1});
  const simt::UseExecutor use(executor);
  const Library library;
  std::set<std::string> compared;
  for (GemmCase c : gemm_cases(90)) {
    c.shape = {32, 48, 64};
    if (c.split_k > 1 || !compared.insert(text(c.formats)).second) continue;
    SCOPED_TRACE(text(c.formats));
    const GemmData data(c.formats, c.shape, library.stream());
    // The second of the sets.
    make_simple(data.a(1), c.shape.m * c.shape.k, c.formats.a);
    make_simple(data.b(1), c.shape.k * c.shape.n, c.formats.b);
    GemmProblem p = c.problem();
    p.a.data = data.a(1);
    p.b.data = data.b(1);
    p.c.data = p.d.data = data.d(1);
    ASSERT_EQ(launch_gemm(90, p, nullptr, 0, nullptr), 0);
    const std::vector<unsigned char> ours = result(data, 1);
    std::memset(data.d(1), 0xFF, ours.size());

    std::string reason;
    const auto queue = library.product(data, false, reason);
    const bool is_fp8 = bytes_of(c.formats.a) == 1 && c.formats.a != ElementFormat::int8;
    const bool both_e5m2 = c.formats.a == ElementFormat::e5m2 && c.formats.b == ElementFormat::e5m2;
    EXPECT_EQ(bool(queue), !is_fp8 || (c.formats.accumulator == ElementFormat::fp32 && !both_e5m2)) << reason;
    EXPECT_EQ(reason.empty(), bool(queue));
    if (!queue) continue;
    queue(1);
    EXPECT_EQ(result(data, 1), ours);
  }
  EXPECT_TRUE(executor.faults().empty());
}

}  // namespace
}  // namespace ulpgate::cuda::bench
