// cuDNN's cudnnSoftmaxForward and cudnnSoftmaxBackward.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/adapters/cudnn/softmax.h"
#include "kernels/device/device_info.h"

namespace ulpgate::adapters {
namespace {

/// What a call works with. Making it needs a device.
struct Session {
  device::Stream stream;
  cudnn::Handle handle{stream.get()};
};

class Cudnn : public Implementation {
 public:
  std::string name() const override { return "cudnn"; }
  std::string version() const override {
    const std::size_t version = cudnnGetVersion();  // 91900 is 9.19.0
    return std::to_string(version / 10000) + "." + std::to_string(version / 100 % 100) + "." +
           std::to_string(version % 100);
  }
  std::string description() const override { return "cuDNN's softmax"; }
  bool concurrent() const override { return false; }
  std::optional<NotRun> not_run() const override { return device::no_device(); }

  std::vector<Offer> offers() const override {
    std::vector<Offer> all;
    for (const cudnn::Variant& v : variants_) all.push_back(v.offer);
    return all;
  }

  Reply call(const Call& call) override {
    for (const cudnn::Variant& v : variants_) {
      if (!serves(v.offer, call)) continue;
      try {
        if (!session_) session_ = std::make_unique<Session>();
        return cudnn::run_softmax(v, call, session_->handle, session_->stream);
      } catch (const cudnn::CudnnError& error) {
        return {error.is_refusal() ? Status::unsupported : Status::failed, error.what()};
      } catch (const device::CudaError& error) {
        return {Status::failed, error.what()};
      }
    }
    return {Status::unsupported, "cudnn has no " + std::string(call.variant) + " for these formats"};
  }

 private:
  std::vector<cudnn::Variant> variants_ = cudnn::variants();
  std::unique_ptr<Session> session_;
};

}  // namespace

std::unique_ptr<Implementation> make_cudnn() { return std::make_unique<Cudnn>(); }

}  // namespace ulpgate::adapters
