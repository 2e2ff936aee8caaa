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
        convert_(cuda::convert_variants(pairs(architecture_), ran())),
        mma_(cuda::mma_variants(architecture_, cuda::mma_instructions(), ran())),
        gemm_(cuda::gemm_variants(architecture_, cuda::gemm_kernels(), ran())),
        rows_(rows(architecture_)),
        blocks_(blocks(architecture_)) {}

  std::string name() const override { return name_; }
  std::string version() const override { return "1"; }
  std::string description() const override {
    return "our CUDA kernels for " + architecture_ + " on the CPU executor";
  }
  bool emulated() const override { return true; }
  bool concurrent() const override { return true; }

  std::vector<Offer> offers() const override {
    std::vector<Offer> all;
    for (const cuda::ConvertVariant& v : convert_) all.push_back(v.offer);
    for (const cuda::MmaVariant& v : mma_) all.push_back(v.offer);
    for (const cuda::GemmVariant& v : gemm_) all.push_back(v.offer);
    for (const cuda::RowsVariant& v : rows_) all.push_back(v.offer);
    for (const cuda::BlocksVariant& v : blocks_) all.push_back(v.offer);
    return all;
  }

  Reply call(const Call& call) override {
    for (const cuda::ConvertVariant& v : convert_) {
      if (serves(v.offer, call)) return simt_adapter::run_convert(v, call, executors_);
    }
    for (const cuda::MmaVariant& v : mma_) {
      if (serves(v.offer, call)) return simt_adapter::run_mma(v, number_, call, executors_);
    }
    for (const cuda::GemmVariant& v : gemm_) {
      if (serves(v.offer, call)) return simt_adapter::run_gemm(v, number_, call, executors_);
    }
    for (const cuda::RowsVariant& v : rows_) {
      if (serves(v.offer, call)) return simt_adapter::run_rows(v, call, executors_);
    }
    for (const cuda::BlocksVariant& v : blocks_) {
      if (serves(v.offer, call)) return simt_adapter::run_blocks(v, call, executors_);
    }
    return {Status::unsupported, name_ + " has no " + std::string(call.variant) + " for these formats"};
  }

 private:
  /// The same kernels, the same arithmetic: all their pairs on one architecture, which take a minute to
  /// judge.
  static cuda::ConvertPairs pairs(std::string_view architecture) {
    return architecture == "sm_90" ? cuda::ConvertPairs::all : cuda::ConvertPairs::training;
  }
  /// On the same one: they compute the same on all.
  static std::vector<cuda::RowsVariant> rows(std::string_view architecture) {
    return architecture == "sm_90" ? cuda::rows_variants(ran()) : std::vector<cuda::RowsVariant>();
  }
  static std::vector<cuda::BlocksVariant> blocks(std::string_view architecture) {
    return architecture == "sm_90" ? cuda::blocks_variants(ran()) : std::vector<cuda::BlocksVariant>();
  }
  static std::map<std::string, std::string> ran() { return {{"runs_on", "the CPU executor"}}; }

  std::string name_;
  std::string architecture_;
  int number_;
  simt_adapter::Executors executors_;
  std::vector<cuda::ConvertVariant> convert_;
  std::vector<cuda::MmaVariant> mma_;
  std::vector<cuda::GemmVariant> gemm_;
  std::vector<cuda::RowsVariant> rows_;
  std::vector<cuda::BlocksVariant> blocks_;
};

}  // namespace

std::unique_ptr<Implementation> make_simt(std::string_view name) { return std::make_unique<Simt>(name); }

}  // namespace ulpgate::adapters
