#include "kernels/api/gemm_call.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <utility>

#include "reference/formats/decode.h"

namespace ulpgate {
namespace {

Reply invalid(std::string message) { return {Status::invalid, std::move(message)}; }

std::string text(std::int64_t a, std::int64_t b, std::int64_t c) {
  return "{" + std::to_string(a) + ", " + std::to_string(b) + ", " + std::to_string(c) + "}";
}

/// What is wrong with the tensor itself; empty where nothing is.
std::string wrong_tensor(const Tensor& t, std::size_t rank) {
  const std::string name(t.name);
  if (t.memory != Memory::host) return name + " is not in host memory";
  if (t.shape.size() != rank || t.strides.size() != rank)
    return name + " has rank " + std::to_string(t.shape.size()) + ", and its role has rank " +
           std::to_string(rank);
  bool empty = false;
  for (const std::int64_t extent : t.shape) {
    if (extent < 0) return name + " has the extent " + std::to_string(extent);
    empty = empty || extent == 0;
  }
  if (!empty && t.data == nullptr) return name + " has no memory";
  return {};
}

CallMatrix view_of(const Tensor& t) {
  return {t.format,    static_cast<std::byte*>(t.data), t.shape[1], t.shape[2], t.strides[0], t.strides[1],
          t.strides[2]};
}

/// The batch of tensors that have one, checked against the others'.
std::string read_matrix(const Call& call, std::string_view role, std::optional<std::int64_t>& batch,
                        CallMatrix& view) {
  const Tensor* t = call.tensor(role);
  if (t == nullptr) return "there is no tensor " + std::string(role);
  if (std::string wrong = wrong_tensor(*t, 3); !wrong.empty()) return wrong;
  if (batch && *batch != t->shape[0])
    return std::string(role) + " has " + std::to_string(t->shape[0]) + " problems, and a has " +
           std::to_string(*batch);
  batch = t->shape[0];
  view = view_of(*t);
  return {};
}

std::string read_optional_matrix(const Call& call, std::string_view role, std::optional<std::int64_t>& batch,
                                 std::optional<CallMatrix>& view) {
  if (call.tensor(role) == nullptr) return {};
  return read_matrix(call, role, batch, view.emplace());
}

std::string read_bias(const Call& call, std::int64_t n, std::optional<CallMatrix>& bias) {
  const Tensor* t = call.tensor("bias");
  if (t == nullptr) return {};
  if (std::string wrong = wrong_tensor(*t, 1); !wrong.empty()) return wrong;
  if (t->shape[0] != n)
    return "bias has " + std::to_string(t->shape[0]) + " elements, and n is " + std::to_string(n);
  bias = CallMatrix{t->format, static_cast<std::byte*>(t->data), 1, n, 0, 0, t->strides[0]};
  return {};
}

std::string read_amax(const Call& call, std::optional<CallMatrix>& amax) {
  const Tensor* t = call.tensor("amax");
  if (t == nullptr) return {};
  if (std::string wrong = wrong_tensor(*t, 1); !wrong.empty()) return wrong;
  if (t->shape[0] != 1) return "amax has " + std::to_string(t->shape[0]) + " elements, and must have 1";
  amax = CallMatrix{t->format, static_cast<std::byte*>(t->data), 1, 1, 0, 0, 0};
  return {};
}

std::string read_scalars(const Call& call, GemmCall& gemm) {
  const Scalar* alpha = call.scalar("alpha");
  const Scalar* beta = call.scalar("beta");
  if (alpha == nullptr || beta == nullptr) return "alpha and beta are not both given";
  if (alpha->format->name != beta->format->name)
    return "alpha is " + std::string(alpha->format->name) + ", and beta is " +
           std::string(beta->format->name);
  gemm.alpha = to_double(*alpha->format, alpha->bits);
  gemm.beta = to_double(*beta->format, beta->bits);
  return {};
}

std::string wrong_shapes(const GemmCall& g) {
  const auto differs = [&](const CallMatrix& v, std::int64_t rows, std::int64_t columns) {
    return v.rows != rows || v.columns != columns;
  };
  const auto sentence = [&](const char* role, const CallMatrix& v, std::int64_t rows, std::int64_t columns) {
    return std::string(role) + " has the shape " + text(g.batch, v.rows, v.columns) +
           ", and a and b make it " + text(g.batch, rows, columns);
  };
  if (differs(g.b, g.k, g.n)) return sentence("b", g.b, g.k, g.n);
  if (differs(g.c, g.m, g.n)) return sentence("c", g.c, g.m, g.n);
  if (differs(g.d, g.m, g.n)) return sentence("d", g.d, g.m, g.n);
  const auto overlaps = [](std::int64_t extent, std::int64_t stride) { return extent > 1 && stride == 0; };
  if (!g.empty() && (overlaps(g.batch, g.d.batch_stride) || overlaps(g.m, g.d.row_stride) ||
                     overlaps(g.n, g.d.column_stride)))
    return "d has a stride of 0, so that its elements overlap";
  return {};
}

std::string understand(const Call& call, GemmCall& g) {
  std::optional<std::int64_t> batch;
  using Required = std::pair<const char*, CallMatrix*>;
  for (const auto& [role, view] :
       {Required{"a", &g.a}, Required{"b", &g.b}, Required{"c", &g.c}, Required{"d", &g.d}}) {
    if (std::string wrong = read_matrix(call, role, batch, *view); !wrong.empty()) return wrong;
  }
  g.batch = *batch;
  g.m = g.a.rows;
  g.k = g.a.columns;
  g.n = g.b.columns;
  if (std::string wrong = wrong_shapes(g); !wrong.empty()) return wrong;
  using Optional = std::pair<const char*, std::optional<CallMatrix>*>;
  for (const auto& [role, view] : {Optional{"a_scale", &g.a_scale}, Optional{"b_scale", &g.b_scale}}) {
    if (std::string wrong = read_optional_matrix(call, role, batch, *view); !wrong.empty()) return wrong;
  }
  if (std::string wrong = read_bias(call, g.n, g.bias); !wrong.empty()) return wrong;
  if (std::string wrong = read_amax(call, g.amax); !wrong.empty()) return wrong;
  return read_scalars(call, g);
}

}  // namespace

std::uint64_t CallMatrix::get(std::int64_t problem, std::int64_t row, std::int64_t column) const {
  const std::byte* const from = at(problem, row, column);
  const auto load = [from](auto word) {
    std::memcpy(&word, from, sizeof word);
    return std::uint64_t{word};
  };
  switch (format->storage_bits) {
    case 8:
      return load(std::uint8_t{});
    case 16:
      return load(std::uint16_t{});
    case 32:
      return load(std::uint32_t{});
    default:
      return load(std::uint64_t{});
  }
}

void CallMatrix::set(std::int64_t problem, std::int64_t row, std::int64_t column, std::uint64_t code) const {
  std::byte* const to = at(problem, row, column);
  const auto store = [to](auto word) { std::memcpy(to, &word, sizeof word); };
  switch (format->storage_bits) {
    case 8:
      return store(static_cast<std::uint8_t>(code));
    case 16:
      return store(static_cast<std::uint16_t>(code));
    case 32:
      return store(static_cast<std::uint32_t>(code));
    default:
      return store(code);
  }
}

CallMatrix CallMatrix::transposed() const {
  CallMatrix t = *this;
  std::swap(t.rows, t.columns);
  std::swap(t.row_stride, t.column_stride);
  return t;
}

Reply understand_gemm(const Call& call, GemmCall& gemm) {
  std::string wrong = understand(call, gemm);
  return wrong.empty() ? Reply{} : invalid(std::move(wrong));
}

Reply check_scale(std::string_view role, const CallMatrix& scale, const CallMatrix& operand,
                  std::int64_t block_rows, std::int64_t block_columns) {
  const auto blocks = [](std::int64_t extent, std::int64_t block) {
    return block == 0 ? 1 : (extent + block - 1) / block;
  };
  const std::int64_t rows = blocks(operand.rows, block_rows);
  const std::int64_t columns = blocks(operand.columns, block_columns);
  if (scale.rows == rows && scale.columns == columns) return {};
  return invalid(std::string(role) + " is " + std::to_string(scale.rows) + " x " +
                 std::to_string(scale.columns) + ", and the operand's blocks are " + std::to_string(rows) +
                 " x " + std::to_string(columns));
}

std::optional<BlasLayout> blas_layout(const CallMatrix& v) {
  if (v.rows == 0 || v.columns == 0) return BlasLayout{true, std::max<std::int64_t>(v.columns, 1)};
  const bool adjacent_in_row = v.columns == 1 || v.column_stride == 1;
  if (adjacent_in_row && v.rows == 1) return BlasLayout{true, v.columns};
  if (adjacent_in_row && v.row_stride >= v.columns) return BlasLayout{true, v.row_stride};
  const bool adjacent_in_column = v.rows == 1 || v.row_stride == 1;
  if (adjacent_in_column && v.columns == 1) return BlasLayout{false, v.rows};
  if (adjacent_in_column && v.column_stride >= v.rows) return BlasLayout{false, v.column_stride};
  return std::nullopt;
}

void copy_c_to_d(const GemmCall& g) {
  if (g.c.data == g.d.data) return;
  for (std::int64_t p = 0; p < g.batch; ++p) {
    for (std::int64_t i = 0; i < g.m; ++i) {
      for (std::int64_t j = 0; j < g.n; ++j) g.d.set(p, i, j, g.c.get(p, i, j));
    }
  }
}

}  // namespace ulpgate
