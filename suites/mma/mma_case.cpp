#include "suites/mma/mma_case.h"

#include <algorithm>
#include <array>

#include "suites/mma/probes.h"
#include "suites/mma/values.h"
#include "suites/mma/vectors.h"

namespace ulpgate::mma {
namespace {

constexpr std::array<std::string_view, 15> family_names{
    "zeros",   "bits", "finite",    "integers", "uniform", "positive", "wide",  "cancelling",
    "aligned", "tiny", "subnormal", "overflow", "lifted",  "probe",    "vector"};
constexpr std::array<std::string_view, 5> matrix_names{"a", "b", "c", "a_scale", "b_scale"};

template <typename Enum, std::size_t count>
std::optional<Enum> named(const std::array<std::string_view, count>& names, std::string_view text) {
  const auto* found = std::find(names.begin(), names.end(), text);
  if (found == names.end()) return std::nullopt;
  return static_cast<Enum>(found - names.begin());
}

}  // namespace

std::string_view name(Family family) { return family_names.at(static_cast<std::size_t>(family)); }
std::optional<Family> family_named(std::string_view text) { return named<Family>(family_names, text); }
std::string_view name(Matrix matrix) { return matrix_names.at(static_cast<std::size_t>(matrix)); }
std::optional<Matrix> matrix_named(std::string_view text) { return named<Matrix>(matrix_names, text); }

std::vector<std::uint64_t>& MmaInputs::of(Matrix matrix) {
  switch (matrix) {
    case Matrix::a:
      return a;
    case Matrix::b:
      return b;
    case Matrix::c:
      return c;
    case Matrix::a_scale:
      return a_scale;
    case Matrix::b_scale:
      break;
  }
  return b_scale;
}

const Format& format_of(const MmaOffer& offer, Matrix matrix) {
  switch (matrix) {
    case Matrix::a:
      return *offer.a;
    case Matrix::b:
      return *offer.b;
    case Matrix::c:
      return *offer.c;
    case Matrix::a_scale:
    case Matrix::b_scale:
      break;
  }
  return *offer.scale;
}

Extent extent_of(const MmaOffer& offer, Matrix matrix) {
  const auto [m, n, k] = offer.shape;
  switch (matrix) {
    case Matrix::a:
      return {m, k};
    case Matrix::b:
      return {k, n};
    case Matrix::c:
      return {m, n};
    case Matrix::a_scale:
      return {m, offer.scale_columns()};
    case Matrix::b_scale:
      break;
  }
  return {offer.scale_columns(), n};
}

std::vector<Matrix> matrices_of(const MmaOffer& offer) {
  if (offer.scale == nullptr) return {Matrix::a, Matrix::b, Matrix::c};
  return {Matrix::a, Matrix::b, Matrix::c, Matrix::a_scale, Matrix::b_scale};
}

std::uint64_t plain_code(const MmaOffer& offer, Matrix matrix) {
  if (matrix != Matrix::a_scale && matrix != Matrix::b_scale) return 0;
  return static_cast<std::uint64_t>(offer.scale->bias) << offer.scale->significand_bits;
}

MmaInputs expand(const MmaOffer& offer, const MmaCase& c, int instruction) {
  const Values values(offer, c, instruction);
  MmaInputs in;
  for (const Matrix matrix : matrices_of(offer)) {
    const Extent extent = extent_of(offer, matrix);
    std::vector<std::uint64_t>& codes = in.of(matrix);
    codes.reserve(place(extent.rows, extent.columns, 0));
    for (int i = 0; i < extent.rows; ++i) {
      for (int j = 0; j < extent.columns; ++j) codes.push_back(values.code(matrix, i, j));
    }
  }
  if (c.family == Family::probe) set_probe(offer, c.seed, in);
  if (c.family == Family::vector) set_vector(offer, c.line, instruction, in);
  for (const Planted& p : c.planted) {
    const Extent extent = extent_of(offer, p.matrix);
    in.of(p.matrix).at(place(p.row, extent.columns, p.column)) = p.code;
  }
  return in;
}

MmaCase spelled_out(const MmaOffer& offer, const MmaCase& c, int instruction,
                    const std::vector<std::uint64_t>& accumulators) {
  MmaInputs in = expand(offer, c, instruction);
  if (!accumulators.empty()) in.c = accumulators;
  MmaCase out{.family = Family::zeros, .seed = c.seed, .lead = c.lead};
  for (const Matrix matrix : matrices_of(offer)) {
    const Extent extent = extent_of(offer, matrix);
    const std::vector<std::uint64_t>& codes = in.of(matrix);
    for (int i = 0; i < extent.rows; ++i) {
      for (int j = 0; j < extent.columns; ++j) {
        const std::uint64_t code = codes[place(i, extent.columns, j)];
        if (code != plain_code(offer, matrix)) out.planted.push_back({matrix, i, j, code});
      }
    }
  }
  return out;
}

}  // namespace ulpgate::mma
