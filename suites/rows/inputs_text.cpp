#include "suites/rows/inputs_text.h"

#include <array>
#include <cmath>
#include <vector>

#include "reference/formats/decode.h"
#include "suites/framework/text.h"

namespace ulpgate::rows {
namespace {

enum class Reach { row, column, all };

Reach reach_of(const RowsOffer& o, const RowsCase& c, std::size_t tensor) {
  const Extents extents = o.operation->tensors[tensor].extents;
  const bool is_reduced = extents == Extents::reduced && c.outer > 1 && shape_of(o, c, tensor)[0] == 1;
  if (extents == Extents::single || is_reduced || o.operation->name == "clip_grad_norm") return Reach::all;
  return extents == Extents::row ? Reach::column : Reach::row;
}

struct Place {
  std::int64_t outer, i, inner;
};

/// An input's elements that decide another tensor's element.
std::vector<Place> places(const std::array<std::int64_t, 3>& s, Reach reach, const Element& at) {
  const auto range = [](std::int64_t extent, std::int64_t one, bool all) {
    const std::int64_t first = all || extent == 1 ? 0 : one;
    return std::pair{first, all ? extent : std::min(first + 1, extent)};
  };
  const auto [outer, outer_end] = range(s[0], at.outer, reach != Reach::row);
  const auto [first, end] = range(s[1], at.i, reach != Reach::column);
  const auto [inner, inner_end] = range(s[2], at.inner, reach == Reach::all);
  std::vector<Place> found;
  for (std::int64_t r = outer; r < outer_end; ++r)
    for (std::int64_t i = first; i < end; ++i)
      for (std::int64_t k = inner; k < inner_end; ++k) found.push_back({r, i, k});
  return found;
}

class InputText {
 public:
  InputText(const Format& format, const std::array<std::int64_t, 3>& shape,
            const std::vector<std::uint64_t>& codes)
      : format_(format), shape_(shape), codes_(codes) {}

  std::string listed(const std::vector<Place>& all) const {
    std::string text = " = [";
    for (const Place& p : all) text += (text.back() == '[' ? "" : " ") + shown_text(format_, code(p));
    return text + "]";
  }

  std::string summary(const std::vector<Place>& all) const {
    std::uint64_t not_finite = 0;
    const Place *first_of_those = nullptr, *largest = nullptr;
    for (const Place& p : all) {
      if (!std::isfinite(value(p))) {
        if (not_finite++ == 0) first_of_those = &p;
      } else if (largest == nullptr || std::fabs(value(p)) > std::fabs(value(*largest))) {
        largest = &p;
      }
    }
    std::string text = ": " + std::to_string(all.size()) + " elements";
    if (first_of_those != nullptr)
      text += ", " + std::to_string(not_finite) + " not finite, first " + element(*first_of_those);
    if (largest != nullptr) text += ", largest " + element(*largest);
    return text;
  }

 private:
  std::uint64_t code(const Place& p) const {
    return codes_[static_cast<std::size_t>((p.outer * shape_[1] + p.i) * shape_[2] + p.inner)];
  }
  double value(const Place& p) const { return to_double(format_, code(p)); }
  std::string element(const Place& p) const {
    return "(" + std::to_string(p.outer) + ", " + std::to_string(p.i) +
           (shape_[2] == 1 ? "" : ", " + std::to_string(p.inner)) + ") " + shown_text(format_, code(p));
  }

  const Format& format_;
  const std::array<std::int64_t, 3>& shape_;
  const std::vector<std::uint64_t>& codes_;
};

}  // namespace

std::string inputs_text(const RowsOffer& o, const RowsCase& c, const Element& at) {
  constexpr std::size_t shown_elements = 8;
  const Reach reach = reach_of(o, c, at.tensor);
  if (reach == Reach::row && (c.family != Family::codes || c.n > std::int64_t{shown_elements})) return {};
  const Inputs inputs = expand(o, c);
  std::string text;
  for (std::size_t t = 0; t < inputs.size(); ++t) {
    if (inputs[t].empty()) continue;
    const auto shape = shape_of(o, c, t);
    const std::vector<Place> decide = places(shape, reach, at);
    if (decide.empty()) continue;
    const InputText input(*o.formats[t], shape, inputs[t]);
    text += "; " + std::string(o.operation->tensors[t].name);
    if (reach == Reach::column && shape[1] != 1) text += " (., " + std::to_string(at.i) + ")";
    text += decide.size() <= shown_elements ? input.listed(decide) : input.summary(decide);
  }
  return text;
}

}  // namespace ulpgate::rows
