#include "reference/bounds/norm_row.h"

#include <cmath>
#include <limits>

#include "reference/bounds/norm_row_isa.h"
#include "reference/exact/instruction_set.h"

namespace ulpgate {
namespace {

/// Covers a few roundings in double.
constexpr double from_above = 1 + 0x1p-50;

norm_row::Loop loop_of_this_machine() {
#ifdef ULPGATE_X86_LEVELS
  if (has_x86_v4()) return norm_row::x86_v4::loop();
  if (has_x86_v3()) return norm_row::x86_v3::loop();
#endif
  return norm_row::baseline::loop();
}

norm_row::Constants constants(const RoundedSteps& s, const NormErrors& errors, const NormRowTerms& row) {
  norm_row::Constants c{};
  c.by_rstd = row.rstd * errors.rstd_relative + errors.rstd_absolute;
  c.rstd = row.rstd;
  c.most_rstd = row.rstd * (1 + errors.rstd_above) + errors.rstd_absolute;
  c.moved = (row.centred ? errors.mean : 0) + s.sum_floor;
  c.mean = std::fabs(row.mean) * from_above;
  c.u = s.u;
  c.u_direct = errors.deviations_exact ? 0 : s.u;
  c.floor_direct = errors.deviations_exact ? 0 : s.sum_floor;
  c.inputs = s.sum_floor + c.mean + errors.mean;
  c.product_floor = s.product_floor;
  c.sum_floor = s.sum_floor;
  c.one = s.growth_of_few(1);
  c.two = s.growth_of_few(2);
  c.row_mean = row.mean;
  c.centred = row.centred;
  c.exact_mean = row.mean_is_exact ? row.mean : std::numeric_limits<double>::quiet_NaN();
  return c;
}

}  // namespace

bool norm_row_bounds(const RoundedSteps& s, const NormErrors& errors, const NormRowTerms& row,
                     std::span<double> bounds) {
  const bool beta_alone = row.gamma.empty() && !row.beta.empty();
  if (errors.may_overflow || beta_alone || (s.arithmetic.zero_centred && !row.gamma.empty())) return false;
  static const norm_row::Loop loop = loop_of_this_machine();
  const norm_row::Elements elements{row.x.data(), row.gamma.empty() ? nullptr : row.gamma.data(),
                                    row.beta.empty() ? nullptr : row.beta.data(),
                                    static_cast<std::int64_t>(row.x.size())};
  return loop(constants(s, errors, row), elements, bounds.data()) <= s.most;
}

}  // namespace ulpgate
