#include "suites/probe/gemm_probe.h"

#include <algorithm>
#include <stdexcept>

#include "suites/probe/gemm_context.h"

namespace ulpgate::probe {
namespace {

/// Runs one part of the probe; where the box refuses its shapes, the facts named stay unobserved.
void attempt(box::Context& c, void (*part)(box::Context&), std::initializer_list<const char*> names) {
  try {
    part(c);
  } catch (const box::Refused& refused) {
    for (const char* name : names) {
      if (c.facts.find(name) == nullptr) c.facts.not_observed(name, refused.what());
    }
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
  attempt(c, box::probe_repeats, {"repeats"});
  attempt(c, box::probe_elements, {"elements"});
  if (is_integer(*gemm.a) && is_integer(*gemm.b)) {
    attempt(c, box::probe_integers, {"accumulator"});
  } else {
    attempt(c, box::probe_subnormals, {});
    attempt(c, box::probe_accumulator, {"accumulator", "accumulator_rounding"});
    attempt(c, box::probe_order, {"order", "tree", "block", "block_bits"});
    attempt(c, box::probe_parts, {"promotion"});
    attempt(
        c, box::probe_inputs,
        {"a_input", "a_rounding", "b_input", "b_rounding", "a_subnormals", "b_subnormals", "d_subnormals"});
    attempt(c, box::probe_products, {"products"});
    attempt(c, box::probe_output, {"d_rounding"});
  }
  attempt(c, box::probe_conduct, {"batch_rows", "batch_columns", "leading_dimensions"});
  c.facts.calls = c.dots.calls();
  c.facts.sort();
  return c.facts;
}

}  // namespace ulpgate::probe
