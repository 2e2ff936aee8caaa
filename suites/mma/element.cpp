#include "suites/mma/element.h"

#include "reference/formats/decode.h"

namespace ulpgate::mma {
namespace {

std::vector<std::uint64_t> transposed(const std::vector<std::uint64_t>& codes, int rows, int columns) {
  std::vector<std::uint64_t> out(codes.size());
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) out[place(j, rows, i)] = codes[place(i, columns, j)];
  }
  return out;
}

}  // namespace

Elements::Elements(const MmaOffer& offer, const MmaInputs& inputs) : o_(offer), in_(inputs) {
  const auto [m, n, k] = o_.shape;
  const int blocks = o_.scale_columns();
  columns_ = transposed(in_.b, k, n);
  scale_columns_ = transposed(in_.b_scale, blocks, n);
  const auto mark = [](const Format* f, const std::vector<std::uint64_t>& codes, int width,
                       std::vector<bool>& special) {
    for (std::size_t i = 0; f != nullptr && width > 0 && i < codes.size(); ++i) {
      if (!is_finite(*f, codes[i])) special[i / static_cast<std::size_t>(width)] = true;
    }
  };
  row_special_.resize(static_cast<std::size_t>(m));
  column_special_.resize(static_cast<std::size_t>(n));
  if (o_.integer()) return;
  mark(o_.a, in_.a, k, row_special_);
  mark(o_.b, columns_, k, column_special_);
  mark(o_.scale, in_.a_scale, blocks, row_special_);
  mark(o_.scale, scale_columns_, blocks, column_special_);
}

MmaElement Elements::at(int row, int column) const {
  const auto [m, n, k] = o_.shape;
  const int blocks = o_.scale_columns();
  const auto part = [](const std::vector<std::uint64_t>& codes, int line, int width) {
    return std::span(codes).subspan(place(line, width, 0), static_cast<std::size_t>(width));
  };
  return {.a = part(in_.a, row, k),
          .b = part(columns_, column, k),
          .c = in_.c[place(row, n, column)],
          .a_scales = part(in_.a_scale, row, blocks),
          .b_scales = part(scale_columns_, column, blocks),
          .scale_block = o_.scale_block,
          .scale = o_.scale};
}

bool Elements::finite(int row, int column) const {
  return !row_special_[static_cast<std::size_t>(row)] && !column_special_[static_cast<std::size_t>(column)] &&
         (o_.integer() || is_finite(*o_.c, in_.c[place(row, o_.shape.n, column)]));
}

Elements::Kind Elements::kind(int row, int column) const {
  const MmaElement e = at(row, column);
  bool nan = is_nan(*o_.c, e.c), positive = false, negative = false;
  if (is_infinity(*o_.c, e.c)) ((e.c & o_.c->sign_mask()) != 0 ? negative : positive) = true;
  if (row_special_[static_cast<std::size_t>(row)] || column_special_[static_cast<std::size_t>(column)]) {
    for (std::size_t k = 0; k < e.a.size(); ++k) {
      const Unpacked x = unpack(*o_.a, e.a[k]), y = unpack(*o_.b, e.b[k]);
      const bool infinite =
          x.number_class == NumberClass::infinity || y.number_class == NumberClass::infinity;
      const bool zero = x.number_class == NumberClass::zero || y.number_class == NumberClass::zero;
      nan = nan || x.number_class == NumberClass::nan || y.number_class == NumberClass::nan ||
            (infinite && zero);
      if (infinite) (x.negative != y.negative ? negative : positive) = true;
    }
    for (const auto& scales : {e.a_scales, e.b_scales}) {
      for (const std::uint64_t s : scales) nan = nan || is_nan(*o_.scale, s);
    }
  }
  if (nan || (positive && negative)) return {NumberClass::nan, false};
  if (positive || negative) return {NumberClass::infinity, negative};
  return {};
}

}  // namespace ulpgate::mma
