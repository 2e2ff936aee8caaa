#include "suites/scaler/shrink_case.h"

#include <algorithm>

namespace ulpgate::scaler {
namespace {

class Simpler {
 public:
  explicit Simpler(const ScalerCase& c) : from_(c) {}

  std::vector<ScalerCase> all() {
    leave_out();
    without_gradients();
    for (std::size_t i = 0; i < from_.script.size(); ++i) {
      gradients(i);
      plainer(i);
    }
    options();
    return std::move(out_);
  }

 private:
  ScalerCase& add() { return out_.emplace_back(from_); }
  template <typename T>
  void reset(T ScalerCase::*member, T simplest) {
    if (from_.*member != simplest) add().*member = simplest;
  }

  void leave_out() {
    const std::size_t n = from_.script.size();
    for (std::size_t part = (n + 1) / 2; part > 0; part = part == 1 ? 0 : (part + 1) / 2) {
      for (std::size_t at = 0; at < n; at += part) {
        ScalerScript& s = add().script;
        s.erase(s.begin() + static_cast<std::ptrdiff_t>(at),
                s.begin() + static_cast<std::ptrdiff_t>(std::min(at + part, n)));
      }
    }
  }

  /// An optimizer that is fused needs no gradients to step with, nor does an update that is given its scale.
  void without_gradients() {
    for (int o = 0; o < most_optimizers; ++o) {
      ScalerCase fewer = from_;
      std::erase_if(fewer.script, [o](const ScalerCommand& c) {
        return c.optimizer == o && (c.call == ScalerCall::backward || c.call == ScalerCall::zero_grad);
      });
      if (fewer.script.size() == from_.script.size()) continue;
      ScalerCase& fused = out_.emplace_back(fewer);
      fused.fused |= 1u << o;
      for (ScalerCommand& c : fewer.script) {
        if (c.call == ScalerCall::update && !c.new_scale) c.new_scale = 4;
      }
      out_.push_back(fewer);
      fewer.fused |= 1u << o;
      out_.push_back(fewer);
    }
  }

  void gradients(std::size_t i) {
    const std::vector<DeviceGradients>& all = from_.script[i].gradients;
    for (std::size_t t = 0; t < all.size(); ++t) {
      const auto change = [&]() -> DeviceGradients& { return add().script[i].gradients[t]; };
      if (all.size() > 1) {
        auto& fewer = add().script[i].gradients;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(t));
      }
      const DeviceGradients& g = all[t];
      if (g.content != GradientContent::finite) change().content = GradientContent::finite;
      if (g.content == GradientContent::nan || g.content == GradientContent::minus_infinity)
        change().content = GradientContent::plus_infinity;
      if (g.device != 0) change().device = 0;
      if (g.shard != 0) change().shard = 0;
      shorter(g, change);
    }
  }

  template <typename Change>
  static void shorter(const DeviceGradients& g, const Change& change) {
    for (const std::int64_t size : {std::int64_t{1}, g.size / 2, g.size - 1}) {
      if (size < 1 || size >= g.size) continue;
      DeviceGradients& first = change();
      first.size = size;
      first.place = std::min(g.place, size - 1);
      // The end stays the end.
      if (g.place == g.size - 1) {
        DeviceGradients& last = change();
        last.size = size;
        last.place = size - 1;
      }
    }
    if (g.place != 0) change().place = 0;
  }

  void plainer(std::size_t i) {
    const ScalerCommand& command = from_.script[i];
    if (command.optimizer != 0) {
      // All of its commands at once, so that they stay together.
      for (ScalerCommand& c : add().script) {
        if (c.optimizer == command.optimizer) c.optimizer = 0;
      }
    }
    if (command.new_scale) add().script[i].new_scale.reset();
    if (command.loaded && command.loaded->clean != 0) add().script[i].loaded->clean = 0;
  }

  void options() {
    reset(&ScalerCase::fused, std::uint32_t{0});
    reset(&ScalerCase::lead, std::size_t{0});
    reset(&ScalerCase::growth, 2.0);
    reset(&ScalerCase::backoff, 0.5);
    reset(&ScalerCase::init_scale, 1.0f);
    if (from_.init_scale != 1.0f) reset(&ScalerCase::init_scale, 1024.0f);
    reset(&ScalerCase::interval, std::int64_t{1});
    reset(&ScalerCase::seed, std::uint64_t{0});
  }

  const ScalerCase& from_;
  std::vector<ScalerCase> out_;
};

}  // namespace

std::vector<ScalerCase> simpler_cases(const ScalerCase& c) { return Simpler(c).all(); }

}  // namespace ulpgate::scaler
