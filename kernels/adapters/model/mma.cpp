#include "reference/tensor_core/mma.h"

#include <array>
#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include "kernels/adapters/model/calls.h"
#include "kernels/api/gemm_call.h"

namespace ulpgate::model {
namespace {

/// Whether the tensor is packed and row-major, as mma has it, and rows x columns.
bool is_packed(const Tensor& t, std::int64_t rows, std::int64_t columns) {
  return t.memory == Memory::host && t.shape.size() == 2 && t.strides.size() == 2 && t.shape[0] == rows &&
         t.shape[1] == columns && t.strides[0] == columns && t.strides[1] == 1 && t.data != nullptr;
}

CallMatrix view_of(const Tensor& t) {
  return {t.format, static_cast<std::byte*>(t.data), t.shape[0], t.shape[1], 0, t.strides[0], 1};
}

std::vector<std::uint64_t> codes_of(const Tensor& t) {
  const CallMatrix v = view_of(t);
  std::vector<std::uint64_t> codes;
  codes.reserve(static_cast<std::size_t>(v.rows * v.columns));
  for (std::int64_t i = 0; i < v.rows; ++i) {
    for (std::int64_t j = 0; j < v.columns; ++j) codes.push_back(v.get(0, i, j));
  }
  return codes;
}

}  // namespace

Reply run_mma(const MmaVariant& variant, const Call& call) {
  const auto [m, n, k] = variant.shape;
  const int block = variant.entry->arithmetic.scale_block;
  const int blocks = block == 0 ? 0 : k / block;
  struct Role {
    const char* name;
    int rows, columns;
  };
  std::array<std::vector<std::uint64_t>, 6> codes;
  const std::array<Role, 6> roles{Role{"a", m, k},        {"b", k, n},           {"c", m, n}, {"d", m, n},
                                  {"a_scale", m, blocks}, {"b_scale", blocks, n}};
  for (std::size_t i = 0; i < (block == 0 ? 4 : 6); ++i) {
    const Role& role = roles[i];
    const Tensor& t = *call.tensor(role.name);
    if (!is_packed(t, role.rows, role.columns)) {
      return {Status::invalid, std::string(role.name) + " of " + to_text(variant.shape) +
                                   " is packed, row-major and " + std::to_string(role.rows) + " x " +
                                   std::to_string(role.columns)};
    }
    if (t.name != "d") codes[i] = codes_of(t);
  }
  const Mma mma(*variant.entry, *variant.a, *variant.b);
  const std::vector<std::uint64_t> d =
      mma.run({variant.shape, codes[0], codes[1], codes[2], codes[4], codes[5]});
  const CallMatrix out = view_of(*call.tensor("d"));
  auto code = d.begin();
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < n; ++j) out.set(0, i, j, *code++);
  }
  return {};
}

}  // namespace ulpgate::model
