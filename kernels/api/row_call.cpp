#include "kernels/api/row_call.h"

#include <algorithm>
#include <array>
#include <string>

#include "kernels/api/row_operations.h"
#include "reference/formats/decode.h"

namespace ulpgate {
namespace {

/// The extent that a dimension of a tensor is; each has one value in a call.
enum class Dimension { outer, n, inner, d, reduced, groups, one };

std::vector<Dimension> dimensions(Extents extents) {
  using enum Dimension;
  switch (extents) {
    case Extents::lines:
    case Extents::grouped:
      return {outer, n, inner};
    case Extents::matrix:
      return {outer, n};
    case Extents::row:
      return {n};
    case Extents::column:
      return {outer};
    case Extents::reduced:
      return {reduced};
    case Extents::values:
      return {n, d};
    case Extents::outputs:
      return {outer, d};
    case Extents::groups:
      return {outer, groups};
    case Extents::single:
      return {one};
  }
  return {};
}

/// What is wrong with the tensor itself; empty where nothing is.
std::string wrong_tensor(const Tensor& t, std::size_t rank, bool output) {
  const std::string name(t.name);
  if (t.memory != Memory::host) return name + " is not in host memory";
  if (t.shape.size() != rank || t.strides.size() != rank)
    return name + " has rank " + std::to_string(t.shape.size()) + ", and its role has rank " +
           std::to_string(rank);
  const bool empty = std::ranges::any_of(t.shape, [](std::int64_t e) { return e == 0; });
  for (std::size_t i = 0; i < rank; ++i) {
    if (t.shape[i] < 0) return name + " has the extent " + std::to_string(t.shape[i]);
    if (output && !empty && t.shape[i] > 1 && t.strides[i] == 0)
      return name + " has a stride of 0, so that its elements overlap";
  }
  if (!empty && t.data == nullptr) return name + " has no memory";
  return {};
}

RowView view_of(const Tensor& t, Extents extents) {
  RowView v{.format = t.format, .data = static_cast<std::byte*>(t.data)};
  switch (extents) {
    case Extents::lines:
    case Extents::grouped:
      v.inner_stride = t.strides[2];
      [[fallthrough]];
    case Extents::matrix:
    case Extents::outputs:
      v.outer_stride = t.strides[0];
      v.stride = t.strides[1];
      break;
    case Extents::row:
      v.stride = t.strides[0];
      break;
    case Extents::values:
      v.stride = t.strides[0];
      v.inner_stride = t.strides[1];
      break;
    case Extents::groups:
      v.inner_stride = t.strides[1];
      [[fallthrough]];
    case Extents::column:
      v.outer_stride = t.strides[0];
      break;
    case Extents::reduced:
      v.outer_stride = t.shape[0] == 1 ? 0 : t.strides[0];
      break;
    case Extents::single:
      break;
  }
  return v;
}

class Sizes {
 public:
  /// A sentence where the tensor's extents are not those of the ones before.
  std::string take(const Tensor& t, Extents extents) {
    const std::vector<Dimension> all = dimensions(extents);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i] == Dimension::reduced) {
        if (t.shape[i] != 1 && t.shape[i] != get(Dimension::outer))
          return std::string(t.name) + " has " + std::to_string(t.shape[i]) + " elements, and there are " +
                 std::to_string(get(Dimension::outer)) + " rows";
        sizes_[static_cast<std::size_t>(Dimension::reduced)] = t.shape[i];
        continue;
      }
      if (all[i] == Dimension::one) {
        if (t.shape[i] != 1)
          return std::string(t.name) + " has " + std::to_string(t.shape[i]) + " elements, and must have 1";
        continue;
      }
      std::optional<std::int64_t>& known = sizes_[static_cast<std::size_t>(all[i])];
      if (known && *known != t.shape[i])
        return "dimension " + std::to_string(i) + " of " + std::string(t.name) + " is " +
               std::to_string(t.shape[i]) + ", and the tensors before make it " + std::to_string(*known);
      known = t.shape[i];
    }
    return {};
  }

  std::optional<std::int64_t> known(Dimension dimension) const {
    return sizes_[static_cast<std::size_t>(dimension)];
  }
  std::int64_t get(Dimension dimension, std::int64_t otherwise = 0) const {
    return known(dimension).value_or(otherwise);
  }

 private:
  std::array<std::optional<std::int64_t>, 6> sizes_;
};

std::string wrong_scalars(const RowCall& rows, std::string_view operation) {
  for (const RowScalar& s : find_row_operation(operation)->scalars) {
    if (!rows.scalar(s.name)) return std::string(s.name) + " is not given";
  }
  if (takes_eps(operation) && !rows.scalar("eps")) return "eps is not given";
  if (operation.starts_with("cross_entropy") && !rows.scalar("ignore_index"))
    return "ignore_index is not given";
  if (const auto causal = rows.scalar("causal"); causal && *causal <= 0)
    return "causal is " + std::to_string(static_cast<std::int64_t>(*causal)) +
           ", and it is a number of queries";
  return {};
}

/// `of_statistics`: how many the tensors of statistics have, where there is one.
std::string wrong_groups(const RowCall& rows, std::optional<std::int64_t> of_statistics) {
  if (rows.groups < 1 || rows.n % rows.groups != 0)
    return "groups is " + std::to_string(rows.groups) + ", and there are " + std::to_string(rows.n) +
           " channels";
  if (of_statistics && *of_statistics != rows.groups)
    return "groups is " + std::to_string(rows.groups) + ", and there are statistics of " +
           std::to_string(*of_statistics);
  return {};
}

Reply invalid(std::string sentence) { return {Status::invalid, std::move(sentence)}; }

}  // namespace

const RowView* RowCall::find(std::string_view role) const {
  for (const auto& [name, view] : views_) {
    if (name == role) return &view;
  }
  return nullptr;
}

void RowCall::move(std::string_view role, void* data) {
  for (auto& [name, view] : views_) {
    if (name == role) view.data = static_cast<std::byte*>(data);
  }
}

std::optional<double> RowCall::scalar(std::string_view name) const {
  const Scalar* s = call_->scalar(name);
  return s == nullptr ? std::nullopt : std::optional(to_double(*s->format, s->bits));
}

Reply understand_rows(const Call& call, RowCall& rows) {
  rows = RowCall();
  rows.call_ = &call;
  const RowOperation* operation = find_row_operation(call.operation);
  if (operation == nullptr) return invalid(std::string(call.operation) + " is no operation on rows");
  Sizes sizes;
  for (const RowTensor& role : operation->tensors) {
    const Tensor* t = call.tensor(role.name);
    if (t == nullptr) {
      if (role.optional) continue;
      return invalid("there is no tensor " + std::string(role.name));
    }
    if (std::string wrong = wrong_tensor(*t, dimensions(role.extents).size(), role.output); !wrong.empty())
      return invalid(std::move(wrong));
    if (std::string wrong = sizes.take(*t, role.extents); !wrong.empty()) return invalid(std::move(wrong));
    rows.views_.emplace_back(role.name, view_of(*t, role.extents));
  }
  rows.outer = sizes.get(Dimension::outer);
  rows.n = sizes.get(Dimension::n);
  rows.inner = sizes.get(Dimension::inner, 1);
  rows.d = sizes.get(Dimension::d);
  rows.reduced = sizes.get(Dimension::reduced);
  std::string wrong = wrong_scalars(rows, call.operation);
  if (const Scalar* groups = call.scalar("groups"); wrong.empty() && groups != nullptr) {
    rows.groups = static_cast<std::int64_t>(groups->bits);
    wrong = wrong_groups(rows, sizes.known(Dimension::groups));
  }
  return wrong.empty() ? Reply{} : invalid(std::move(wrong));
}

}  // namespace ulpgate
