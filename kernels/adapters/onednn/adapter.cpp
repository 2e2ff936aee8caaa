// oneDNN's matmul, softmax and layer normalization on the CPU. Everything but the engine is made for each
// call, so calls may run concurrently.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernels/adapters/onednn/matmul.h"
#include "kernels/adapters/onednn/row_variants.h"
#include "kernels/api/gemm_offer.h"
#include "kernels/api/implementation.h"

namespace ulpgate::adapters {
namespace {

using onednn::DataType;

struct Row {
  const Format* inputs;
  const Format* output;
  const char* accumulator;
  onednn::Types types;
};

const std::vector<Row>& rows() {
  using namespace formats;
  static const std::vector<Row> all{
      {&fp32, &fp32, "fp32", {DataType::f32, DataType::f32, DataType::f32}},
      {&bf16, &bf16, "fp32", {DataType::bf16, DataType::bf16, DataType::bf16}},
      {&bf16, &fp32, "fp32", {DataType::bf16, DataType::bf16, DataType::f32}},
      {&int8, &int32, "int32", {DataType::s8, DataType::s8, DataType::s32}},
  };
  return all;
}

class OneDnn : public Implementation {
 public:
  OneDnn() {
    for (const Row& r : rows()) offers_.push_back(offer(r));
    for (const onednn::RowVariant& v : row_variants_) offers_.push_back(v.offer);
  }

  std::string name() const override { return "onednn"; }
  std::string version() const override {
    const dnnl_version_t* v = dnnl::version();
    return std::to_string(v->major) + "." + std::to_string(v->minor) + "." + std::to_string(v->patch);
  }
  std::string description() const override { return "oneDNN's primitives"; }
  bool concurrent() const override { return true; }
  std::vector<Offer> offers() const override { return offers_; }

  Reply call(const Call& call) override {
    for (const onednn::RowVariant& v : row_variants_) {
      if (!serves(v.offer, call)) continue;
      RowCall row_call;
      if (Reply reply = understand_rows(call, row_call); reply.status != Status::ok) return reply;
      return onednn::run_rows(engine_, v, row_call);
    }
    for (std::size_t i = 0; i < rows().size(); ++i) {
      if (!serves(offers_[i], call)) continue;
      GemmCall gemm;
      if (Reply reply = understand_gemm(call, gemm); reply.status != Status::ok) return reply;
      return gemm.empty() ? Reply{} : run_matmul(engine_, rows()[i].types, gemm);
    }
    return {Status::unsupported, "onednn has no " + std::string(call.variant) + " for these formats"};
  }

 private:
  Offer offer(const Row& r) const {
    const bool integers = r.output == &formats::int32;
    return gemm_offer("matmul",
                      {.a = r.inputs,
                       .b = r.inputs,
                       .c = r.output,
                       .d = r.output,
                       .alpha = integers ? &formats::int32 : &formats::fp32},
                      {{"accumulator", r.accumulator}, {"alpha_zero", "multiplies"}},
                      {{"function", "matmul; alpha as output scale, beta by a post-operation sum"},
                       {"implementation", implementation_name(engine_, r.types) + " (64 x 64 x 64)"}});
  }

  dnnl::engine engine_{dnnl::engine::kind::cpu, 0};
  std::vector<onednn::RowVariant> row_variants_ = onednn::row_variants(engine_);
  std::vector<Offer> offers_;
};

}  // namespace

std::unique_ptr<Implementation> make_onednn() { return std::make_unique<OneDnn>(); }

}  // namespace ulpgate::adapters
