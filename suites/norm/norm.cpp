// layer_norm, rms_norm and group_norm: what makes a suite of each.
#include <array>

#include "reference/formats/decode.h"
#include "reference/oracles/group_norm.h"
#include "reference/oracles/rms_norm.h"
#include "suites/norm/properties.h"
#include "suites/norm/requirements.h"
#include "suites/norm/suite.h"
#include "suites/rows/plan.h"

namespace ulpgate::norm {
namespace {

using rows::Family;

/// The values of a tensor, or none where the offer has none.
std::span<const double> values(const RowsOffer& o, const rows::Part& p, const char* tensor) {
  return o.has(tensor) ? std::span<const double>(p.values[o.place(tensor)]) : std::span<const double>();
}

std::unique_ptr<RowOracle> layer_norm(const RowsOffer& o, const RowsCase& c, const rows::Part& p) {
  return rows::with_output_scale(o, c,
                                 layer_norm_row({.x = values(o, p, "x"),
                                                 .gamma = values(o, p, "gamma"),
                                                 .beta = values(o, p, "beta"),
                                                 .eps = to_double(o.eps_format(), c.eps),
                                                 .y = o.format("y")},
                                                o.arithmetic));
}

std::unique_ptr<RowOracle> rms_norm(const RowsOffer& o, const RowsCase& c, const rows::Part& p) {
  return rows::with_output_scale(o, c,
                                 rms_norm_row({.x = values(o, p, "x"),
                                               .gamma = values(o, p, "gamma"),
                                               .eps = to_double(o.eps_format(), c.eps),
                                               .y = o.format("y")},
                                              o.arithmetic));
}

std::unique_ptr<RowOracle> group_norm(const RowsOffer& o, const RowsCase& c, const rows::Part& p) {
  return group_norm_row({.x = values(o, p, "x"),
                         .spatial = c.inner,
                         .gamma = values(o, p, "gamma"),
                         .beta = values(o, p, "beta"),
                         .eps = to_double(o.eps_format(), c.eps),
                         .y = o.format("y")},
                        o.arithmetic);
}

constexpr std::array families{Family::normal, Family::offset,      Family::near_equal, Family::spread,
                              Family::steps,  Family::alternating, Family::outlier,    Family::chunks,
                              Family::tiny,   Family::uniform,     Family::large};

const Definition layer_norm_definition{.operation = "layer_norm",
                                       .row = layer_norm,
                                       .families = families,
                                       .properties = properties(),
                                       .requirements = requirements,
                                       .tightness = "NORM-TIGHT-1"};
const Definition rms_norm_definition{.operation = "rms_norm",
                                     .row = rms_norm,
                                     .families = families,
                                     .properties = properties(),
                                     .requirements = requirements,
                                     .tightness = "NORM-TIGHT-1"};

const Definition group_norm_definition{.operation = "group_norm",
                                       .row = group_norm,
                                       .families = families,
                                       .properties = properties(),
                                       .requirements = group_requirements,
                                       .tightness = "NORM-TIGHT-1"};

}  // namespace

const Suite& layer_norm_suite() {
  static const Suite s = rows::suite_of<layer_norm_definition>();
  return s;
}

const Suite& rms_norm_suite() {
  static const Suite s = rows::suite_of<rms_norm_definition>();
  return s;
}

const Suite& group_norm_suite() {
  static const Suite s = rows::suite_of<group_norm_definition>();
  return s;
}

}  // namespace ulpgate::norm
