#pragma once

#include <map>
#include <string>
#include <vector>

namespace ulpgate::report {

/// Something that is not the same in both: "device.kernel_driver", "570.1", "575.2". What is not there is
/// empty.
struct Difference {
  std::string path, old_value, new_value;
  bool operator==(const Difference&) const = default;
};

/// "device.kernel_driver 570.1 -> 575.2"; what is empty reads as "none".
std::string text_of(const Difference& difference);

/// What differs of two sets of facts, first what is likeliest to move results: device, CUDA, libraries,
/// implementations, suite, tier, seed, variables, build, host, anything else.
std::vector<Difference> differences(const std::map<std::string, std::string>& old_facts,
                                    const std::map<std::string, std::string>& new_facts);

}  // namespace ulpgate::report
