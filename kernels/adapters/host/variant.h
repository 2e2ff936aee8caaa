#pragma once
// One entry point of the adapter.
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/api/implementation.h"
#include "kernels/api/row_call.h"

namespace ulpgate::host {

struct Variant {
  Offer offer;
  std::function<Reply(const RowCall&)> run;
};

/// Formats in the operation's order; what is nullptr is left out.
inline Formats formats_of(std::initializer_list<std::pair<const char*, const Format*>> roles) {
  Formats all;
  for (const auto& [role, format] : roles) {
    if (format != nullptr) all.emplace_back(role, format->name);
  }
  return all;
}

std::vector<Variant> softmax_variants();
std::vector<Variant> log_softmax_variants();
std::vector<Variant> layer_norm_variants();
std::vector<Variant> rms_norm_variants();
std::vector<Variant> group_norm_variants();
std::vector<Variant> softmax_backward_variants();
std::vector<Variant> norm_backward_variants();
std::vector<Variant> group_norm_backward_variants();
std::vector<Variant> cross_entropy_variants();
std::vector<Variant> optimizer_variants();
std::vector<Variant> gradient_variants();
std::vector<Variant> loss_scaling_variants();
std::vector<Variant> attention_variants();

}  // namespace ulpgate::host
