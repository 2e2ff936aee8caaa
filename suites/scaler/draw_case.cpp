// What RapidCheck draws.
#include <algorithm>
#include <array>
#include <cmath>

#include "suites/framework/random.h"
#include "suites/scaler/cases.h"

namespace ulpgate::scaler {
namespace {

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed, 72) {}
  int below(int n) { return static_cast<int>(random_.below(next_++, static_cast<std::uint64_t>(n))); }
  bool one_in(int n) { return below(n) == 0; }

 private:
  CounterRandom random_;
  std::uint64_t next_ = 0;
};

ScalerCase draw_options(Draw& d, std::uint64_t seed) {
  constexpr std::array<float, 10> scales{1,          3,        1024,      65536, 0x1p127f,
                                         0x1.8p126f, 0x1p-20f, 0x1p-126f, 1e-3f, 49};
  constexpr std::array<double, 6> growths{2, 2, 1.1, 2.5, 16, 1.0000001};
  constexpr std::array<double, 5> backoffs{0.5, 0.5, 0.25, 0.3, 0.9};
  ScalerCase c;
  c.seed = seed;
  c.init_scale = scales.at(static_cast<std::size_t>(d.below(10)));
  c.growth = growths.at(static_cast<std::size_t>(d.below(6)));
  c.backoff = backoffs.at(static_cast<std::size_t>(d.below(5)));
  c.interval = 1 + d.below(4);
  c.fused = static_cast<std::uint32_t>(d.one_in(3) ? d.below(4) : 0);
  c.lead = static_cast<std::size_t>(d.below(4));
  return c;
}

DeviceGradients draw_gradients(Draw& d) {
  constexpr std::array contents{GradientContent::plus_infinity, GradientContent::minus_infinity,
                                GradientContent::nan, GradientContent::large};
  constexpr std::array<int, 8> sizes{0, 1, 2, 3, 8, 17, 33, 100};
  DeviceGradients g;
  g.device = d.one_in(3) ? d.below(most_devices) : 0;
  g.size = sizes.at(static_cast<std::size_t>(d.below(8)));
  if (d.one_in(4) && g.size > 0) {
    g.content = contents.at(static_cast<std::size_t>(d.below(4)));
    g.place = d.one_in(2) ? g.size - 1 : d.below(static_cast<int>(g.size));
  }
  return g;
}

ScalerCommand backward(Draw& d, int optimizer) {
  ScalerCommand c{.call = ScalerCall::backward, .optimizer = optimizer};
  for (int t = d.below(3); t >= 0; --t) c.gradients.push_back(draw_gradients(d));
  return c;
}

ScalerCommand draw_command(const ScalerOffer& o, Draw& d) {
  constexpr std::array calls{
      ScalerCall::scale, ScalerCall::backward, ScalerCall::backward, ScalerCall::unscale,   ScalerCall::step,
      ScalerCall::step,  ScalerCall::update,   ScalerCall::update,   ScalerCall::zero_grad, ScalerCall::load};
  ScalerCommand c{.call = calls.at(static_cast<std::size_t>(d.below(10)))};
  c.optimizer = d.one_in(3) ? d.below(3) : 0;
  if (o.schedule && d.one_in(8)) c.call = ScalerCall::schedule;
  switch (c.call) {
    case ScalerCall::backward:
      return backward(d, c.optimizer);
    case ScalerCall::update:
      if (d.one_in(8)) c.new_scale = std::ldexp(1.0f + static_cast<float>(d.below(8)) / 8, d.below(30) - 10);
      break;
    case ScalerCall::load:
      if (!d.one_in(4)) c.loaded = ScaleState{std::ldexp(1.0, d.below(40) - 20), d.below(4), 1};
      break;
    default:
      break;
  }
  return c;
}

}  // namespace

ScalerCase draw_script(const ScalerOffer& o, std::uint64_t seed, int size) {
  Draw d(seed);
  ScalerCase c = draw_options(d, seed);
  if (!d.one_in(4)) c.script.push_back({.call = ScalerCall::scale});
  for (int i = 2 + std::max(size, 4) * d.below(8) / 10; i > 0; --i) c.script.push_back(draw_command(o, d));
  return c;
}

ScalerCase draw_training(const ScalerOffer& offer, std::uint64_t seed, int size) {
  Draw d(seed);
  ScalerCase c = draw_options(d, seed);
  for (int step = 1 + size / 8; step > 0; --step) {
    c.script.push_back({.call = ScalerCall::scale});
    const int optimizers = 1 + (d.one_in(3) ? d.below(3) : 0);
    for (int o = 0; o < optimizers; ++o) {
      c.script.push_back({.call = ScalerCall::zero_grad, .optimizer = o});
      c.script.push_back(backward(d, o));
      if (d.one_in(2)) c.script.push_back({.call = ScalerCall::unscale, .optimizer = o});
    }
    for (int o = 0; o < optimizers; ++o) c.script.push_back({.call = ScalerCall::step, .optimizer = o});
    c.script.push_back({.call = ScalerCall::update});
    for (int i = 0; offer.schedule && i < optimizers; ++i)
      c.script.push_back({.call = ScalerCall::schedule, .optimizer = i});
  }
  return c;
}

}  // namespace ulpgate::scaler
