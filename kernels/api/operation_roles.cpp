#include "kernels/api/operation_roles.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "kernels/api/block_operations.h"
#include "kernels/api/row_operations.h"

namespace ulpgate {
namespace {

struct Role {
  std::string_view name;
  bool optional = false;
};

struct Roles {
  std::string_view operation;
  std::vector<Role> roles;
  bool all_or_none = false;  ///< of the optional ones
};

std::vector<Roles> made() {
  std::vector<Roles> all{
      {"convert", {{"from"}, {"to"}}},
      {"gemm",
       {{"a"},
        {"b"},
        {"c"},
        {"d"},
        {"alpha"},
        {"bias", true},
        {"a_scale", true},
        {"b_scale", true},
        {"amax", true}}},
      {"mma", {{"a"}, {"b"}, {"c"}, {"d"}, {"a_scale", true}, {"b_scale", true}}, true},
      {"grad_scaler", {{"gradient"}}},
      {"autocast", {{"low"}}},
  };
  for (const RowOperation& operation : row_operations()) {
    Roles& r = all.emplace_back(Roles{operation.name, {}, false});
    for (const RowTensor& t : operation.tensors) r.roles.push_back({t.name, t.optional});
  }
  for (const BlockOperation& operation : block_operations()) {
    Roles& r = all.emplace_back(Roles{operation.name, {}, false});
    for (const BlockTensor& t : operation.tensors) r.roles.push_back({t.name, t.optional});
  }
  return all;
}

const std::vector<Roles>& all_roles() {
  static const std::vector<Roles> all = made();
  return all;
}

/// `x takes the formats of "a", ["b"] and "c", in this order; those in brackets where it has them`.
std::string rule(const Roles& r) {
  std::string text = std::string(r.operation) + " takes the formats of ";
  bool brackets = false;
  for (std::size_t i = 0; i < r.roles.size(); ++i) {
    const Role& role = r.roles[i];
    if (i > 0) text += i + 1 == r.roles.size() ? " and " : ", ";
    text += (role.optional ? "[\"" : "\"") + std::string(role.name) + (role.optional ? "\"]" : "\"");
    brackets = brackets || role.optional;
  }
  text += ", in this order";
  if (brackets) text += "; those in brackets where it has them";
  return r.all_or_none ? text + ", all or none" : text;
}

bool follows(const Formats& formats, const Roles& r) {
  std::size_t next = 0, given = 0, known = 0;
  for (const Role& role : r.roles) {
    const bool there = next < formats.size() && formats[next].first == role.name;
    if (!there && !role.optional) return false;
    next += there ? 1 : 0;
    given += there && role.optional ? 1 : 0;
    known += role.optional ? 1 : 0;
  }
  return next == formats.size() && (!r.all_or_none || given == 0 || given == known);
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

bool has_state(std::string_view operation) { return operation == "grad_scaler"; }

}  // namespace ulpgate
