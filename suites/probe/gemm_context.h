#pragma once
// What the parts of the probe share: the box, what has been learned of it, and the facts so far.
#include "suites/probe/gemm_facts.h"
#include "suites/probe/gemm_probe.h"
#include "suites/probe/gemm_survivors.h"
#include "suites/probe/gemm_tree.h"
#include "suites/probe/gemm_width.h"

namespace ulpgate::probe::box {

struct Subnormal {
  std::optional<bool> kept;
  std::string evidence;
};

struct Context {
  Context(const GemmBox& box, const GemmProbeOptions& chosen) : dots(box, chosen.size), options(chosen) {
    reach.a = box.a;
    reach.b = box.b;
    reach.d = box.d;
  }

  Dots dots;
  GemmProbeOptions options;
  Reach reach;
  GemmFacts facts;

  bool repeats = true;
  Subnormal a_subnormal, b_subnormal, d_subnormal;
  int a_bits = 0, b_bits = 0;       ///< fraction bits that operands keep
  std::optional<Kept> accumulator;  ///< between two additions of the first order_k products
  int widest_kept = 0;              ///< the most bits that any place kept, where that is limited
  std::optional<Shape> shape;

  /// Sums of this many equal small products are exact.
  int countable() const;
};

/// Each adds its facts, or says why it has none. They throw Refused.
void probe_subnormals(Context& context);
void probe_inputs(Context& context);
void probe_accumulator(Context& context);
/// Whether 2^15 + 2^15 - 2^16 at these places is not 0: fp16 does not hold 2^16. nullopt where no product is
/// so large.
std::optional<bool> overflows_fp16(Context& context, std::int64_t k, const Place& place);
/// The accumulator, from what a place of a sum over k keeps.
void name_accumulator(Context& context, std::int64_t k, const Place& place, const Kept& kept);
/// Large and small products for masks; nullopt where the formats are too narrow.
std::optional<Survivors> make_survivors(Context& context);
void probe_products(Context& context);
void probe_order(Context& context);
void probe_output(Context& context);
void probe_parts(Context& context);
void probe_integers(Context& context);
void probe_conduct(Context& context);
void probe_repeats(Context& context);
void probe_elements(Context& context);

}  // namespace ulpgate::probe::box
