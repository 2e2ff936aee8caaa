#include "reference/tests/gemm/test_problem.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "reference/formats/decode.h"

namespace ulpgate::tests {
namespace {

bool has_exponents(const Format& f) { return f.kind == FormatKind::floating; }

std::uint64_t with_exponent(const Format& f, std::uint64_t exponent, Random& random) {
  const std::uint64_t fraction = random.word() & f.significand_mask();
  const std::uint64_t sign = random.word() & f.sign_mask();
  return sign | exponent << (f.significand_bits + f.padding_bits) | fraction;
}

std::uint64_t draw_once(const Format& f, Family family, Random& random) {
  if (family == Family::any || family == Family::any_finite || !has_exponents(f))
    return random.word() & (f.code_mask() | Format::ones(f.padding_bits));
  const std::uint64_t last = Format::ones(f.exponent_bits);
  if (family == Family::moderate) {
    const auto one = static_cast<std::uint64_t>(f.bias);
    return with_exponent(f, std::min(one + static_cast<std::uint64_t>(random.below(6)), last + 3) - 3,
                         random);
  }
  const std::uint64_t kind = random.word() % 8;
  if (kind == 0) return random.word() & f.sign_mask();
  return with_exponent(f, kind < 5 ? kind % 2 : last - kind % 2, random);
}

}  // namespace

std::uint64_t Random::word() {
  state_ += 0x9E3779B97F4A7C15;
  std::uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

const std::vector<Layout>& all_layouts() {
  static const std::vector<Layout> layouts{Layout::row_major, Layout::column_major, Layout::padded,
                                           Layout::backward,  Layout::one_row,      Layout::one_column,
                                           Layout::one_batch, Layout::interleaved};
  return layouts;
}

const std::vector<Family>& all_families() {
  static const std::vector<Family> families{Family::any_finite, Family::any, Family::moderate,
                                            Family::extreme};
  return families;
}

std::uint64_t draw_code(const Format& format, Family family, Random& random) {
  std::uint64_t code = draw_once(format, family, random);
  while (family != Family::any && !is_finite(format, code)) code = draw_once(format, family, random);
  return code;
}

TestMatrix::TestMatrix(const Format& format, std::int64_t batch, std::int64_t rows, std::int64_t columns,
                       Layout layout)
    : format_(&format), batch_(batch), rows_(rows), columns_(columns) {
  const auto strides = [&](std::int64_t b, std::int64_t i, std::int64_t j) {
    strides_[0] = b;
    strides_[1] = i;
    strides_[2] = j;
  };
  switch (layout) {
    case Layout::row_major:
      strides(rows * columns, columns, 1);
      break;
    case Layout::column_major:
      strides(rows * columns, 1, rows);
      break;
    case Layout::padded:
      strides((rows + 1) * (columns * 2 + 3), columns * 2 + 3, 2);
      break;
    case Layout::backward:
      strides(-rows * columns, -columns, -1);
      break;
    case Layout::one_row:
      strides(columns, 0, 1);
      break;
    case Layout::one_column:
      strides(rows, 1, 0);
      break;
    case Layout::one_batch:
      strides(0, columns, 1);
      break;
    case Layout::interleaved:
      strides(1, batch, batch * rows);
      break;
  }
  const std::int64_t extents[3] = {batch, rows, columns};
  std::int64_t lowest = 0;
  std::int64_t highest = 0;
  for (int d = 0; d < 3; ++d) {
    const std::int64_t reach = strides_[d] * std::max<std::int64_t>(extents[d] - 1, 0);
    (reach < 0 ? lowest : highest) += reach;
  }
  first_ = -lowest;
  bytes_.resize(static_cast<std::size_t>(highest - lowest + 1) * format.bytes());
}

std::size_t TestMatrix::place(std::int64_t b, std::int64_t i, std::int64_t j) const {
  return static_cast<std::size_t>(first_ + b * strides_[0] + i * strides_[1] + j * strides_[2]) *
         format_->bytes();
}

void TestMatrix::set(std::int64_t b, std::int64_t i, std::int64_t j, std::uint64_t code) {
  std::memcpy(bytes_.data() + place(b, i, j), &code, format_->bytes());  // little-endian, as the tests' data
}

std::uint64_t TestMatrix::get(std::int64_t b, std::int64_t i, std::int64_t j) const {
  std::uint64_t code = 0;
  std::memcpy(&code, bytes_.data() + place(b, i, j), format_->bytes());
  return code;
}

void TestMatrix::draw(Family family, Random& random) {
  for (std::int64_t b = 0; b < batch_; ++b) {
    for (std::int64_t i = 0; i < rows_; ++i) {
      for (std::int64_t j = 0; j < columns_; ++j) set(b, i, j, draw_code(*format_, family, random));
    }
  }
}

MatrixView TestMatrix::view() const {
  return {format_, bytes_.data() + static_cast<std::size_t>(first_) * format_->bytes(), strides_[0],
          strides_[1], strides_[2]};
}

TestProblem::TestProblem(const Format& a_format, const Format& b_format, const Shape& s, Layout a_layout,
                         Layout b_layout)
    : shape(s), a(a_format, s.batch, s.m, s.k, a_layout), b(b_format, s.batch, s.k, s.n, b_layout) {}

void TestProblem::draw(Family family, Random& random) {
  a.draw(family, random);
  b.draw(family, random);
}

void TestProblem::cancel() {
  const std::int64_t half = shape.k / 2;
  const std::uint64_t sign = a.view().format->sign_mask();
  for (std::int64_t batch = 0; batch < shape.batch; ++batch) {
    for (std::int64_t k = 0; k < half; ++k) {
      for (std::int64_t i = 0; i < shape.m; ++i) a.set(batch, i, half + k, a.get(batch, i, k) ^ sign);
      for (std::int64_t j = 0; j < shape.n; ++j) b.set(batch, half + k, j, b.get(batch, k, j));
    }
  }
}

ProductProblem TestProblem::problem() const {
  return {.batch = shape.batch, .m = shape.m, .n = shape.n, .k = shape.k, .a = a.view(), .b = b.view()};
}

std::string TestProblem::text() const {
  return std::string(a.view().format->name) + " x " + std::string(b.view().format->name) + ", batch " +
         std::to_string(shape.batch) + ", m " + std::to_string(shape.m) + ", n " + std::to_string(shape.n) +
         ", k " + std::to_string(shape.k);
}

std::optional<ProductSums> try_products(const ProductProblem& problem, ProductMethod method,
                                        unsigned threads) {
  try {
    return exact_products(problem, {.threads = threads, .method = method});
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

}  // namespace ulpgate::tests
