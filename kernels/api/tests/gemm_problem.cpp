#include "kernels/api/tests/gemm_problem.h"

#include <bit>
#include <cstdlib>

#include "reference/formats/encode.h"

namespace ulpgate {

std::uint64_t exact_code(const Format& format, int value) {
  if (format.kind == FormatKind::integer)
    return static_cast<std::uint64_t>(std::int64_t{value}) & format.code_mask();
  const auto bits = std::bit_cast<std::uint64_t>(static_cast<double>(value));
  return encode(format, unpack(formats::fp64, bits), Rule{.overflow = Overflow::saturate}).code;
}

int small_integer(const Format& format, int problem, int row, int column) {
  const int value = (problem * 3 + row * 5 + column * 7 + row * column) % 5 - 2;
  return format.has_sign ? value : std::abs(value);
}

GemmProblem::GemmProblem(const Offer& offer, const Sizes& s, const Layout& layout, std::uint8_t gap)
    : offer_(offer), gap_(gap), batch_(s.batch) {
  for (const auto& [role, format_name] : offer.formats) {
    const Format& format = *find_format(format_name);
    if (role == "a") add(role, format, s.batch, s.m, s.k, layout.a_row_major, layout);
    if (role == "b") add(role, format, s.batch, s.k, s.n, layout.b_row_major, layout);
    if (role == "c" || role == "d") add(role, format, s.batch, s.m, s.n, layout.d_row_major, layout);
    if (role == "bias") {
      add(role, format, 1, 1, s.n, true, Layout{});
      fill(role, [](int, int, int) { return 0; });
    }
    if (role == "amax") add(role, format, 1, 1, 1, true, Layout{});
    if (role == "a_scale") add_scale(role, format, s.m, s.k);
    if (role == "b_scale") add_scale(role, format, s.k, s.n);
  }
}

void GemmProblem::add_scale(const std::string& role, const Format& format, int rows, int columns) {
  const auto blocks = [](int extent, int block) { return (extent + block - 1) / block; };
  const auto claim = offer_.claims.find(offer_.operation == "mma" ? "scale_block" : role + "_block");
  if (offer_.operation == "mma") {
    const int block = std::stoi(claim->second);
    (role == "a_scale" ? columns : rows) /= block;
  } else if (claim->second == "tensor") {
    rows = columns = 1;
  } else {
    rows = blocks(rows, std::stoi(claim->second));
    columns = blocks(columns, std::stoi(claim->second.substr(claim->second.find('x') + 1)));
  }
  add(role, format, batch_, rows, columns, true, Layout{});
  fill(role, [&](int, int, int) { return exact_code(format, 1); });
}

void GemmProblem::add(const std::string& role, const Format& format, int batch, int rows, int columns,
                      bool row_major, const Layout& layout) {
  const std::int64_t line = std::int64_t{row_major ? columns : rows} * layout.step + layout.padding;
  const std::int64_t lines = row_major ? rows : columns;
  Matrix& m = matrices_[role];
  m.view = {&format,
            nullptr,
            rows,
            columns,
            line * lines + layout.padding,
            row_major ? line : layout.step,
            row_major ? layout.step : line};
  m.memory.assign(static_cast<std::size_t>(batch * m.view.batch_stride + 1) * format.bytes(),
                  std::byte{gap_});
  m.view.data = m.memory.data();
  m.batch = batch;
}

void GemmProblem::fill(const std::string& role, const std::function<std::uint64_t(int, int, int)>& code) {
  const Matrix& m = matrices_.at(role);
  for (int p = 0; p < m.batch; ++p) {
    for (int i = 0; i < m.view.rows; ++i) {
      for (int j = 0; j < m.view.columns; ++j) m.view.set(p, i, j, code(p, i, j));
    }
  }
}

void GemmProblem::alias_c() {
  const CallMatrix c = view("c");
  fill("d", [&](int p, int i, int j) { return c.get(p, i, j); });
  view("c") = view("d");
}

Reply GemmProblem::run(Implementation& implementation, int alpha, int beta) {
  std::vector<Tensor> tensors;
  std::vector<Scalar> scalars;
  for (const auto& [role, format_name] : offer_.formats) {
    const Format& format = *find_format(format_name);
    if (role == "alpha") {
      scalars = {{"alpha", &format, exact_code(format, alpha)}, {"beta", &format, exact_code(format, beta)}};
      continue;
    }
    Matrix& m = matrices_.at(role);
    const CallMatrix& v = m.view;
    if (role == "bias" || role == "amax") {
      m.shape = {v.columns};
      m.strides = {v.column_stride};
    } else if (offer_.operation == "mma") {
      m.shape = {v.rows, v.columns};
      m.strides = {v.row_stride, v.column_stride};
    } else {
      m.shape = {m.batch, v.rows, v.columns};
      m.strides = {v.batch_stride, v.row_stride, v.column_stride};
    }
    tensors.push_back({role, &format, Memory::host, m.shape, m.strides, v.data});
  }
  return implementation.call({offer_.operation, offer_.variant, tensors, scalars, nullptr});
}

bool GemmProblem::gaps_hold() const {
  const Matrix& m = matrices_.at("d");
  std::vector<bool> element(m.memory.size(), false);
  for (int p = 0; p < batch_; ++p) {
    for (int i = 0; i < m.view.rows; ++i) {
      for (int j = 0; j < m.view.columns; ++j) {
        const std::ptrdiff_t at = m.view.at(p, i, j) - m.memory.data();
        for (std::size_t b = 0; b < m.view.format->bytes(); ++b)
          element[static_cast<std::size_t>(at) + b] = true;
      }
    }
  }
  for (std::size_t b = 0; b < element.size(); ++b) {
    if (!element[b] && m.memory[b] != std::byte{gap_}) return false;
  }
  return true;
}

}  // namespace ulpgate
