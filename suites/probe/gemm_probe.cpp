#include "suites/probe/gemm_probe.h"

#include <algorithm>
#include <stdexcept>

#include "suites/probe/gemm_context.h"

namespace ulpgate::probe {
namespace {

struct Part {
  void (*probe)(box::Context&);
  std::vector<const char*> names;  ///< of its facts
};

const std::vector<Part>& parts_for(bool integers) {
  static const std::vector<Part> floating{
      {box::probe_subnormals, {}},
      {box::probe_accumulator, {"accumulator", "accumulator_rounding"}},
      {box::probe_order, {"order", "tree", "block", "block_bits"}},
      {box::probe_parts, {"promotion"}},
      {box::probe_inputs,
       {"a_input", "a_rounding", "b_input", "b_rounding", "a_subnormals", "b_subnormals", "d_subnormals"}},
      {box::probe_products, {"products"}},
      {box::probe_output, {"d_rounding"}}};
  static const std::vector<Part> whole{{box::probe_integers, {"accumulator"}}};
  return integers ? whole : floating;
}

/// Runs one part of the probe; where the box refuses its shapes, its facts stay unobserved.
void attempt(box::Context& c, const Part& part) {
  try {
    part.probe(c);
  } catch (const box::Refused& refused) {
    for (const char* name : part.names) {
      if (c.facts.find(name) == nullptr) c.facts.not_observed(name, refused.what());
    }
  }
}

/// Throws Refused where the box does not give single products and a sum of two.
void probe_sums(box::Context& c) {
  const Format &a = *c.reach.a, &b = *c.reach.b;
  const Factors one{exact_code(a, false, 1, 0).value(), exact_code(b, false, 1, 0).value()};
  std::vector<box::Dot> dots{{}, {{0, one}, {1, one}}};
  std::vector<double> expected{0, 2};
  for (std::int64_t k = 0; k < c.options.order_k; ++k) {
    dots.push_back({{k, one}});
    expected.push_back(1);
  }
  const std::vector<double> d = c.dots.values(c.options.order_k, dots);
  for (std::size_t i = 0; i < d.size(); ++i) {
    if (d[i] == expected[i]) continue;
    const std::string what = i == 0   ? "no product"
                             : i == 1 ? "1 + 1"
                                      : "a single product of 1 at k = " + std::to_string(i - 2);
    throw box::Refused("D is no sum of products: " + what + " gave " + std::to_string(d[i]));
  }
}

void check(const GemmProbeOptions& o) {
  const auto require = [](bool met, const char* what) {
    if (!met) throw std::invalid_argument(std::string("a probe of gemm needs ") + what);
  };
  require(o.size >= 1, "a size of at least 1");
  require(o.order_k >= 48 && o.order_k <= 1024, "an order_k from 48 to 1024");
  require(std::all_of(o.part_ks.begin(), o.part_ks.end(), [](std::int64_t k) { return k >= 64; }),
          "part_ks of at least 64");
  require(o.data_k >= 4, "a data_k of at least 4");
  require(!o.batches.empty() && *std::min_element(o.batches.begin(), o.batches.end()) >= 1,
          "batches of at least 1");
  require(o.repeats >= 2, "at least 2 repeats");
}

bool is_integer(const Format& format) { return format.kind == FormatKind::integer; }

}  // namespace

GemmFacts probe_gemm(const GemmBox& gemm, const GemmProbeOptions& options) {
  check(options);
  box::Context c(gemm, options);
  c.facts.formats =
      std::string(gemm.a->name) + "." + std::string(gemm.b->name) + "_to_" + std::string(gemm.d->name);
  c.facts.size = options.size;
  attempt(c, {box::probe_repeats, {"repeats"}});
  attempt(c, {box::probe_elements, {"elements"}});
  const std::vector<Part>& parts = parts_for(is_integer(*gemm.a) && is_integer(*gemm.b));
  try {
    probe_sums(c);
    for (const Part& part : parts) attempt(c, part);
  } catch (const box::Refused& refused) {
    for (const Part& part : parts) {
      for (const char* name : part.names) c.facts.not_observed(name, refused.what());
    }
  }
  attempt(c, {box::probe_conduct, {"batch_rows", "batch_columns", "leading_dimensions"}});
  c.facts.calls = c.dots.calls();
  c.facts.sort();
  return c.facts;
}

}  // namespace ulpgate::probe
