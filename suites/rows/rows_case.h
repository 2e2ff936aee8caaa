#pragma once
// A case of an operation on rows: a recipe for extents, layouts, scalars and inputs, from which the same bits
// are made on every machine. Recipes are what RapidCheck draws, what shrinking makes smaller and what failure
// files hold.
#include <cstdint>
#include <string_view>
#include <vector>

#include "suites/framework/strided_buffer.h"
#include "suites/rows/offer.h"

namespace ulpgate::rows {

/// What values x has (y and dy of a backward pass follow: rows_values.h).
enum class Family {
  uniform,      ///< in [-4, 4)
  normal,       ///< bell-shaped, as activations are
  offset,       ///< uniform beside a number that is much larger
  near_equal,   ///< a few neighbours of one number
  equal,        ///< one number
  one_hot,      ///< one element far above the others
  spread,       ///< exponents over most of the range below 2^8, both signs
  tails,        ///< below the largest by what brings exp near the smallest numbers of the formats
  steps,        ///< small whole numbers: shifts and sums of few round nowhere
  alternating,  ///< a small number of both signs
  outlier,      ///< small elements and one that is 2^8 to 2^12 times as large
  chunks,       ///< zeros, and fours in the last quarter
  large,        ///< near the largest finite value
  tiny,         ///< around the smallest normal number
  quiet,        ///< what adds nothing to a row: logits of no weight, zeros, targets to be ignored
  codes,        ///< the explicit codes of the case
};

std::string_view name(Family family);
/// Returns false where no family has that name.
bool parse_family(std::string_view text, Family& family);

/// How one tensor lies in memory. All in elements; axes are 0 (outer, rows), 1 (n, groups), 2 (inner), bits
/// 1, 2, 4.
struct Layout {
  int order = 0;          ///< of axes from slowest to fastest: 012 021 102 120 201 210
  std::int64_t pad = 0;   ///< beside each run of the faster axes
  std::int64_t step = 1;  ///< between neighbours along the fastest axis
  unsigned reversed = 0;  ///< axes that lie backwards
  unsigned shared = 0;    ///< axes along which all elements are the same one, stride 0; inputs only
  std::int64_t lead = 0;  ///< from a 64-byte boundary to the first byte's element
  bool operator==(const Layout&) const = default;
};

/// One element that is not what the family says.
struct Planted {
  std::size_t tensor = 0;  ///< place among the operation's tensors
  std::int64_t outer = 0, i = 0, inner = 0;
  std::uint64_t code = 0;
  bool operator==(const Planted&) const = default;
};

struct RowsCase {
  std::int64_t outer = 1, n = 1, inner = 1;  ///< inner is 1 but of {outer, n, inner}; groups divide n
  std::int64_t d = 1;                        ///< of attention's values
  std::vector<Layout> layouts;               ///< of the operation's tensors
  bool in_place = false;                     ///< y is x
  std::uint64_t scale = 0;                   ///< code of the scalar, where there is one; as are the next
  std::uint64_t eps = 0;
  std::uint64_t smoothing = 0;
  std::uint64_t scale_y = 0;
  std::int32_t causal = 0;
  std::int64_t ignore_index = -100;
  std::vector<std::uint64_t> scalars;  ///< codes of the operation's own ones, in their order
  Family family = Family::uniform;
  int exponent = 0;  ///< x's values are multiplied by 2^exponent
  std::uint64_t seed = 0;
  std::int64_t period = 0;  ///< rows repeat after so many; 0: never
  /// gamma is 1, beta is 0, nothing is masked by a mask, and gradients that arrive are few quarters.
  bool plain_parameters = false;
  std::vector<Planted> planted;
  /// Family codes: by tensor, dense; empty for outputs and what the offer does not have.
  std::vector<std::vector<std::uint64_t>> codes;
};

/// Whether rows are groups of neighbours along n.
bool has_groups(const RowsOffer& offer);
std::int64_t groups_of(const RowsOffer& offer, const RowsCase& c);
/// How many rows of how many elements a case has.
std::int64_t row_count(const RowsOffer& offer, const RowsCase& c);
std::int64_t row_length(const RowsOffer& offer, const RowsCase& c);
/// As many groups as the least prime factor of n, up to 7; one where that leaves single elements.
void set_groups(const RowsOffer& offer, RowsCase& c);
/// Groups that still divide n, after n has changed.
void refit_groups(const RowsOffer& offer, RowsCase& c);
/// A case of rows of `n` elements, one for each outer index, as one of groups of so many elements, in some
/// number, spread over n and inner as the seed says; where rows are no groups, the case itself.
RowsCase in_groups(const RowsOffer& offer, RowsCase c);

/// Inputs as dense codes, the last axis fastest, by tensor.
using Inputs = std::vector<std::vector<std::uint64_t>>;

/// The extents of a tensor on three axes; those that it does not have are 1.
std::array<std::int64_t, 3> shape_of(const RowsOffer& offer, const RowsCase& c, std::size_t tensor);
StridedPlan plan_layout(const std::array<std::int64_t, 3>& shape, const Layout& layout);

Inputs expand(const RowsOffer& offer, const RowsCase& c);

/// Whether a code of a target is a class, or the one to be ignored.
bool is_target(const RowsCase& c, std::uint64_t code);

/// The leading rows that all others repeat, causal masks included; cases without a period are their own.
RowsCase repeating_rows(const RowsCase& c);

/// The case with its inputs spelled out, so that single elements can shrink.
RowsCase spelled_out(const RowsOffer& offer, const RowsCase& c);

/// Of the operation's own scalars.
std::vector<std::uint64_t> usual_scalars(const RowsOffer& offer);
/// The operation must have it.
double scalar_of(const RowsOffer& offer, const RowsCase& c, std::string_view name);
void set_scalar(const RowsOffer& offer, RowsCase& c, std::string_view name, double value);

/// scale 1, scale_y 24, eps 1e-5, no causal mask, packed.
RowsCase plain_case(const RowsOffer& offer, std::int64_t outer, std::int64_t n, Family family,
                    std::uint64_t seed);

}  // namespace ulpgate::rows
