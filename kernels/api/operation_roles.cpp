#include "kernels/api/operation_roles.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace ulpgate {
namespace {

using Names = std::vector<std::string_view>;

struct Roles {
  std::string_view operation;
  Names required;
  Names optional;
  bool all_or_none;  ///< of `optional`
};

const std::vector<Roles>& all_roles() {
  static const std::vector<Roles> all{
      {"convert", {"from", "to"}, {}, true},
      {"gemm", {"a", "b", "c", "d", "alpha"}, {"bias", "a_scale", "b_scale", "amax"}, false},
      {"mma", {"a", "b", "c", "d"}, {"a_scale", "b_scale"}, true},
  };
  return all;
}

/// `"a", "b" and "c"`.
std::string listed(const Names& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " and " : ", ";
    text += '"' + std::string(names[i]) + '"';
  }
  return text;
}

std::string rule(const Roles& r) {
  std::string text =
      std::string(r.operation) + " takes the formats of " + listed(r.required) + ", in this order";
  if (!r.optional.empty()) {
    text += ", and then, where it has them, of " + listed(r.optional);
    if (r.all_or_none) text += " together";
  }
  return text;
}

bool follows(const Formats& formats, const Roles& r) {
  const bool begins = formats.size() >= r.required.size() &&
                      std::equal(r.required.begin(), r.required.end(), formats.begin(),
                                 [](auto role, const auto& f) { return f.first == role; });
  if (!begins) return false;
  const std::size_t more = formats.size() - r.required.size();
  if (r.all_or_none && more != 0 && more != r.optional.size()) return false;
  auto place = r.optional.begin();
  for (std::size_t i = r.required.size(); i < formats.size(); ++i) {
    place = std::find(place, r.optional.end(), formats[i].first);
    if (place == r.optional.end()) return false;
    ++place;
  }
  return true;
}

bool is_scalar_format(std::string_view name) {
  constexpr std::array<std::string_view, 5> formats{"fp64", "fp32", "fp16", "int32", "int64"};
  return std::find(formats.begin(), formats.end(), name) != formats.end();
}

}  // namespace

std::string wrong_roles(const Offer& offer) {
  for (const Roles& r : all_roles()) {
    if (r.operation != offer.operation) continue;
    if (!follows(offer.formats, r)) return rule(r);
    for (const auto& [role, format] : offer.formats) {
      if (role == "alpha" && !is_scalar_format(format))
        return "the format of alpha is " + format + ", and scalars are fp64, fp32, fp16, int32 or int64";
    }
  }
  return {};
}

}  // namespace ulpgate
