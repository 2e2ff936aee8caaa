// Which element of its matrices each register of an instruction holds, as the device has it: exact products
// of whole numbers. With a wrong layout nothing else that runs on Tensor Cores here means anything.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "kernels/cuda/gemm/offers.h"
#include "kernels/cuda/tests/mma_operands.h"
#include "kernels/device/cuda_error.h"
#include "kernels/device/device_info.h"
#include "kernels/device/stream.h"

namespace ulpgate::cuda::kernel_test {
namespace {

using device::check_cuda;

/// A copy on the device.
class OnDevice {
 public:
  explicit OnDevice(const std::vector<std::byte>& bytes) : memory_(bytes.size()) {
    check_cuda(cudaMemcpy(memory_.data(), bytes.data(), bytes.size(), cudaMemcpyHostToDevice), "cudaMemcpy");
  }
  void* data() const { return memory_.data(); }
  void fetch(std::vector<std::byte>& bytes) const {
    check_cuda(cudaMemcpy(bytes.data(), memory_.data(), bytes.size(), cudaMemcpyDeviceToHost), "cudaMemcpy");
  }

 private:
  device::Workspace memory_;
};

TEST(Fragments, EveryInstructionOfThisDevice) {
  if (const auto reason = device::no_device()) GTEST_SKIP() << reason->text;
  const std::string architecture = device::architecture();
  const std::vector<MmaVariant> variants = mma_variants(architecture, mma_instructions(), {});
  if (variants.empty()) GTEST_SKIP() << "no profile of " << architecture;
  for (const MmaVariant& v : variants) {
    SCOPED_TRACE(v.offer.variant + " of " + v.offer.formats[0].second + " and " + v.offer.formats[1].second);
    MmaOperands o(v);
    const OnDevice a(o.a), b(o.b), c(o.c), d(o.d);
    const MmaProblem problem{v.instruction, a.data(), b.data(), c.data(), d.data()};
    ASSERT_EQ(launch_mma(architecture_number(architecture), problem, nullptr), 0);
    check_cuda(cudaDeviceSynchronize(), "the kernel");
    d.fetch(o.d);
    o.expect_product();
  }
}

}  // namespace
}  // namespace ulpgate::cuda::kernel_test
