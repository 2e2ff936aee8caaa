// clip_grad_norm, gradient_norm and accumulate: what makes a suite of each.
#include <array>
#include <cmath>

#include "reference/oracles/accumulate.h"
#include "reference/oracles/gradient_norm.h"
#include "suites/framework/codes.h"
#include "suites/optimizer/requirements.h"
#include "suites/optimizer/suite.h"
#include "suites/optimizer/sum_cases.h"
#include "suites/rows/cases.h"
#include "suites/rows/plan.h"

namespace ulpgate::optimizer {
namespace {

using rows::Cases;
using rows::Definition;
using rows::Family;
using rows::RowsCase;
using rows::RowsOffer;

/// A row is a tensor.
GradientList gradients(const RowsOffer& o, const RowsCase& c, const rows::Part& p) {
  GradientList list{{}, o.norm};
  const std::span<const double> all = p.values[0];
  for (std::int64_t row = 0; row < c.outer; ++row)
    list.tensors.push_back(all.subspan(static_cast<std::size_t>(row * c.n), static_cast<std::size_t>(c.n)));
  return list;
}

std::unique_ptr<RowOracle> clip_oracle(const RowsOffer& o, const RowsCase& c, const rows::Part& p) {
  GradientList list = gradients(o, c, p);
  list.max_norm = rows::scalar_of(o, c, "max_norm");
  list.grad_scale = rows::scalar_of(o, c, "grad_scale");
  return clip_gradients(list, o.step);
}

std::unique_ptr<RowOracle> norm_oracle(const RowsOffer& o, const RowsCase& c, const rows::Part& p) {
  return gradient_norm(gradients(o, c, p), o.step);
}

Cases limit_cases(const Definition&, const RowsOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  const auto add = [&](const RowsCase& base, double max_norm) {
    all.push_back(base);
    rows::set_scalar(o, all.back(), "max_norm", max_norm);
  };
  for (const double scale : {1.0, 1024.0, 0x1p-10}) {
    // [3, 4] has the norms 7, 5 and 4.
    RowsCase c = rows::plain_case(o, 1, 2, Family::steps, ++seed);
    c.planted = {{0, 0, 0, 0, nearest_code(o.input(), 3 * scale)},
                 {0, 0, 1, 0, nearest_code(o.input(), 4 * scale)}};
    for (const double max_norm : {1.0, 4.0, 5.0, 7.0, 10.0, 4.999999, 5.000001}) add(c, max_norm * scale);
  }
  RowsCase zeros = rows::plain_case(o, 3, 5, Family::chunks, ++seed);
  for (std::int64_t row = 0; row < 3; ++row)
    for (std::int64_t i = 0; i < 5; ++i) zeros.planted.push_back({0, row, i, 0, 0});
  for (const double max_norm : {1.0, 1e-7}) add(zeros, max_norm);
  return all;
}

/// Gradients that are still scaled, and the limit they are under without.
Cases scaled_cases(const Definition& d, const RowsOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const double scale : {1024.0, 4096.0, 0x1p-4, 3.0, 0.1}) {
    for (const double max_norm : {1.0, 10.0}) {
      RowsCase c = rows::plain_case(o, 1, 2, Family::steps, ++seed);
      c.planted = {{0, 0, 0, 0, nearest_code(o.input(), 3 * scale)},
                   {0, 0, 1, 0, nearest_code(o.input(), 4 * scale)}};
      rows::set_scalar(o, c, "max_norm", max_norm);
      rows::set_scalar(o, c, "grad_scale", scale);
      all.push_back(c);
      for (const Family family : d.families) {
        all.push_back(rows::plain_case(o, 3, 21, family, ++seed));
        rows::set_scalar(o, all.back(), "max_norm", max_norm / scale);
        rows::set_scalar(o, all.back(), "grad_scale", scale);
      }
    }
  }
  return all;
}

constexpr rows::RowsProperty clip_properties[] = {
    {"CLIP-ACC-1", rows::always, rows::judge_all, tensor_cases, 40, rows::draw_accuracy, rows::derived_bound},
    {"CLIP-LIMIT-1", rows::always, rows::judge_all, limit_cases, 0, nullptr, rows::derived_bound},
    {"CLIP-SCALE-1", rows::always, rows::judge_all, scaled_cases, 0, nullptr, rows::derived_bound},
};

constexpr rows::RowsProperty norm_properties[] = {
    {"GRADNORM-ACC-1", rows::always, rows::judge_all, tensor_cases, 40, rows::draw_accuracy,
     rows::derived_bound},
};

/// i is the place along a row; down a column are the micro-batches.
class Sums : public RowOracle {
 public:
  Sums(const RowsOffer& o, const RowsCase& c, const rows::Part& p) {
    for (std::int64_t i = 0; i < c.n; ++i) {
      std::vector<double>& column = columns_.emplace_back();
      for (std::int64_t row = 0; row < c.outer; ++row)
        column.push_back(p.values[0][static_cast<std::size_t>(row * c.n + i)]);
    }
    for (std::size_t i = 0; i < columns_.size(); ++i)
      sums_.push_back(ulpgate::accumulate({p.values[1][i], columns_[i], o.in_turn}, o.step));
  }

  RowValue value(int, std::int64_t i) const override { return of(i).value(0, 0); }
  RowValue refined(int, std::int64_t i, int bits) const override { return of(i).refined(0, 0, bits); }
  RowBound bound(int, std::int64_t i) const override { return of(i).bound(0, 0); }

 private:
  const RowOracle& of(std::int64_t i) const { return *sums_[static_cast<std::size_t>(i)]; }

  std::vector<std::vector<double>> columns_;
  std::vector<std::unique_ptr<RowOracle>> sums_;
};

std::unique_ptr<RowOracle> sums_oracle(const RowsOffer& o, const RowsCase& c, const rows::Part& p) {
  return std::make_unique<Sums>(o, c, p);
}

constexpr rows::RowsProperty accumulate_properties[] = {
    {"ACCUMULATE-ACC-1", rows::always, rows::judge_all, micro_batch_cases, 40, rows::draw_accuracy,
     rows::derived_bound},
};

constexpr std::array families{Family::normal,  Family::uniform, Family::offset, Family::spread,
                              Family::outlier, Family::steps,   Family::equal,  Family::tiny};

const Definition clip_definition{.operation = "clip_grad_norm",
                                 .whole = clip_oracle,
                                 .families = families,
                                 .properties = clip_properties,
                                 .requirements = clip_requirements,
                                 .tightness = "CLIP-TIGHT-1"};
const Definition norm_definition{.operation = "gradient_norm",
                                 .whole = norm_oracle,
                                 .families = families,
                                 .properties = norm_properties,
                                 .requirements = norm_requirements,
                                 .tightness = "GRADNORM-TIGHT-1"};
const Definition accumulate_definition{.operation = "accumulate",
                                       .whole = sums_oracle,
                                       .families = families,
                                       .properties = accumulate_properties,
                                       .requirements = accumulate_requirements,
                                       .tightness = "ACCUMULATE-TIGHT-1"};

}  // namespace

const Suite& clip_suite() {
  static const Suite s = rows::suite_of<clip_definition>();
  return s;
}

const Suite& gradient_norm_suite() {
  static const Suite s = rows::suite_of<norm_definition>();
  return s;
}

const Suite& accumulate_suite() {
  static const Suite s = rows::suite_of<accumulate_definition>();
  return s;
}

}  // namespace ulpgate::optimizer
