// unscale_check and scale_update.
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <string>
#include <utility>

#include "kernels/adapters/host/elements.h"
#include "kernels/adapters/host/variant.h"

namespace ulpgate::host {
namespace {

template <class Word>
Word word_at(const RowView& v, std::int64_t outer, std::int64_t i = 0) {
  Word word;
  std::memcpy(&word, v.at(outer, i), sizeof word);
  return word;
}

enum class FoundAt { scaled, unscaled, either };

struct Unscaling {
  bool divides = false;
  FoundAt found = FoundAt::scaled;
  bool as_fp32 = false;
};

/// One call. Compute is the format of products: double of fp64, else float.
template <class Compute>
class Unscale {
 public:
  Unscale(const Unscaling& plan, const RowCall& call)
      : plan_(plan), call_(call), x_(call.view("x")), y_(call.view("y")) {
    scale_ = word_at<float>(call.view("scale"), 0);
    inverse_ = static_cast<float>(1.0 / static_cast<double>(scale_));
    found_ = word_at<float>(call.view("found_inf"), 0);
  }

  Reply run() {
    for (std::int64_t row = 0; row < call_.outer; ++row) {
      const std::int64_t size = size_of(row);
      for (std::int64_t i = 0; i < call_.n; ++i) {
        const double x = load(*x_.format, x_.at(row, i));
        if (i >= size) {
          copy(row, i, x);
          continue;
        }
        if (call_.find("index") != nullptr) sum(word_at<std::int64_t>(call_.view("index"), row), i, x);
        look(plan_.found != FoundAt::unscaled, x);
        unscale(row, i, x);
        look(plan_.found != FoundAt::scaled, load(*y_.format, y_.at(row, i)));
      }
    }
    for (const auto& [place, sum] : sums_) look(true, rounded_to_x(sum));
    const RowView& out = call_.view("found");
    store(*out.format, out.at(0), static_cast<double>(found_));
    return {};
  }

 private:
  std::int64_t size_of(std::int64_t row) const {
    const RowView* sizes = call_.find("sizes");
    return sizes == nullptr ? call_.n : word_at<std::int64_t>(*sizes, row);
  }
  void copy(std::int64_t row, std::int64_t i, double x) const {
    if (x_.format == y_.format) {
      std::memmove(y_.at(row, i), x_.at(row, i), x_.format->bytes());
    } else {
      store(*y_.format, y_.at(row, i), x);
    }
  }
  void look(bool looks, double x) {
    const bool beyond =
        plan_.as_fp32 && std::fabs(x) > static_cast<double>(std::numeric_limits<float>::max());
    if (looks && (beyond || !std::isfinite(x))) found_ = 1;
  }
  void unscale(std::int64_t row, std::int64_t i, double x) const {
    if (!plan_.divides && inverse_ == 1) return copy(row, i, x);
    const auto g = static_cast<Compute>(x);
    const Compute result =
        plan_.divides ? g / static_cast<Compute>(scale_) : g * static_cast<Compute>(inverse_);
    store(*y_.format, y_.at(row, i), static_cast<double>(result));
  }
  void sum(std::int64_t line, std::int64_t i, double x) {
    float& sum = sums_[{line, i}];
    sum = sum + static_cast<float>(x);
  }
  double rounded_to_x(float sum) const {
    std::byte code[sizeof(float)] = {};
    store(*x_.format, code, static_cast<double>(sum));
    return load(*x_.format, code);
  }

  Unscaling plan_;
  const RowCall& call_;
  RowView x_, y_;
  float scale_, inverse_, found_;
  std::map<std::pair<std::int64_t, std::int64_t>, float> sums_;
};

Reply update(float floor, const RowCall& call) {
  const double growth = *call.scalar("growth"), backoff = *call.scalar("backoff"),
               interval = *call.scalar("interval");
  const RowView &new_scale = call.view("new_scale"), &new_tracker = call.view("new_tracker");
  for (std::int64_t i = 0; i < call.n; ++i) {
    auto scale = word_at<float>(call.view("scale"), 0, i);
    auto tracker = word_at<std::int32_t>(call.view("tracker"), 0, i);
    bool found = false;
    for (std::int64_t device = 0; device < call.outer; ++device)
      found = found || !(word_at<float>(call.view("found_inf"), device, i) == 0);
    if (found) {
      const auto smaller = static_cast<float>(static_cast<double>(scale) * backoff);
      scale = smaller < floor ? floor : smaller;
      tracker = 0;
    } else if (static_cast<double>(++tracker) == interval) {
      const auto larger = static_cast<float>(static_cast<double>(scale) * growth);
      if (std::isfinite(larger)) scale = larger;
      tracker = 0;
    }
    std::memcpy(new_scale.at(0, i), &scale, sizeof scale);
    std::memcpy(new_tracker.at(0, i), &tracker, sizeof tracker);
  }
  return {};
}

Variant unscale_variant(std::string name, const Format& x, const Unscaling& plan, bool sizes, bool index) {
  const bool wide = &x == &formats::fp64;
  const char* found[] = {"scaled", "unscaled", "either"};
  Claims claims{{"accumulator", wide ? "fp64" : "fp32"},
                {"unscaling", plan.divides ? "division" : "reciprocal"},
                {"found_at", found[static_cast<std::size_t>(plan.found)]}};
  if (plan.as_fp32) claims["checks"] = "fp32";
  return {Offer{"unscale_check",
                std::move(name),
                formats_of({{"x", &x},
                            {"sizes", sizes ? &formats::int64 : nullptr},
                            {"index", index ? &formats::int64 : nullptr},
                            {"scale", &formats::fp32},
                            {"found_inf", &formats::fp32},
                            {"y", &x},
                            {"found", &formats::fp32}}),
                std::move(claims),
                {{"function", "unscaling in plain C++"}}},
          [plan, wide](const RowCall& call) {
            return wide ? Unscale<double>(plan, call).run() : Unscale<float>(plan, call).run();
          }};
}

Variant update_variant(std::string name, float floor) {
  const Format *f = &formats::fp32, *whole = &formats::int32;
  Claims claims{{"accumulator", "fp64"}};
  if (floor != 0) claims["floor"] = "1";
  return {
      Offer{
          "scale_update",
          std::move(name),
          formats_of(
              {{"found_inf", f}, {"scale", f}, {"tracker", whole}, {"new_scale", f}, {"new_tracker", whole}}),
          std::move(claims),
          {{"function", "a scale's update in plain C++"}}},
      [floor](const RowCall& call) { return update(floor, call); }};
}

}  // namespace

std::vector<Variant> loss_scaling_variants() {
  using namespace formats;
  std::vector<Variant> all;
  for (const Format* f : {&fp32, &fp16, &bf16, &fp64})
    all.push_back(unscale_variant("tensors", *f, {}, true, false));
  all.push_back(
      unscale_variant("division", fp32, {.divides = true, .found = FoundAt::unscaled}, false, false));
  all.push_back(unscale_variant("either", fp16, {.found = FoundAt::either}, false, false));
  all.push_back(unscale_variant("sparse", fp16, {}, true, true));
  all.push_back(unscale_variant("checks_as_fp32", fp64, {.as_fp32 = true}, false, false));
  all.push_back(update_variant("pytorch", 0));
  all.push_back(update_variant("floor", 1));
  return all;
}

}  // namespace ulpgate::host
