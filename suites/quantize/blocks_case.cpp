#include "suites/quantize/blocks_case.h"

#include <algorithm>

#include "reference/oracles/quantize.h"
#include "suites/quantize/blocks_values.h"

namespace ulpgate::blocks {
namespace {

constexpr std::array<std::string_view, 12> family_names{"uniform", "blocks", "spread", "thresholds",
                                                        "ties",    "steps",  "equal",  "zeros",
                                                        "tiny",    "large",  "every",  "codes"};

bool holds_scales(const BlocksOffer& o, std::size_t tensor) {
  const std::string_view name = o.operation->tensors[tensor].name;
  return name == "scales" || name == "scales_t";
}

}  // namespace

std::string_view name(Family family) { return family_names.at(static_cast<std::size_t>(family)); }

bool parse_family(std::string_view text, Family& family) {
  const auto* found = std::find(family_names.begin(), family_names.end(), text);
  if (found == family_names.end()) return false;
  family = static_cast<Family>(found - family_names.begin());
  return true;
}

Shape shape_of(const BlocksOffer& o, const BlocksCase& c, std::size_t tensor) {
  switch (o.operation->tensors[tensor].extents) {
    case BlockExtents::elements:
      return {c.rows, c.columns};
    case BlockExtents::transposed:
      return {c.columns, c.rows};
    case BlockExtents::blocks: {
      const quantize::Grid g = quantize::grid_of(o.recipe.block, c.rows, c.columns);
      return {g.scale_rows, g.scale_columns};
    }
    case BlockExtents::blocks_transposed: {
      const quantize::Grid g = quantize::grid_of(o.recipe.block, c.columns, c.rows);
      return {g.scale_rows, g.scale_columns};
    }
    case BlockExtents::tensors:
      return {1, c.columns};
    case BlockExtents::one:
      return {1, 1};
  }
  return {};
}

Shape stored_shape(const BlocksOffer& o, const BlocksCase& c, std::size_t tensor) {
  const Shape s = shape_of(o, c, tensor);
  if (!holds_scales(o, tensor)) return s;
  const std::int64_t rows = padded_rows(o.layout, s[0]), columns = padded_columns(o.layout, s[1]);
  return o.layout == quantize::ScaleLayout::swizzled ? Shape{1, rows * columns} : Shape{rows, columns};
}

quantize::Packing packing_of(const BlocksOffer& o, std::size_t tensor) {
  const std::string_view name = o.operation->tensors[tensor].name;
  return name == "q" || name == "q_t" ? o.packing : quantize::Packing::none;
}

std::size_t stored_place(const BlocksOffer& o, const Shape& s, std::size_t tensor, std::int64_t row,
                         std::int64_t column) {
  std::int64_t at = row * s[1] + column;
  if (holds_scales(o, tensor) && o.layout == quantize::ScaleLayout::padded)
    at = row * padded_columns(o.layout, s[1]) + column;
  if (holds_scales(o, tensor) && o.layout == quantize::ScaleLayout::swizzled)
    at = quantize::swizzled_place(s[1], row, column);
  return static_cast<std::size_t>(at);
}

Inputs expand(const BlocksOffer& o, const BlocksCase& c) {
  Inputs inputs(o.formats.size());
  const BlocksValues values(o, c);
  for (std::size_t t = 0; t < o.formats.size(); ++t) {
    if (o.formats[t] == nullptr || o.operation->tensors[t].output) continue;
    inputs[t] = c.family == Family::codes ? c.codes.at(t) : values.all(t, shape_of(o, c, t), inputs[0]);
  }
  for (const Planted& p : c.planted) {
    if (o.formats[p.tensor] == nullptr) continue;
    const Shape s = shape_of(o, c, p.tensor);
    if (p.row < s[0] && p.column < s[1])
      inputs[p.tensor][static_cast<std::size_t>(p.row * s[1] + p.column)] = p.code;
  }
  return inputs;
}

BlocksCase spelled_out(const BlocksOffer& o, const BlocksCase& c) {
  BlocksCase out = c;
  out.codes = expand(o, c);
  out.family = Family::codes;
  out.exponent = 0;
  out.seed = 0;
  out.planted.clear();
  return out;
}

}  // namespace ulpgate::blocks
