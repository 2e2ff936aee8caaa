#pragma once
// The formats that an offer names for the tensors of an operation, in the operation's order; nullptr where it
// has none.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/api/implementation.h"
#include "suites/framework/share.h"

namespace ulpgate {

/// Place of the tensor of that name, which must be there.
template <typename Tensors>
std::size_t tensor_place(const Tensors& tensors, std::string_view name) {
  std::size_t i = 0;
  while (tensors.at(i).name != name) ++i;
  return i;
}

/// nullptr where the operation or the offer does not have it.
template <typename Tensors>
const Format* tensor_format(const Tensors& tensors, const std::vector<const Format*>& formats,
                            std::string_view name) {
  for (std::size_t i = 0; i < formats.size(); ++i) {
    if (tensors[i].name == name) return formats[i];
  }
  return nullptr;
}

/// "fp16.gamma-fp32_to_fp16": inputs, then outputs; those that may be left out with their names.
template <typename Tensors>
std::string formats_text(const Tensors& tensors, const std::vector<const Format*>& formats) {
  std::string text;
  bool output = false;
  for (std::size_t i = 0; i < formats.size(); ++i) {
    const auto& t = tensors[i];
    if (formats[i] == nullptr) continue;
    if (!text.empty()) text += t.output && !output ? "_to_" : ".";
    output = t.output;
    if (t.optional) text += std::string(t.name) + "-";
    text += formats[i]->name;
  }
  return text;
}

/// Every offer that `understand` takes, in the implementation's order. Where there are more than eight, each
/// one takes its part of the cases that all of them share: every 1 + (count - 1) / 8 * `steps`-th.
template <typename Understood, typename Understand>
std::vector<Understood> sharing_offers(const Implementation& implementation, std::size_t steps,
                                       const Understand& understand) {
  std::vector<Understood> all;
  for (const Offer& offer : implementation.offers()) {
    if (std::optional<Understood> understood = understand(offer)) all.push_back(std::move(*understood));
  }
  constexpr std::size_t whole = 8;  // as many offers take all cases
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].share = {1 + (all.size() - 1) / whole * steps, i};
    all[i].emulated = implementation.emulated();
  }
  return all;
}

}  // namespace ulpgate
