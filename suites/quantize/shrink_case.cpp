#include "suites/quantize/shrink_case.h"

#include <algorithm>

#include "reference/oracles/quantize/hadamard.h"
#include "suites/framework/shrink.h"

namespace ulpgate::blocks {
namespace {

/// Inputs with at most this many elements are spelled out, so that single elements can shrink.
constexpr std::size_t most_spelled_out = 320;

std::size_t elements(const BlocksOffer& o, const BlocksCase& c) {
  std::size_t count = 0;
  for (std::size_t t = 0; t < o.formats.size(); ++t) {
    if (o.formats[t] == nullptr || o.operation->tensors[t].output) continue;
    const Shape s = shape_of(o, c, t);
    count += static_cast<std::size_t>(s[0] * s[1]);
  }
  return count;
}

/// Rows and columns from a place on; explicit codes are cut to them.
BlocksCase part_of(const BlocksOffer& o, const BlocksCase& c, std::int64_t row, std::int64_t rows,
                   std::int64_t column, std::int64_t columns) {
  BlocksCase out = c;
  out.rows = rows;
  out.columns = columns;
  if (c.family != Family::codes) return out;
  for (std::size_t t = 0; t < c.codes.size(); ++t) {
    if (c.codes[t].empty()) continue;
    const Shape from = shape_of(o, c, t), to = shape_of(o, out, t);
    const bool moves = o.operation->tensors[t].extents == BlockExtents::elements;
    const std::int64_t first_row = moves ? row : 0;
    const std::int64_t first_column =
        moves || o.operation->tensors[t].extents == BlockExtents::tensors ? column : 0;
    std::vector<std::uint64_t> codes;
    for (std::int64_t r = 0; r < to[0]; ++r) {
      for (std::int64_t k = 0; k < to[1]; ++k) {
        const std::int64_t at_row = std::min(r + first_row, from[0] - 1),
                           at = std::min(k + first_column, from[1] - 1);
        codes.push_back(c.codes[t][static_cast<std::size_t>(at_row * from[1] + at)]);
      }
    }
    out.codes[t] = std::move(codes);
  }
  return out;
}

}  // namespace

std::vector<BlocksCase> simpler_cases(const BlocksOffer& o, const BlocksCase& c) {
  std::vector<BlocksCase> out;
  const std::int64_t group = o.is("hadamard") ? quantize::hadamard_size : 1;
  const std::int64_t fewest = o.is("delayed_scale_update") && c.length == 0 ? 1 : 0;
  const auto variant = [&](auto change) {
    BlocksCase simpler = c;
    change(simpler);
    out.push_back(std::move(simpler));
  };
  for (const std::size_t length : simpler_lengths(static_cast<std::size_t>(c.rows))) {
    const auto rows = static_cast<std::int64_t>(length);
    if (rows < fewest) continue;
    out.push_back(part_of(o, c, 0, rows, 0, c.columns));
    if (c.family == Family::codes && rows > 0)
      out.push_back(part_of(o, c, c.rows - rows, rows, 0, c.columns));
  }
  for (const std::size_t length : simpler_lengths(static_cast<std::size_t>(c.columns / group))) {
    const auto columns = static_cast<std::int64_t>(length) * group;
    out.push_back(part_of(o, c, 0, c.rows, 0, columns));
    if (c.family == Family::codes && columns > 0)
      out.push_back(part_of(o, c, 0, c.rows, c.columns - columns, columns));
  }
  if (c.length > 1) {
    variant([](BlocksCase& s) { s.length = 1; });
    variant([](BlocksCase& s) { --s.length; });
  }
  if (c.margin != 0) variant([](BlocksCase& s) { s.margin = 0; });
  if (!(c.layout == Layout{})) {
    variant([](BlocksCase& s) { s.layout = {}; });
    if (c.layout.lead != 0) variant([](BlocksCase& s) { s.layout.lead = 0; });
    if (c.layout.pad != 0) variant([](BlocksCase& s) { s.layout.pad = 0; });
    if (c.layout.step != 1) variant([](BlocksCase& s) { s.layout.step = 1; });
    if (c.layout.turned) variant([](BlocksCase& s) { s.layout.turned = false; });
    if (c.layout.reversed != 0) variant([](BlocksCase& s) { s.layout.reversed = 0; });
  }
  for (std::size_t i = 0; i < c.planted.size(); ++i)
    variant([&](BlocksCase& s) { s.planted.erase(s.planted.begin() + static_cast<std::ptrdiff_t>(i)); });
  if (c.family != Family::codes) {
    if (c.family != Family::steps) variant([](BlocksCase& s) { s.family = Family::steps; });
    if (c.exponent != 0) variant([](BlocksCase& s) { s.exponent = 0; });
    if (elements(o, c) <= most_spelled_out) out.push_back(spelled_out(o, c));
    return out;
  }
  if (elements(o, c) > most_spelled_out) return out;
  for (std::size_t t = 0; t < c.codes.size(); ++t) {
    if (c.codes[t].empty() || !o.formats[t]->is_floating()) continue;
    for (std::size_t i = 0; i < c.codes[t].size(); ++i) {
      for (const std::uint64_t code : simpler_codes(*o.formats[t], c.codes[t][i]))
        variant([&](BlocksCase& s) { s.codes[t][i] = code; });
    }
  }
  return out;
}

}  // namespace ulpgate::blocks
