// The models of matrix instructions in reference/tensor_core, as implementations: what an architecture's
// Tensor Cores compute, without one.
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/adapters/model/calls.h"
#include "kernels/adapters/model/variants.h"
#include "kernels/api/implementation.h"

namespace ulpgate::adapters {
namespace {

/// The profile of "model-sm_90"; CMake makes a name for each that the program carries.
const Profile& profile_of(std::string_view name) {
  return *find_profile(name.substr(std::string_view("model-").size()));
}

class Model : public Implementation {
 public:
  explicit Model(std::string_view name)
      : name_(name),
        profile_(profile_of(name)),
        mma_(model::mma_variants(profile_)),
        gemm_(model::gemm_variants(profile_)) {}

  std::string name() const override { return name_; }
  std::string version() const override { return "1"; }
  std::string description() const override {
    return "the model of " + profile_.name + "'s matrix instructions";
  }
  bool concurrent() const override { return true; }

  std::vector<Offer> offers() const override {
    std::vector<Offer> all;
    for (const model::MmaVariant& v : mma_) all.push_back(v.offer);
    for (const model::GemmVariant& v : gemm_) all.push_back(v.offer);
    return all;
  }

  Reply call(const Call& call) override {
    for (const model::MmaVariant& v : mma_) {
      if (serves(v.offer, call)) return model::run_mma(v, call);
    }
    for (const model::GemmVariant& v : gemm_) {
      if (serves(v.offer, call)) return model::run_gemm(v, call);
    }
    return {Status::unsupported, name_ + " has no " + std::string(call.variant) + " for these formats"};
  }

 private:
  std::string name_;
  const Profile& profile_;
  std::vector<model::MmaVariant> mma_;
  std::vector<model::GemmVariant> gemm_;
};

}  // namespace

std::unique_ptr<Implementation> make_model(std::string_view name) { return std::make_unique<Model>(name); }

}  // namespace ulpgate::adapters
