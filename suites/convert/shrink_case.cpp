#include "suites/convert/shrink_case.h"

#include <algorithm>

#include "suites/framework/shrink.h"

namespace ulpgate::convert {
ConvertCase reduce_around(const ConvertCase& whole, std::size_t index, const Judge& judge) {
  for (std::size_t reach : {0U, 1U, 8U, 64U}) {
    const std::size_t first = index > reach ? index - reach : 0;
    const std::size_t last = std::min(whole.inputs.size(), index + reach + 1);
    if (first == 0 && last == whole.inputs.size()) break;
    ConvertCase part = whole;
    part.inputs.assign(whole.inputs.begin() + static_cast<std::ptrdiff_t>(first),
                       whole.inputs.begin() + static_cast<std::ptrdiff_t>(last));
    if (judge(part).fails()) return part;
  }
  return whole;
}

std::vector<ConvertCase> simpler_cases(const Format& from, const ConvertCase& c) {
  std::vector<ConvertCase> out;
  const auto variant = [&](auto change) {
    ConvertCase simpler = c;
    change(simpler);
    out.push_back(std::move(simpler));
  };
  if (c.lead != 0 || c.to_lead != 0) variant([](ConvertCase& s) { s.lead = s.to_lead = 0; });
  if (c.lead != 0 && c.to_lead != 0) variant([](ConvertCase& s) { s.lead = 0; });
  if (c.lead != 0 && c.to_lead != 0) variant([](ConvertCase& s) { s.to_lead = 0; });
  if (c.from_stride != 1) variant([](ConvertCase& s) { s.from_stride = 1; });
  if (c.to_stride != 1) variant([](ConvertCase& s) { s.to_stride = 1; });
  for (std::size_t n : simpler_lengths(c.inputs.size())) variant([n](ConvertCase& s) { s.inputs.resize(n); });
  if (c.inputs.size() > 128) return out;  // parts and bits of few elements only
  for (auto& inputs : simpler_vectors(from, c.inputs))
    variant([&](ConvertCase& s) { s.inputs = std::move(inputs); });
  return out;
}

}  // namespace ulpgate::convert
