// Operations on rows, quantization and a loss scaler in plain C++, in the algorithms and accumulators that
// their claims can name: right ones, which the suites must not accuse.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernels/adapters/host/autocast.h"
#include "kernels/adapters/host/quantize/variant.h"
#include "kernels/adapters/host/scaler_object.h"
#include "kernels/adapters/host/variant.h"

namespace ulpgate::adapters {
namespace {

class Host : public Implementation {
 public:
  Host() {
    for (const auto make :
         {host::softmax_variants, host::log_softmax_variants, host::layer_norm_variants,
          host::rms_norm_variants, host::group_norm_variants, host::softmax_backward_variants,
          host::norm_backward_variants, host::group_norm_backward_variants, host::cross_entropy_variants,
          host::optimizer_variants, host::gradient_variants, host::loss_scaling_variants,
          host::attention_variants}) {
      for (host::Variant& v : make()) variants_.push_back(std::move(v));
    }
    for (const auto make : {host::amax_variants, host::quantize_variants, host::dequantize_variants,
                            host::delayed_scale_variants, host::hadamard_variants}) {
      for (host::BlockVariant& v : make()) block_variants_.push_back(std::move(v));
    }
  }

  std::string name() const override { return "host"; }
  std::string version() const override { return "1"; }
  std::string description() const override {
    return "softmax, normalizations, cross entropy, attention, quantization, loss scaling and optimizer "
           "steps in "
           "plain C++";
  }
  bool concurrent() const override { return true; }

  std::vector<Offer> offers() const override {
    std::vector<Offer> all;
    for (const host::Variant& v : variants_) all.push_back(v.offer);
    for (const host::BlockVariant& v : block_variants_) all.push_back(v.offer);
    for (Offer& o : host::scaler_offers()) all.push_back(std::move(o));
    for (Offer& o : host::autocast_offers()) all.push_back(std::move(o));
    return all;
  }

  Reply call(const Call& call) override {
    for (const host::Variant& v : variants_) {
      if (!serves(v.offer, call)) continue;
      RowCall rows;
      if (Reply reply = understand_rows(call, rows); reply.status != Status::ok) return reply;
      return v.run(rows);
    }
    for (const host::BlockVariant& v : block_variants_) {
      if (!serves(v.offer, call)) continue;
      BlockCall blocks;
      if (Reply reply = understand_blocks(call, blocks); reply.status != Status::ok) return reply;
      if (std::string wrong = wrong_scales(blocks, call.operation, v.block.rows, v.block.columns, v.storage);
          !wrong.empty())
        return {Status::invalid, std::move(wrong)};
      if (std::string wrong = wrong_elements(blocks, v.packing != ElementPacking::none); !wrong.empty())
        return {Status::invalid, std::move(wrong)};
      return v.run(blocks);
    }
    return {Status::unsupported, "host has no " + std::string(call.variant) + " for these formats"};
  }

  Reply create(const Call& call, std::unique_ptr<StatefulObject>& object) override {
    for (const Offer& o : host::scaler_offers()) {
      if (serves(o, call)) return host::create_scaler(call, object);
    }
    for (const Offer& o : host::autocast_offers()) {
      if (serves(o, call)) return host::create_autocast(call, object);
    }
    return Implementation::create(call, object);
  }

 private:
  std::vector<host::Variant> variants_;
  std::vector<host::BlockVariant> block_variants_;
};

}  // namespace

std::unique_ptr<Implementation> make_host() { return std::make_unique<Host>(); }

}  // namespace ulpgate::adapters
