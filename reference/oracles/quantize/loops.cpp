#include "reference/oracles/quantize/loops.h"

#include "reference/exact/instruction_set.h"

namespace ulpgate::quantize {

std::vector<Loops> available_loops() {
  std::vector<Loops> all{baseline::loops()};
#ifdef ULPGATE_X86_LEVELS
  if (has_x86_v3()) all.push_back(x86_v3::loops());
#endif
  return all;
}

const Loops& loops() {
  static const Loops best = available_loops().back();
  return best;
}

}  // namespace ulpgate::quantize
