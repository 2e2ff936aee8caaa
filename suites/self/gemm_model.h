#pragma once
// GEMMs with planted properties, for the probe to find.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "reference/formats/rule.h"
#include "reference/tensor_core/mma.h"
#include "suites/probe/gemm_box.h"

namespace ulpgate {

struct GemmModel {
  enum class Order { ascending, descending, pairwise, lanes, instruction };

  const Format* a = &formats::fp32;
  const Format* b = &formats::fp32;
  const Format* d = &formats::fp32;

  Order order = Order::ascending;
  int lanes = 4;
  /// Of additions other than an instruction's.
  const Format* accumulator = &formats::fp32;
  Rounding rounding = Rounding::nearest_even;
  bool rounds_products = false;
  /// "sm_90/wgmma.fp16.fp32"; order is instruction.
  std::string instruction;
  int instruction_k = 16;

  std::int64_t split = 1;
  bool pairwise_join = false;
  const Format* partials = nullptr;  ///< what parts are rounded to; nullptr: nothing
  const Format* joining = nullptr;   ///< in which parts are added; nullptr: fp32, or fp64 after fp64
  std::int64_t promotion = 0;        ///< into fp32

  const Format* a_input = nullptr;  ///< what A is rounded to first; nullptr: nothing
  const Format* b_input = nullptr;
  Rounding input_rounding = Rounding::nearest_even;
  bool flushes_a = false, flushes_b = false, flushes_d = false;

  /// Calls with fewer rows are split in two.
  std::int64_t splits_below_rows = 0;
  /// Likewise columns.
  std::int64_t splits_below_columns = 0;
  /// Every second call is split in two.
  bool varies = false;
  bool differs_when_padded = false;
  /// Rows from this one on are split in two; 0: none.
  std::int64_t splits_from_row = 0;
  bool rounds_result_to_fp32 = false;  ///< integers
  bool saturates_steps = false;        ///< int32
  bool saturates_result = false;
  /// K that is no multiple of it is refused.
  std::int64_t k_multiple = 1;

  /// Of K split in so many: whole instructions, promotions and rounds of lanes.
  std::int64_t part_length(std::int64_t k, std::int64_t parts) const;

  std::string text() const;
};

probe::GemmBox box_of(const GemmModel& model);

}  // namespace ulpgate
