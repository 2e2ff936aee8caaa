#include "suites/probe/gemm_box.h"

#include <array>
#include <charconv>
#include <cstring>
#include <deque>
#include <stdexcept>

#include "suites/framework/guarded_call.h"
#include "suites/probe/gemm_products.h"

namespace ulpgate::probe {
namespace {

struct Matrix {
  std::string name;
  const Format* format;
  std::vector<std::int64_t> shape, strides;
  std::vector<std::byte> memory;

  std::size_t place(std::int64_t row, std::int64_t column) const {
    const std::int64_t lead = strides.size() < 2 ? 0 : strides[strides.size() - 2];
    return static_cast<std::size_t>(row * lead + column) * format->bytes();
  }
  void put(std::int64_t row, std::int64_t column, std::uint64_t code) {
    switch (format->bytes()) {
      case 1:
        return store(static_cast<std::uint8_t>(code), row, column);
      case 2:
        return store(static_cast<std::uint16_t>(code), row, column);
      case 4:
        return store(static_cast<std::uint32_t>(code), row, column);
      default:
        return store(code, row, column);
    }
  }
  std::uint64_t get(std::int64_t row, std::int64_t column) const {
    switch (format->bytes()) {
      case 1:
        return load<std::uint8_t>(row, column);
      case 2:
        return load<std::uint16_t>(row, column);
      case 4:
        return load<std::uint32_t>(row, column);
      default:
        return load<std::uint64_t>(row, column);
    }
  }
  Tensor tensor() {
    return {.name = name, .format = format, .shape = shape, .strides = strides, .data = memory.data()};
  }

 private:
  template <typename T>
  void store(T value, std::int64_t row, std::int64_t column) {
    std::memcpy(memory.data() + place(row, column), &value, sizeof(T));
  }
  template <typename T>
  std::uint64_t load(std::int64_t row, std::int64_t column) const {
    T value;
    std::memcpy(&value, memory.data() + place(row, column), sizeof(T));
    return value;
  }
};

Matrix matrix(std::string name, const Format& format, std::int64_t rows, std::int64_t columns,
              std::int64_t pad) {
  const std::int64_t lead = columns + pad;
  Matrix m{std::move(name), &format, {1, rows, columns}, {rows * lead, lead, 1}, {}};
  m.memory.resize(static_cast<std::size_t>(rows * lead) * format.bytes());
  return m;
}

void fill(Matrix& m, std::uint64_t code) {
  for (std::int64_t row = 0; row < m.shape[1]; ++row) {
    for (std::int64_t column = 0; column < m.shape[2]; ++column) m.put(row, column, code);
  }
}

void fill(Matrix& m, std::span<const std::uint64_t> codes) {
  std::size_t i = 0;
  for (std::int64_t row = 0; row < m.shape[1]; ++row) {
    for (std::int64_t column = 0; column < m.shape[2]; ++column) m.put(row, column, codes[i++]);
  }
}

/// Blocks that share a scale, from a claim such as "1x32" or "tensor".
std::array<std::int64_t, 2> scale_blocks(const Claims& claims, const std::string& key, std::int64_t rows,
                                         std::int64_t columns) {
  const auto found = claims.find(key);
  if (found == claims.end() || found->second == "tensor") return {1, 1};
  const std::string& text = found->second;
  std::int64_t block_rows = 0, block_columns = 0;
  const auto first = std::from_chars(text.data(), text.data() + text.size(), block_rows);
  if (first.ec == std::errc() && first.ptr < text.data() + text.size())
    std::from_chars(first.ptr + 1, text.data() + text.size(), block_columns);
  if (block_rows < 1 || block_columns < 1)
    throw std::invalid_argument("the claim '" + key + "' is '" + text + "', and may be tensor, or like 1x32");
  return {(rows + block_rows - 1) / block_rows, (columns + block_columns - 1) / block_columns};
}

class Caller {
 public:
  Caller(Implementation& implementation, Offer offer)
      : implementation_(&implementation), offer_(std::move(offer)) {
    if (offer_.operation != "gemm")
      throw std::invalid_argument("the offer '" + offer_.variant + "' is of " + offer_.operation +
                                  ", not of gemm");
    for (const char* role : {"a", "b", "c", "d", "alpha"}) {
      if (format(role) == nullptr)
        throw std::invalid_argument("the offer '" + offer_.variant + "' names no known format for '" + role +
                                    "'");
    }
  }

  const Format* format(std::string_view role) const {
    for (const auto& [name, format] : offer_.formats) {
      if (name == role) return find_format(format);
    }
    return nullptr;
  }

  GemmAnswer run(const GemmProblem& p) const {
    std::deque<Matrix> all;
    fill(all.emplace_back(matrix("a", *format("a"), p.m, p.k, p.pad)), p.a);
    fill(all.emplace_back(matrix("b", *format("b"), p.k, p.n, p.pad)), p.b);
    all.push_back(matrix("c", *format("c"), p.m, p.n, p.pad));
    Matrix& d = all.emplace_back(matrix("d", *format("d"), p.m, p.n, p.pad));
    if (format("bias") != nullptr) {
      Matrix& bias = all.emplace_back(matrix("bias", *format("bias"), 1, p.n, 0));
      bias.shape = {p.n};
      bias.strides = {1};
    }
    add_scale(all, "a_scale", p.m, p.k);
    add_scale(all, "b_scale", p.k, p.n);
    if (format("amax") != nullptr) {
      Matrix& amax = all.emplace_back(matrix("amax", *format("amax"), 1, 1, 0));
      amax.shape = {1};
      amax.strides = {1};
    }

    std::vector<Tensor> tensors;
    tensors.reserve(all.size());
    for (Matrix& m : all) tensors.push_back(m.tensor());
    const Format& alpha = *format("alpha");
    const std::array scalars{Scalar{"alpha", &alpha, exact_code(alpha, false, 1, 0).value_or(1)},
                             Scalar{"beta", &alpha, 0}};
    const Reply reply = guarded_call(
        *implementation_,
        {.operation = "gemm", .variant = offer_.variant, .tensors = tensors, .scalars = scalars});
    GemmAnswer answer;
    if (reply.status != Status::ok) {
      const std::string what = reply.status == Status::failed    ? "failed"
                               : reply.status == Status::invalid ? "was refused as invalid"
                                                                 : "was refused as unsupported";
      answer.refused = what + (reply.message.empty() ? "" : ": " + reply.message);
      return answer;
    }
    for (std::int64_t row = 0; row < p.m; ++row) {
      for (std::int64_t column = 0; column < p.n; ++column) answer.d.push_back(d.get(row, column));
    }
    return answer;
  }

 private:
  void add_scale(std::deque<Matrix>& all, const std::string& role, std::int64_t rows,
                 std::int64_t columns) const {
    const Format* f = format(role);
    if (f == nullptr) return;
    const auto blocks = scale_blocks(offer_.claims, role + "_block", rows, columns);
    fill(all.emplace_back(matrix(role, *f, blocks[0], blocks[1], 0)),
         exact_code(*f, false, 1, 0).value_or(1));
  }

  Implementation* implementation_;
  Offer offer_;
};

}  // namespace

GemmBox gemm_box(Implementation& implementation, const Offer& offer) {
  const Caller caller(implementation, offer);
  return {caller.format("a"), caller.format("b"), caller.format("d"),
          [caller](const GemmProblem& problem) { return caller.run(problem); }};
}

}  // namespace ulpgate::probe
