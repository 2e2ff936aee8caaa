#include "suites/probe/instruction.h"

#include <memory>

#include "reference/tensor_core/mma.h"

namespace ulpgate::probe {

std::string to_text(const Signature& s) {
  std::string text = std::string(s.a->name) + " x " + std::string(s.b->name) + " + " +
                     std::string(s.accumulator->name) + " -> " + std::string(s.output->name) +
                     ", k = " + std::to_string(s.k);
  if (s.scale_format != nullptr)
    text += ", scales " + std::string(s.scale_format->name) + " of " + std::to_string(s.scale_block);
  return text;
}

Instruction from_model(const ProfileEntry& entry, const Format& a, const Format& b, int k) {
  Instruction made;
  made.a = &a;
  made.b = &b;
  made.accumulator = entry.accumulator;
  made.output = entry.output;
  made.k = k == 0 ? entry.largest_k() : k;
  made.scale_format = entry.arithmetic.scale_format;
  made.scale_block = entry.arithmetic.scale_block;
  made.evaluate = [mma = std::make_shared<const Mma>(entry, a, b)](std::span<const Dot> dots) {
    std::vector<std::uint64_t> out;
    out.reserve(dots.size());
    for (const Dot& d : dots) out.push_back(mma->dot(d.a, d.b, d.c, d.a_scales, d.b_scales));
    return out;
  };
  return made;
}

}  // namespace ulpgate::probe
