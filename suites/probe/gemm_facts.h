#pragma once
// What is known of a GEMM from its outputs alone: facts as words, each with what decided it.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "reports/record/row.h"

namespace ulpgate::probe {

/// Names and values of facts; "K" is a number. Each may also be unobserved; then it has no value.
///
///   repeats                  same | vary      bits of one call, repeated, also after other calls
///   elements                 alike | differ    bits of equal rows times equal columns, over D; where they
///                            differ, other facts are of elements like the first one
///   a_input, b_input         exact | fp32 | tf32 | bf16 | fp16 | N bits      what operands count as
///   a_rounding, b_rounding   toward_zero | nearest_even | nearest_away | up | other     how they get there
///   a_subnormals, b_subnormals, d_subnormals      kept | flushed
///   d_rounding               of D: as accumulator_rounding
///   accumulator              fp64 | fp32 | E8M13 | fp16 | tf32 | bf16 | int32 | N bits | exact: between two
///                            additions. tf32: 11 bits with the range of fp32. E8M13: 14 bits
///   accumulator_rounding     toward_zero | nearest_even | nearest_away | up | down | other; wrap | saturate
///   products                 exact | rounded      to the accumulator, before they are added
///   order                    of the first order_k products: see name_of in gemm_tree.h
///   tree                     the same, as text_of prints it
///   block                    products that one fused step adds
///   block_bits               N | exact      fraction bits kept below the largest term of such a step
///   promotion                none | N       the sum restarts after every N products, at every K; the
///                            last two stretches may be shorter
///   promotion_sum            as accumulator: what stretches are added in
///   promotion_sum_rounding   as accumulator_rounding
///   split_k@K                N              parts of K, promotion aside; one as long as a promotion
///                            cannot be told from that
///   parts@K                  where they begin: "0, 1024, 2048"
///   joined@K                 the order in which they are added
///   partials                 accumulator | output | N bits      what parts are kept in until they are added
///   joining                  as accumulator: between two additions of parts
///   joining_rounding         as accumulator_rounding
///   result                   exact | fp32      integers: what sums pass through on their way to D
///   batch_rows, batch_columns   invariant | varies      bits of row 0 (column 0) when M (N) changes
///   leading_dimensions       equal | differ      bits with larger ones
struct GemmFact {
  std::string name;
  std::string value;     ///< empty where it was not observed
  std::string evidence;  ///< the inputs that decided; where it was not observed, why

  bool observed() const { return !value.empty(); }
};

struct GemmFacts {
  std::string formats;    ///< "fp16.fp16_to_fp32"
  std::int64_t size = 0;  ///< M and N of the calls that are not about them
  std::vector<GemmFact> facts;
  std::int64_t calls = 0;

  /// nullptr where there is no fact of that name.
  const GemmFact* find(std::string_view name) const;
  /// Its value; empty where it was not observed.
  std::string value(std::string_view name) const;

  /// Both replace a fact of that name.
  void add(std::string name, std::string value, std::string evidence);
  void not_observed(std::string name, std::string why);
  /// From what becomes of operands to what becomes of D.
  void sort();
};

/// Lines of name, value and evidence, under a heading.
std::string facts_table(const GemmFacts& facts);
/// {"formats", "size", "calls", "facts": [{"name", "value" or null, "evidence"}]}.
report::Json facts_json(const GemmFacts& facts);

}  // namespace ulpgate::probe
