// Our CUDA kernels on the CPU executor, with the Tensor Cores of an architecture's profile.
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/adapters/simt/calls.h"
#include "kernels/api/implementation.h"

namespace ulpgate::adapters {
namespace {

class Simt : public Implementation {
 public:
  explicit Simt(std::string_view name)
      : name_(name),
        architecture_(name.substr(std::string_view("simt-").size())),
        number_(cuda::architecture_number(architecture_)),
        executors_(architecture_),
        mma_(cuda::mma_variants(architecture_, cuda::mma_instructions(), ran())),
        gemm_(cuda::gemm_variants(architecture_, cuda::gemm_kernels(), ran())) {}

  std::string name() const override { return name_; }
  std::string version() const override { return "1"; }
  std::string description() const override {
    return "our CUDA kernels for " + architecture_ + " on the CPU executor";
  }
  bool emulated() const override { return true; }
  bool concurrent() const override { return true; }

  std::vector<Offer> offers() const override {
    std::vector<Offer> all;
    for (const cuda::MmaVariant& v : mma_) all.push_back(v.offer);
    for (const cuda::GemmVariant& v : gemm_) all.push_back(v.offer);
    return all;
  }

  Reply call(const Call& call) override {
    for (const cuda::MmaVariant& v : mma_) {
      if (serves(v.offer, call)) return simt_adapter::run_mma(v, number_, call, executors_);
    }
    for (const cuda::GemmVariant& v : gemm_) {
      if (serves(v.offer, call)) return simt_adapter::run_gemm(v, number_, call, executors_);
    }
    return {Status::unsupported, name_ + " has no " + std::string(call.variant) + " for these formats"};
  }

 private:
  static std::map<std::string, std::string> ran() { return {{"runs_on", "the CPU executor"}}; }

  std::string name_;
  std::string architecture_;
  int number_;
  simt_adapter::Executors executors_;
  std::vector<cuda::MmaVariant> mma_;
  std::vector<cuda::GemmVariant> gemm_;
};

}  // namespace

std::unique_ptr<Implementation> make_simt(std::string_view name) { return std::make_unique<Simt>(name); }

}  // namespace ulpgate::adapters
