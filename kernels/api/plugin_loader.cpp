#include "kernels/api/plugin_loader.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <ulpgate/plugin.h>
#include <utility>
#include <vector>

#include "kernels/api/plugin_check.h"
#include "kernels/api/printable.h"
#include "kernels/api/shared_library.h"

namespace ulpgate {
namespace {

/// A Call as the C structs of plugin.h. Lives as long as the call.
class CCall {
 public:
  explicit CCall(const Call& call) {
    for (const Tensor& t : call.tensors) {
      tensors_.push_back(
          {terminated(t.name), terminated(t.format->name),
           static_cast<std::uint32_t>(t.memory == Memory::host ? ULPGATE_HOST : ULPGATE_DEVICE),
           static_cast<std::uint32_t>(t.shape.size()), t.shape.data(), t.strides.data(), t.data});
    }
    for (const Scalar& s : call.scalars) {
      scalars_.push_back({terminated(s.name), terminated(s.format->name), s.bits});
    }
    call_.struct_size = sizeof call_;
    call_.operation = terminated(call.operation);
    call_.variant = terminated(call.variant);
    call_.tensors = tensors_.data();
    call_.tensor_count = tensors_.size();
    call_.scalars = scalars_.data();
    call_.scalar_count = scalars_.size();
    call_.stream = call.stream;
  }
  CCall(const CCall&) = delete;
  CCall& operator=(const CCall&) = delete;

  const ulpgate_call* get() const { return &call_; }

 private:
  const char* terminated(std::string_view text) { return strings_.emplace_back(text).c_str(); }

  std::deque<std::string> strings_;  // a deque: addresses stay
  std::vector<ulpgate_tensor> tensors_;
  std::vector<ulpgate_scalar> scalars_;
  ulpgate_call call_{};
};

Reply to_reply(int status, const ulpgate_reply& reply) {
  const std::size_t length = strnlen(reply.message, sizeof reply.message);
  std::string message = printable({reply.message, length}, sizeof reply.message);
  switch (status) {
    case ULPGATE_OK:
      return {Status::ok, std::move(message)};
    case ULPGATE_UNSUPPORTED:
      return {Status::unsupported, std::move(message)};
    case ULPGATE_INVALID:
      return {Status::invalid, std::move(message)};
    case ULPGATE_FAILED:
      return {Status::failed, std::move(message)};
    default:
      return {Status::failed, "call() returned " + std::to_string(status) + ", which is no status"};
  }
}

/// What a call answers, whatever it does.
template <typename Function>
Reply answer_of(const Function& function) {
  ulpgate_reply reply{};
  try {
    return to_reply(function(&reply), reply);
  } catch (...) {
    return {Status::failed, "call() threw a C++ exception"};
  }
}

class PluginObject : public StatefulObject {
 public:
  PluginObject(const ulpgate_objects& functions, void* object) : functions_(functions), object_(object) {}
  PluginObject(const PluginObject&) = delete;
  PluginObject& operator=(const PluginObject&) = delete;
  ~PluginObject() override { functions_.destroy(object_); }

  Reply call(const Call& call) override {
    const CCall translated(call);
    return answer_of(
        [&](ulpgate_reply* reply) { return functions_.invoke(object_, translated.get(), reply); });
  }

 private:
  const ulpgate_objects& functions_;
  void* object_;
};

class Plugin : public Implementation {
 public:
  Plugin(const ulpgate_plugin& plugin, const ulpgate_objects* objects, std::vector<Offer> offers)
      : name_(std::string("plugin:") + plugin.name),
        version_(printable(plugin.version, 128)),
        description_(printable(plugin.description, 512)),
        concurrent_((plugin.flags & ULPGATE_CONCURRENT) != 0),
        call_(plugin.call),
        objects_(objects),
        offers_(std::move(offers)) {}

  std::string name() const override { return name_; }
  std::string version() const override { return version_; }
  std::string description() const override { return description_; }
  bool concurrent() const override { return concurrent_; }
  std::vector<Offer> offers() const override { return offers_; }

  Reply call(const Call& call) override {
    const CCall translated(call);
    return answer_of([&](ulpgate_reply* reply) { return call_(translated.get(), reply); });
  }

  Reply create(const Call& call, std::unique_ptr<StatefulObject>& object) override {
    if (objects_ == nullptr) return Implementation::create(call, object);
    const CCall translated(call);
    void* made = nullptr;
    const Reply reply =
        answer_of([&](ulpgate_reply* out) { return objects_->create(translated.get(), &made, out); });
    if (reply.status == Status::ok) object = std::make_unique<PluginObject>(*objects_, made);
    return reply;
  }

 private:
  std::string name_;
  std::string version_;
  std::string description_;
  bool concurrent_;
  int (*call_)(const ulpgate_call*, ulpgate_reply*);
  const ulpgate_objects* objects_;
  std::vector<Offer> offers_;
};

}  // namespace

std::unique_ptr<Implementation> load_plugin(const std::string& path) {
  using Entry = const ulpgate_plugin* (*)();
  const auto entry = reinterpret_cast<Entry>(shared_library_symbol(path, "ulpgate_plugin_entry"));
  const ulpgate_plugin* plugin = entry();
  using ObjectsEntry = const ulpgate_objects* (*)();
  const auto objects_entry =
      reinterpret_cast<ObjectsEntry>(optional_shared_library_symbol(path, "ulpgate_objects_entry"));
  const ulpgate_objects* objects = objects_entry == nullptr ? nullptr : objects_entry();
  std::vector<Offer> offers = checked_offers(path, plugin, objects);
  return std::make_unique<Plugin>(*plugin, objects, std::move(offers));
}

}  // namespace ulpgate
