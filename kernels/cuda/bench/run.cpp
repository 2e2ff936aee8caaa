#include "kernels/cuda/bench/run.h"

#include <chrono>
#include <cuda_runtime_api.h>
#include <exception>
#include <map>
#include <memory>
#include <set>
#include <tuple>

#include "kernels/api/cuda_environment.h"
#include "kernels/cuda/bench/library_gemm.h"
#include "kernels/cuda/bench/timing.h"
#include "kernels/cuda/gemm/offers.h"
#include "kernels/device/device_info.h"

namespace ulpgate::cuda::bench {
namespace {

using device::check_cuda;

std::string library_key(const GemmCase& c) {
  return text(c.shape) + ", " + text(c.formats) + (c.kernel.promotion > 0 ? ", promoting" : "");
}

class Run {
 public:
  explicit Run(double seconds)
      : seconds_(seconds),
        architecture_(architecture_number(device::architecture())),
        cases_(gemm_cases(architecture_)) {
    std::set<std::string> measurements;
    for (const GemmCase& c : cases_) measurements.insert(library_key(c));
    // Operands and warming up take a part of the time.
    seconds_each_ = 0.6 * seconds / static_cast<double>(measurements.size() + cases_.size() + 1);
  }

  Results all() && {
    results_.environment = cuda_environment();
    results_.environment["cublas"] = library_.version();
    measure_copy();
    for (const GemmCase& c : cases_) {
      if (std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count() > seconds_) {
        results_.left_out.push_back({c, "the time was over"});
      } else {
        try {
          measure_case(c);
        } catch (const std::exception& error) {
          results_.left_out.push_back({c, error.what(), true});
        }
      }
    }
    return std::move(results_);
  }

 private:
  const device::Stream& stream() const { return library_.stream(); }

  /// Far more than any cache holds.
  void measure_copy() {
    constexpr std::size_t bytes = std::size_t{1} << 29;
    const device::Workspace from(bytes), to(bytes);
    check_cuda(cudaMemsetAsync(from.data(), 0x5A, bytes, stream().get()), "cudaMemsetAsync");
    results_.copy_bytes = 2.0 * static_cast<double>(bytes);
    results_.copy = measure(stream(), seconds_each_, [&](int) {
      check_cuda(cudaMemcpyAsync(to.data(), from.data(), bytes, cudaMemcpyDeviceToDevice, stream().get()),
                 "cudaMemcpyAsync");
    });
  }

  void use_data_of(const GemmCase& c) {
    const auto same = [](const GemmShape& x, const GemmShape& y) {
      return std::tie(x.m, x.n, x.k) == std::tie(y.m, y.n, y.k);
    };
    if (data_ && data_->formats() == c.formats && same(data_->shape(), c.shape)) return;
    data_.reset();
    data_ = std::make_unique<GemmData>(c.formats, c.shape, stream());
  }

  struct LibraryTimes {
    std::optional<Times> times;
    std::string why_not;
  };

  const LibraryTimes& of_library(const GemmCase& c) {
    const auto known = library_times_.find(library_key(c));
    if (known != library_times_.end()) return known->second;
    LibraryTimes measured;
    if (const auto queue = library_.product(*data_, c.kernel.promotion > 0, measured.why_not))
      measured.times = measure(stream(), seconds_each_, queue);
    return library_times_[library_key(c)] = std::move(measured);
  }

  void measure_case(const GemmCase& c) {
    std::string reason;
    GemmProblem p = c.problem();
    if (!supports(architecture_, p, reason)) {
      results_.left_out.push_back({c, reason});
      return;
    }
    use_data_of(c);
    const LibraryTimes& library = of_library(c);
    const device::Workspace workspace(gemm_workspace_bytes(p));
    const Times times = measure(stream(), seconds_each_, [&](int turn) {
      p.a.data = data_->a(turn);
      p.b.data = data_->b(turn);
      p.c.data = p.d.data = data_->d(turn);
      const int error = launch_gemm(architecture_, p, workspace.data(), workspace.bytes(), stream().get());
      check_cuda(error, "the launch of gemm");
    });
    results_.gemm.push_back({c, data_->bytes(), times, library.times, library.why_not});
  }

  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  double seconds_;
  int architecture_;
  std::vector<GemmCase> cases_;
  double seconds_each_ = 0;
  Library library_;
  std::unique_ptr<GemmData> data_;
  std::map<std::string, LibraryTimes> library_times_;
  Results results_;
};

}  // namespace

Results run(double seconds) { return Run(seconds).all(); }

}  // namespace ulpgate::cuda::bench
